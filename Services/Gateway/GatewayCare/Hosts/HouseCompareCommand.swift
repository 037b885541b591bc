import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting
import Replication

/// `gateway house compare`: has the machines of the house compare the whole content of their databases.
struct HouseCompareCommand: Command {
    let words = ["house", "compare"]
    let part = CommandPart.house
    let summary = Text(
        "Has the machines compare their whole databases now.", "Сверяет базы всех машин целиком, сейчас.")
    let positional = ["service"]
    let usualLimit = Duration.seconds(60)
    var flags: [FlagShape] {
        [
            FlagShape(
                "service", .choice(House.services), placeholder: "SERVICE",
                Text("Which service; all by default.", "Какую службу; по умолчанию все.")),
            FlagShape(
                "last", .toggle,
                Text("Show the last comparison, without a new one.", "Показать прошлую сверку, не начиная новой.")),
            BackupCommands.data,
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample("house compare", Text("all services", "все службы")),
            CommandExample("house compare ledger --timeout 10m", Text("a large database", "большая база")),
            CommandExample("house compare --last", Text("what was found last night", "что нашлось прошлой ночью")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                "The machines do this by themselves once a day (compare-at). A copy that differs stops.",
                "Раз в день машины сверяются сами (compare-at). Копия, которая отличается, останавливается."),
            Text(
                "Exit code 1 when a machine differs, 8 when one has not compared yet.",
                "Код 1, если какая-то машина отличается, 8 — если какая-то ещё не сверилась."),
        ]
    }

    func hint(for fault: Fault) -> Text? { MembershipError.hint(for: fault) }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let (_, recovery, machine) = try HouseCommands.replicated(scene)
        let services = scene.arguments.text("service").map { [$0] } ?? House.services
        let hosts = try HouseCommands.reporting {
            let list = try HouseCommands.hosts(recovery, since: machine.listedSince, scene)
            defer { list.close() }
            return try list.list()
        }
        guard hosts.count > 1 else {
            throw Fault(
                .conflict,
                """
                \(Text(
                "The house has one machine, which has nothing to compare with.",
                "В доме одна машина, сверять не с чем."))
                """)
        }
        let machines = try await compared(services, hosts, recovery, scene)
        scene.show(ComparedMachine.json(machines, of: services)) {
            var page = Page()
            page.table(ComparedMachine.table(machines))
            for machine in machines {
                guard case .differs = machine.outcome else { continue }
                page.line(
                    StyledText(
                        "on \(machine.host): gateway house resync \(machine.service) makes a new copy",
                        "на \(machine.host): gateway house resync \(machine.service) сделает новую копию", .red))
            }
            return page
        }
        if machines.contains(where: { $0.outcome.isBad }) { return .failed }
        return machines.contains { $0.outcome == .missing } ? .pending : .done
    }

    /// Asks for a comparison, unless only the last one is to be shown, and waits for the reports of all machines.
    private func compared(
        _ services: [String], _ hosts: [HouseHost], _ recovery: RecoveryFile, _ scene: CommandScene
    ) async throws -> [ComparedMachine] {
        let accesses = try HouseCommands.reporting { try services.map(recovery.access) }
        let reports = ContentReports(accesses, patience: HouseCommands.patience(scene))
        defer { reports.close() }
        let before = try Self.reading { try reports.read() }
        let lines = { (lines: [ContentReports.Line]) in services.flatMap { ComparedMachine.of($0, hosts, lines) } }
        guard !scene.arguments.isOn("last") else { return lines(before) }
        for service in services { try Self.reading { try reports.wish(for: service) } }
        let deadline = ContinuousClock.now + scene.client.limit
        while true {
            let read = try Self.reading { try reports.read() }
            let machines = lines(read).map { $0.unless(in: before) }
            guard machines.contains(where: { $0.outcome == .missing }), ContinuousClock.now < deadline else {
                return machines
            }
            try await Task.sleep(for: .milliseconds(200))
        }
    }

    private static func reading<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch {
            throw Fault(.unavailable, "\(error)", field: "url")
        }
    }
}

extension ComparedMachine.Outcome {
    /// True when something has to be done.
    fileprivate var isBad: Bool {
        switch self {
        case .differs, .forged: true
        case .leader, .equal, .missing: false
        }
    }
}

extension ComparedMachine {
    /// Returns the same, but missing when its report is one of earlier ones: it is not the comparison that was asked
    /// for.
    fileprivate func unless(in earlier: [ContentReports.Line]) -> ComparedMachine {
        guard outcome == .leader || outcome == .equal,
            earlier.contains(where: { $0.service == service && $0.host == host && $0.report == report })
        else { return self }
        return ComparedMachine(service: service, host: host, report: report, outcome: .missing)
    }
}
