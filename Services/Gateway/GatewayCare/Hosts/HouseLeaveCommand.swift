import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Glibc
import Hosting
import Replication
import StrictJSON

/// `gateway house leave`: takes this machine, or a lost one, out of the house.
struct HouseLeaveCommand: Command {
    let words = ["house", "leave"]
    let part = CommandPart.house
    let summary = Text(
        "Takes this machine, or a lost one, out of the house.", "Выводит из дома эту машину или потерянную.")
    let positional = ["host"]
    let usualLimit = Duration.seconds(30)
    var flags: [FlagShape] {
        [
            FlagShape(
                "host", .text, placeholder: "HOST",
                Text("Another machine, which is lost; this one by default.", "Другая, потерянная; без имени — эта.")),
            BackupCommands.data,
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample("house leave", Text("this machine; stop its services first", "эта; сначала остановите её")),
            CommandExample("house leave beta", Text("beta is gone for good", "beta больше не вернётся")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                "The last machine becomes a house on one machine again and goes on following its log.",
                "Последняя машина снова становится домом на одной машине и ведёт журнал дальше."),
            Text(
                "A stolen machine has the keys: also begin a new log, and replace the keys.",
                "На украденной машине остались ключи: начните ещё и новый журнал и замените ключи."),
        ]
    }

    func hint(for fault: Fault) -> Text? { MembershipError.hint(for: fault) }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let (files, recovery, machine) = try HouseCommands.replicated(scene)
        let host = scene.arguments.text("host") == nil ? machine.name : try HouseCommands.name(scene, "host")
        guard host == machine.name else {
            let left = try remove(host, recovery, machine, isOther: true, scene)
            try HostsFile(data: files.layout.root).write(left)
            return try show(host, left, Text("\(host) has left the house", "\(host) больше не в доме"), nil, scene)
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
        let data = try BackupCommands.dataDirectory(scene)
        return try await BackupPlacing(data: data, now: scene.house.clock.now()).whileNothingRuns {
            let left = try remove(host, recovery, machine, isOther: false, scene)
            guard !left.isEmpty else {
                try files.write(recovery)
                unlink(HostsFile(data: data.description).path)
                return try show(
                    host, left, Text("this house is on one machine again", "этот дом снова на одной машине"),
                    Text("it goes on following its log", "журнал он ведёт дальше"), scene)
            }
            try files.remove()
            unlink(HostsFile(data: data.description).path)
            return try show(
                host, left, Text("this machine has left the house", "эта машина больше не в доме"),
                Text(
                    """
                    its data in \(data.description) are a copy that nobody follows any more: delete them, because \
                    services started here would be a second house with the same money
                    """,
                    """
                    данные в \(data.description) — копия, за которой никто не следит: удалите её, ведь службы, \
                    запущенные здесь, были бы вторым домом с теми же деньгами
                    """), scene)
        }
    }

    /// Removes a host from the list.
    /// - Returns: The hosts that are left.
    private func remove(
        _ host: String, _ recovery: RecoveryFile, _ machine: OwnMachine, isOther: Bool, _ scene: CommandScene
    ) throws -> [HouseHost] {
        try HouseCommands.reporting {
            let board = try HouseCommands.leases(recovery, scene)
            defer { board.close() }
            if isOther, let led = try board.read().values.first(where: { $0.leader == host }) {
                throw Fault(
                    .conflict,
                    """
                    \(Text(
                    "\(host) runs and leads \(led.service). Stop its services there, and leave there.",
                    "\(host) работает и ведёт \(led.service). Остановите службы там и выведите её оттуда."))
                    """)
            }
            let list = try HouseCommands.hosts(recovery, since: machine.listedSince, scene)
            defer { list.close() }
            do throws(MembershipError) {
                try list.remove(host)
            } catch {
                guard error.code == .unknownHost, !isOther else { throw error }
                // An attempt that ended halfway has removed this machine, or another one did. The list may be gone.
                let rest = try HouseCommands.hosts(recovery, scene)
                defer { rest.close() }
                return try rest.list()
            }
            try board.wantNoMore(host)
            return try list.list()
        }
    }

    private func show(
        _ host: String, _ left: [HouseHost], _ sentence: Text, _ more: Text?, _ scene: CommandScene
    ) throws -> GatewayExitCode {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("left", host)
        writer.key("hosts")
        writer.beginArray()
        for host in left { writer.value(host.name) }
        writer.endArray()
        writer.endObject()
        scene.show(writer.finish()) {
            var page = Page()
            page.say(sentence, .green)
            if let more { page.say(more, left.isEmpty ? .plain : .yellow) }
            return page
        }
        return .done
    }
}
