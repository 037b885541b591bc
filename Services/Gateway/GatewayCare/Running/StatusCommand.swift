import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting
import StrictJSON

/// `gateway status`: the supervisor's state of each process, and each service's health.
struct StatusCommand: Command {
    let words = ["status"]
    let part = CommandPart.house
    let summary = Text(
        "Shows which services run, since when, and how they ended last.",
        "Показывает, что работает, с каких пор и чем кончилось в прошлый раз.")
    var flags: [FlagShape] {
        [
            FlagShape(
                "wait", .duration,
                Text(
                    "Wait until all services are ready, at most this long.",
                    "Ждать, пока все службы заработают, но не дольше.")
            ),
            GlobalFlags.watch,
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample("status", Text("shows all services", "покажет все службы")),
            CommandExample(
                "status --wait 10s",
                Text(
                    "waits until all are ready; for scripts that start them",
                    "дождётся, пока все заработают; для скриптов, которые их запускают")),
        ]
    }
    let usualLimit = Duration.seconds(2)
    let isTraced = false
    var notes: [Text] {
        [
            Text("Exit code 0 when all services are ready, otherwise 69.", "Код 0, если все службы работают, иначе 69.")
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let snapshot =
            if let patience = scene.arguments.duration("wait") {
                try await Readiness.wait(patience, scene.house, scene.client)
            } else {
                await Snapshot.take(scene.house, scene.client)
            }
        scene.show(try snapshot.json(now: scene.house.clock.now())) { snapshot.page(now: scene.house.clock.now()) }
        return snapshot.isReady ? .done : .serviceDown
    }
}

/// The state at one moment, from the supervisor and the services.
struct Snapshot: Sendable {
    let state: SupervisorState?
    let health: HealthReport
    /// True for a house on another machine, whose supervisor cannot be seen.
    var isAway = false

    /// Asks the supervisor and the services.
    static func take(_ house: House, _ client: ServiceClient) async -> Snapshot {
        let state = house.state() ?? SystemdHouse.state(of: house)
        let services = state.map { $0.services.map(\.name).filter { !House.companions.contains($0) } } ?? House.services
        return Snapshot(
            state: state, health: await HealthReport.ask(services, client), isAway: house.forwarded != nil)
    }

    /// The processes beside the services. They are no services: nobody asks them for their health.
    private var companions: [SupervisorState.Service] { House.companions.compactMap(process) }

    /// True when all services answer requests, and the page, if there is one, serves.
    var isReady: Bool { health.isReady && companions.allSatisfy { $0.phase == .ready } }

    private func process(_ service: String) -> SupervisorState.Service? {
        state?.services.first { $0.name == service }
    }

    private func uptime(_ service: String, now: Instant) -> Int? {
        if let said = health[service]?.uptimeSeconds { return said }
        return process(service)?.startedAt.map { max(0, Int((now - $0).components.seconds)) }
    }

    /// Returns `{"supervisor":{"pid":1}|null,"services":[{"name","phase"?,"pid"?,…,"health":{…}}],"web"?:{"phase",…},
    /// "telemetry"?:{…}}`. The status of the page is its link.
    func json(now: Instant) throws -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("supervisor")
        if let state {
            writer.beginObject()
            writer.member("pid", state.pid)
            writer.endObject()
        } else {
            writer.null()
        }
        writer.key("services")
        writer.beginArray()
        for entry in health.entries {
            writer.beginObject()
            writer.member("name", entry.service)
            if let process = process(entry.service) { Self.write(process, to: &writer) }
            if let seconds = uptime(entry.service, now: now) { writer.member("uptimeSeconds", seconds) }
            writer.key("health")
            try HealthCommand.write(entry, to: &writer)
            writer.endObject()
        }
        writer.endArray()
        for companion in companions {
            writer.key(companion.name)
            writer.beginObject()
            Self.write(companion, to: &writer)
            writer.endObject()
        }
        writer.endObject()
        return writer.finish()
    }

    private static func write(_ process: SupervisorState.Service, to writer: inout JSONWriter) {
        writer.member("phase", process.phase.rawValue)
        if let pid = process.pid { writer.member("pid", pid) }
        writer.member("startedAt", ifPresent: process.startedAt?.description)
        writer.member("restarts", process.restarts)
        writer.member("lastExit", ifPresent: process.lastExit)
        writer.member("nextAttempt", ifPresent: process.nextAttempt?.description)
        writer.member("status", ifPresent: process.status)
    }

