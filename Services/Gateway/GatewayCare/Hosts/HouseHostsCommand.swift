import Coordination
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting
import Identity
import Replication
import Sodium

/// `gateway house hosts`: the machines of the house, and who leads each service.
struct HouseHostsCommand: Command {
    let words = ["house", "hosts"]
    let part = CommandPart.house
    let summary = Text(
        "Shows the machines of the house and who leads each service.",
        "Показывает машины дома и кто ведёт каждую службу.")
    let usualLimit = Duration.seconds(30)
    var flags: [FlagShape] { [BackupCommands.data, GlobalFlags.watch] }
    var examples: [CommandExample] {
        [CommandExample("house hosts", Text("also while the services are down", "и когда службы не работают"))]
    }
    var notes: [Text] {
        [
            Text(
                "It reads the database of the log. The file house.hosts beside the data has the list as last seen.",
                "Читает базу журнала. В файле house.hosts рядом с данными — список, каким его видели в последний раз.")
        ]
    }

    func hint(for fault: Fault) -> Text? { MembershipError.hint(for: fault) }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let (files, recovery, machine) = try HouseCommands.replicated(scene)
        let (hosts, leases) = try HouseCommands.reporting {
            let list = try HouseCommands.hosts(recovery, since: machine.listedSince, scene)
            defer { list.close() }
            let board = try HouseCommands.leases(recovery, scene)
            defer { board.close() }
            return (try list.list(), try board.read())
        }
        let lines: [HostLine]
        do {
            lines = try HouseService.allCases.map(\.rawValue).map { service in
                HostLine(
                    service: service, lease: leases[service],
                    newest: try LogStatus.read(try recovery.access(of: service), within: scene.client.limit).newest,
                    local: try files.head(of: service))
            }
        } catch {
            throw Fault(.unavailable, "\(error)", field: "url")
        }
        // It is for people; a directory that cannot be written to is no reason to hide the answer.
        try? HostsFile(data: files.layout.root).write(hosts)
        scene.show(try HostLine.json(hosts, own: machine.name, services: lines)) {
            var page = Page()
            page.table(Self.table(hosts, own: machine.name, lines))
            page.line()
            page.table(HostLine.table(lines))
            return page
        }
        return .done
    }

    private static func table(_ hosts: [HouseHost], own: String, _ lines: [HostLine]) -> Table {
        var table = Table([
            .words(Text("host", "машина")), .words(Text("address", "адрес")), .text(Text("leads", "ведёт")),
            .text(Text("public key", "открытый ключ")), .text(.blank),
        ])
        for host in hosts {
            let led = lines.filter { $0.lease?.leader == host.name }.map(\.service)
            table.add([
                StyledText(host.name, .bold), StyledText(host.endpoint.description),
                StyledText(led.count == lines.count ? "\(Text("all", "все"))" : led.joined(separator: ", ")),
                StyledText(Base64URL.encode(host.publicKey), .dim),
                host.name == own ? StyledText("this machine", "эта машина", .green) : StyledText(Text.blank),
            ])
        }
        return table
    }
}
