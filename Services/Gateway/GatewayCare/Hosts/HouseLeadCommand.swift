import Coordination
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Identity
import Replication
import StrictJSON

/// `gateway house lead`: has another machine lead a service.
struct HouseLeadCommand: Command {
    let words = ["house", "lead"]
    let part = CommandPart.house
    let summary = Text("Has a machine lead a service, or all.", "Поручает машине вести службу или все.")
    let positional = ["service", "host"]
    let usualLimit = Duration.seconds(30)
    var flags: [FlagShape] {
        [
            FlagShape(
                "service", .choice(House.services + ["all"]), isRequired: true, placeholder: "SERVICE|all",
                Text("Which service; all of them with all.", "Какую службу; all — все.")),
            FlagShape(
                "host", .text, isRequired: true, placeholder: "HOST",
                Text("The name of the machine.", "Имя машины.")),
            BackupCommands.data,
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample("house lead ledger beta", Text("moves one service to beta", "одну службу — на beta")),
            CommandExample(
                "house lead all alpha", Text("before work on the other machines", "перед работами на других машинах")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                "Requests wait for the moment of the change. Nothing that was acknowledged is lost.",
                "Запросы ждут, пока служба переходит. Ничего подтверждённого не теряется.")
        ]
    }

    func hint(for fault: Fault) -> Text? {
        fault.code == .deadlineExceeded
            ? Text("gateway house hosts shows who leads now", "gateway house hosts покажет, кто ведёт сейчас")
            : MembershipError.hint(for: fault)
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let (_, recovery, machine) = try HouseCommands.replicated(scene)
        let host = try HouseCommands.name(scene, "host")
        let said = scene.arguments.text("service") ?? ""
        let services = said == "all" ? HouseService.allCases.map(\.rawValue) : [said]
        let board = try HouseCommands.reporting {
            let list = try HouseCommands.hosts(recovery, since: machine.listedSince, scene)
            defer { list.close() }
            let hosts = try list.list()
            guard hosts.contains(where: { $0.name == host }) else {
                throw MembershipError(.unknownHost, "The house has no host \(host).")
            }
            let board = try HouseCommands.leases(recovery, scene)
            for service in services { try board.want(host, for: service) }
            return board
        }
        defer { board.close() }
        let deadline = ContinuousClock.now + Self.patience
        var lacking = services
        while true {
            let lines = try HouseCommands.reporting { try board.read() }
            lacking = services.filter { lines[$0]?.leader != host }
            guard !lacking.isEmpty, ContinuousClock.now < deadline else { break }
            try await Task.sleep(for: .milliseconds(100))
        }
        guard lacking.isEmpty else {
            // Or the service would move whenever the machine comes back.
            try HouseCommands.reporting { for service in lacking { try board.wantNoMore(host, for: service) } }
            throw Fault(
                .deadlineExceeded,
                """
                \(Text(
                "\(host) did not take \(lacking.joined(separator: ", ")) within 15 seconds; is it running there?",
                "\(host) не приняла за 15 секунд: \(lacking.joined(separator: ", ")); работают ли там службы?"))
                """)
        }
        scene.show(Self.json(services, host)) {
            var page = Page()
            page.say(
                "\(host) leads \(services.joined(separator: ", "))",
                "\(host) ведёт: \(services.joined(separator: ", "))", .green)
            return page
        }
        return .done
    }

    /// A lease lasts for seconds, and a follower needs some to become the leader.
    private static let patience = Duration.seconds(15)

    private static func json(_ services: [String], _ host: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("leader", host)
        writer.key("services")
        writer.beginArray()
        for service in services { writer.value(service) }
        writer.endArray()
        writer.endObject()
        return writer.finish()
    }
}