    /// Returns the page for people.
    func page(now: Instant) -> Page {
        var page = Page()
        if state == nil, !isAway {
            page.line(
                StyledText(
                    "no supervisor runs here; gateway up --detach starts one",
                    "супервизор здесь не работает; gateway up --detach запустит его", .yellow))
        }
        var table = Table([
            .words(Text("service", "служба")), .words(Text("process", "процесс")), .words(Text("health", "здоровье")),
            .words(Text("role", "роль")), .numbers(Text("epoch", "эпоха")), .numbers(Text("doubts", "сомнений")),
            .words(Text("content", "содержимое")), .numbers(Text(verbatim: "pid")),
            .numbers(Text("uptime", "работает")),
            .numbers(Text("restarts", "перезапусков")), .words(Text("last exit", "прошлый конец")),
            .words(Text.byClock("next attempt", "следующая попытка")), .text(.blank),
        ])
        for entry in health.entries {
            let report = [
                StyledText(ServiceStateText.of(entry.status), entry.isReady ? .green : .red),
                entry.replica?.cell ?? .blank, StyledText(entry.log?.epoch.map(String.init) ?? ""),
                StyledText(entry.log.map { $0.doubts > 0 ? String($0.doubts) : "" } ?? "", .yellow),
                entry.replica?.compared(now: now) ?? .blank,
            ]
            table.add(row(entry.service, report, now: now))
        }
        for companion in companions {
            table.add(row(companion.name, Array(repeating: .blank, count: 5), now: now))
        }
        page.table(table)
        if let link = process(House.webName)?.status { page.line(StyledText("page: ", "страница: "), StyledText(link)) }
        let engines = LogReport.engines(health.entries)
        for (engine, services) in engines {
            let users = engines.count == 1 ? Text.blank : Text(verbatim: " (\(services.joined(separator: ", ")))")
            page.line(StyledText("commit log\(users): ", "журнал изменений\(users): "), StyledText(engine.words))
        }
        for (services, trouble) in ReplicaReport.troubles(health.entries) {
            page.line(StyledText("\(services.joined(separator: ", ")): ", .red), StyledText(trouble))
        }
        return page
    }

    /// Returns the row of a program: what the supervisor knows, around what the program reports.
    private func row(_ name: String, _ report: [StyledText], now: Instant) -> [StyledText] {
        let process = process(name)
        let phase = process.map {
            StyledText(ServiceStateText.of($0.phase.rawValue), $0.phase == .waiting ? .red : .plain)
        }
        return [StyledText(name), phase ?? .blank] + report + [
            StyledText(process?.pid.map(String.init) ?? ""),
            StyledText(uptime(name, now: now).map { ValueText.duration(seconds: $0) } ?? ""),
            StyledText(process.map { String($0.restarts) } ?? ""),
            StyledText(process?.lastExit.map { ProcessEndText.of($0) } ?? .blank),
            StyledText(process?.nextAttempt.map { ValueText.time($0) } ?? ""),
            StyledText(name == House.webName ? "" : process?.status ?? ""),
        ]
    }
}

/// Waits until services are ready.
enum Readiness {
    /// Names the services that are not ready, and how they ended last.
    static func lacking(_ house: House) -> Fault {
        let lacking = house.state()?.services.filter { $0.phase != .ready } ?? []
        let named = lacking.map { service in
            let phase = ServiceStateText.of(service.phase.rawValue)
            let last =
                service.lastExit.map {
                    Text(", last: \(ProcessEndText.of($0))", ", прошлый конец: \(ProcessEndText.of($0))")
                } ?? .blank
            return Text("\(service.name) (\(phase)\(last))", "\(service.name) (\(phase)\(last))")
        }.joined(separator: ", ")
        let sentence =
            named.isEmpty
            ? Text("Not all services serve yet.", "Ещё не все службы работают.")
            : Text("These do not serve yet: \(named).", "Ещё не работают: \(named).")
        return Fault(.deadlineExceeded, "\(sentence)")
    }

    /// Returns the state once all services are ready, or after the time limit.
    static func wait(_ patience: Duration, _ house: House, _ client: ServiceClient) async throws -> Snapshot {
        let deadline = ContinuousClock.now + patience
        while true {
            // A failing health check takes time; the supervisor's state is free, so it is read first.
            let phases = house.state()?.services.map(\.phase) ?? []
            if phases.allSatisfy({ $0 == .ready }) || ContinuousClock.now >= deadline {
                let snapshot = await Snapshot.take(house, client)
                if snapshot.isReady || ContinuousClock.now >= deadline { return snapshot }
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
