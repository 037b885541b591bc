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

/// `gateway house init`: makes a house on one machine a house of several, of which this machine is the first.
struct HouseInitCommand: Command {
    let words = ["house", "init"]
    let part = CommandPart.house
    let summary = Text(
        "Makes this house one that several machines run.", "Делает этот дом домом на нескольких машинах.")
    let positional = ["name", "address"]
    let usualLimit = Duration.seconds(30)
    var flags: [FlagShape] {
        HouseCommands.newHost + [
            FlagShape(
                "engine-replicates", field: "engineReplicates", .toggle,
                Text(
                    "You vouch that the database itself keeps every commit on several machines.",
                    "Вы ручаетесь, что база сама держит каждую запись на нескольких машинах.")),
            BackupCommands.data,
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample(
                "house init alpha 10.0.0.1", Text("this machine is the first, alpha", "эта машина первая, alpha")),
            CommandExample(
                "house init alpha 10.0.0.1:7500 --engine-replicates",
                Text("other ports; a database that replicates below", "другие порты; база, что реплицирует сама")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                "The house must follow a log already: gateway backup follow.",
                "Дом уже должен вести журнал: gateway backup follow."),
            Text(
                """
                Without --engine-replicates, services lead only while PostgreSQL has a synchronous standby: otherwise \
                the database would be the one machine whose loss loses money.
                """,
                """
                Без --engine-replicates службы ведут только пока у PostgreSQL есть синхронная реплика: иначе с одной \
                машиной базы терялись бы деньги.
                """),
        ]
    }

    func hint(for fault: Fault) -> Text? { MembershipError.hint(for: fault) }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let (name, endpoint) = (try HouseCommands.name(scene), try HouseCommands.endpoint(scene))
        let (files, recovery) = try HouseCommands.following(scene)
        if let machine = try files.machine() {
            throw Fault(
                .conflict,
                """
                \(Text(
                "This is a house of several machines already; this one is \(machine.name).",
                "Это уже дом на нескольких машинах; эта — \(machine.name)."))
                """)
        }
        let keys = MachineKeys()
        let host = HouseHost(name: name, endpoint: endpoint, publicKey: keys.publicKey)
        let (hosts, generation) = try HouseCommands.reporting {
            let list = try HouseCommands.hosts(recovery, scene)
            defer { list.close() }
            // An attempt that ended halfway left its row, whose key nobody has.
            let old = try list.list()
            if old.count == 1, old[0].name == name { try list.remove(name) }
            guard old.allSatisfy({ $0.name == name }) else { throw Self.hasOthers(old) }
            try list.add(host)
            return (try list.list(), list.generation)
        }
        let machine = OwnMachine(
            name: name, endpoint: endpoint, secret: keys.secretKey,
            engineReplicates: scene.arguments.isOn("engineReplicates"), listedSince: generation)
        try files.write(recovery, machine: machine)
        try HostsFile(data: files.layout.root).write(hosts)
        scene.show(try HostLine.json(hosts, own: name)) {
            var page = Page()
            page.say("this machine is \(name), the first of the house", "эта машина — \(name), первая в доме", .green)
            page.say(
                "gateway house invite makes a code for the next machine",
                "gateway house invite даст код для следующей машины")
            page.say(
                scene.house.supervisorPID == nil
                    ? Text("gateway up --detach starts the services", "gateway up --detach запускает службы")
                    : Text("gateway restart makes it so", "gateway restart применит это"), .dim)
            return page
        }
        return .done
    }

    private static func hasOthers(_ hosts: [HouseHost]) -> Fault {
        let names = hosts.map(\.name).joined(separator: ", ")
        return Fault(
            .conflict,
            """
            \(Text(
            "The house has hosts already: \(names). A machine joins them with an empty data directory.",
            "У дома уже есть машины: \(names). Присоединяются к ним с пустым каталогом данных."))
            """)
    }
}
