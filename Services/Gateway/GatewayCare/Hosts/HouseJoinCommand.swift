import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting
import PostgreSQL
import Replication
import Sodium
import StrictJSON

/// `gateway house join`: makes this machine, which has no data yet, one of the house.
struct HouseJoinCommand: Command {
    let words = ["house", "join"]
    let part = CommandPart.house
    let summary = Text("Makes this empty machine one of a house.", "Вводит эту пустую машину в дом.")
    let positional = ["code", "url", "name", "address"]
    let usualLimit = Duration.seconds(600)
    var flags: [FlagShape] {
        [
            FlagShape(
                "code", .text, isRequired: true, placeholder: "CODE",
                Text("What gateway house invite has printed.", "Что напечатала gateway house invite.")),
            FlagShape(
                "url", .text, isRequired: true, placeholder: "URL",
                Text(
                    "The database of the log, without a password: postgresql://user@host/database.",
                    "База журнала, без пароля: postgresql://пользователь@хост/база.")),
        ] + HouseCommands.newHost + [BackupCommands.data] + PasswordSource.flags
    }
    var examples: [CommandExample] {
        [
            CommandExample(
                "house join abcd-efgh-ijkl-mnop-qrst-uvwx-yz23-4567 postgresql://kopilka@db.example/k beta 10.0.0.2",
                Text("this machine becomes beta", "эта машина становится beta"))
        ]
    }
    var notes: [Text] {
        [
            Text(
                "The data directory must be empty. All data are restored from the log.",
                "Каталог данных должен быть пуст. Все данные восстанавливаются из журнала."),
            Text(
                "After a failure nothing is left here, and the code works again until its hour is over.",
                "После неудачи здесь ничего не остаётся, а код годится снова, пока не истёк его час."),
            Text(
                "Settings (kopilka.json) are not taken along: copy them.",
                "Настройки (kopilka.json) не переносятся: скопируйте их."),
        ]
    }

    func hint(for fault: Fault) -> Text? { MembershipError.hint(for: fault) }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let (name, endpoint) = (try HouseCommands.name(scene), try HouseCommands.endpoint(scene))
        guard let code = InvitationCode(scene.arguments.text("code") ?? "") else {
            throw UsageError(
                Text("That is not a code of an invitation.", "Это не код приглашения."),
                hint: Text(
                    "it has eight groups of four letters and digits, as gateway house invite prints it",
                    "в нём восемь групп по четыре буквы и цифры, как печатает gateway house invite"), field: "code")
        }
        if let pid = scene.house.supervisorPID {
            throw Fault(
                .conflict,
                """
                \(Text(
                "The services run here (supervisor \(pid)); stop them first: gateway down.",
                "Службы здесь работают (супервизор \(pid)); остановите их: gateway down."))
                """)
        }
        let directory = try NewDataDirectory(try BackupCommands.dataDirectory(scene))
        let url = try LogURL.usable(scene.arguments.text("url") ?? "", scene)
        let invitations = try HouseCommands.reporting {
            Invitations(try PostgreSQLURL(url), patience: HouseCommands.patience(scene))
        }
        defer { invitations.close() }
        let claim = try HouseCommands.reporting { try invitations.claim(code) }
        let hosts: [HouseHost]
        do {
            hosts = try join(claim.invitation, url, name, endpoint, directory, scene)
        } catch {
            do { try invitations.putBack(claim) } catch let lost {
                throw Fault(
                    .unavailable,
                    """
                    \(Text(
                    "\(error) And the code is spent, because \(lost) A new one is needed: gateway house invite.",
                    "\(error) И код пропал: \(lost) Нужен новый: gateway house invite."))
                    """)
            }
            throw error
        }
        scene.show(try HostLine.json(hosts, own: name)) {
            var page = Page()
            page.say("this machine is \(name) now", "теперь эта машина — \(name)", .green)
            page.say(
                "the house has \(hosts.map(\.name).joined(separator: ", "))",
                "в доме: \(hosts.map(\.name).joined(separator: ", "))")
            page.say("gateway up --detach starts the services", "gateway up --detach запускает службы", .dim)
            return page
        }
        return .done
    }

    private func join(
        _ invitation: Invitation, _ url: String, _ name: String, _ endpoint: HostEndpoint,
        _ directory: NewDataDirectory, _ scene: CommandScene
    ) throws -> [HouseHost] {
        let recovery = RecoveryFile(url: url, house: invitation.house, key: invitation.houseKey)
        let keys = MachineKeys()
        let host = HouseHost(name: name, endpoint: endpoint, publicKey: keys.publicKey)
        let list = try HouseCommands.reporting { try HouseCommands.hosts(recovery, scene) }
        defer { list.close() }
        // Before the long part, so that a name that is taken is told at once.
        let old = try HouseCommands.reporting { try list.list() }
        try requireFree(host, among: old)

        let layout = DataLayout(root: directory.path)
        let databases = LogDatabases(
            recovery: recovery, limit: HouseCommands.patience(scene), tell: BackupCommands.teller(scene))
        try databases.requireSnapshots(of: House.services)
        for service in House.services { try databases.restore(service, as: layout) }
        try layout.prepare(for: "operator")
        try Luggage(layout).unpack(invitation.files)

        try HouseCommands.reporting { try list.add(host) }
        do {
            let hosts = try HouseCommands.reporting { try list.list() }
            try FollowFiles(data: directory.path).write(
                recovery,
                machine: OwnMachine(
                    name: name, endpoint: endpoint, secret: keys.secretKey,
                    engineReplicates: invitation.engineReplicates, listedSince: list.generation))
            try HostsFile(data: directory.path).write(hosts)
            try directory.place()
            return hosts
        } catch {
            // Nobody has the key of this row any more. If it stays, gateway house leave NAME removes it.
            try? list.remove(name)
            throw error
        }
    }

    private func requireFree(_ host: HouseHost, among hosts: [HouseHost]) throws {
        guard !hosts.isEmpty else {
            throw Fault(
                .conflict,
                """
                \(Text(
                "The house has no machine any more that runs it.", "В доме больше нет ни одной машины."))
                """)
        }
        guard let other = hosts.first(where: { $0.name == host.name || $0.endpoint == host.endpoint }) else { return }
        throw Fault(
            .conflict,
            """
            \(Text(
            """
            The house has a host \(other.name) at \(other.endpoint.description) already. If that one is gone for good, \
            gateway house leave \(other.name) on another machine removes it.
            """,
            """
            В доме уже есть \(other.name) с адресом \(other.endpoint.description). Если её больше нет, её выведет \
            gateway house leave \(other.name) на другой машине.
            """))
            """, field: "name")
    }
}
