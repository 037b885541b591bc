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
        return snapshot.health.isReady ? .done : .serviceDown
    }
}

/// The state at one moment, from the supervisor and the services.
struct Snapshot: Sendable {
    let state: SupervisorState?
    let health: HealthReport

    /// Asks the supervisor and the services.
    static func take(_ house: House, _ client: ServiceClient) async -> Snapshot {
        let state = house.state()
        let services = state.map { $0.services.map(\.name) } ?? House.services
        return Snapshot(state: state, health: await HealthReport.ask(services, client))
    }

    private func process(_ service: String) -> SupervisorState.Service? {
        state?.services.first { $0.name == service }
    }

    private func uptime(_ service: String, now: Instant) -> Int? {
        if let said = health[service]?.uptimeSeconds { return said }
        return process(service)?.startedAt.map { max(0, Int((now - $0).components.seconds)) }
    }

    /// Returns `{"supervisor":{"pid":1}|null,"services":[{"name","phase"?,"pid"?,…,"health":{…}}]}`.
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
            if let process = process(entry.service) {
                writer.member("phase", process.phase.rawValue)
                if let pid = process.pid { writer.member("pid", pid) }
                writer.member("startedAt", ifPresent: process.startedAt?.description)
                writer.member("restarts", process.restarts)
                writer.member("lastExit", ifPresent: process.lastExit)
                writer.member("nextAttempt", ifPresent: process.nextAttempt?.description)
                writer.member("status", ifPresent: process.status)
            }
            if let seconds = uptime(entry.service, now: now) { writer.member("uptimeSeconds", seconds) }
            writer.key("health")
            try HealthCommand.write(entry, to: &writer)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.finish()
    }

    /// Returns the page for people.
    func page(now: Instant) -> Page {
        var page = Page()
        if state == nil {
            page.line(
                StyledText(
                    "no supervisor runs here; gateway up --detach starts one",
                    "супервизор здесь не работает; gateway up --detach запустит его", .yellow))
        }
        var table = Table([
            .words(Text("service", "служба")), .words(Text("process", "процесс")), .words(Text("health", "здоровье")),
            .words(Text("role", "роль")), .numbers(Text(verbatim: "pid")), .numbers(Text("uptime", "работает")),
            .numbers(Text("restarts", "перезапусков")), .words(Text("last exit", "прошлый конец")),
            .words(Text.byClock("next attempt", "следующая попытка")), .text(.blank),
        ])
        for entry in health.entries {
            let process = process(entry.service)
            table.add([
                StyledText(entry.service),
                process.map { StyledText(ServiceStateText.of($0.phase.rawValue), $0.phase == .waiting ? .red : .plain) }
                    ?? .blank,
                StyledText(ServiceStateText.of(entry.status), entry.isReady ? .green : .red),
                entry.replica?.cell ?? .blank, StyledText(process?.pid.map(String.init) ?? ""),
                StyledText(uptime(entry.service, now: now).map { ValueText.duration(seconds: $0) } ?? ""),
                StyledText(process.map { String($0.restarts) } ?? ""),
                StyledText(process?.lastExit.map { ProcessEndText.of($0) } ?? .blank),
                StyledText(process?.nextAttempt.map { ValueText.time($0) } ?? ""), StyledText(process?.status ?? ""),
            ])
        }
        page.table(table)
        for (services, trouble) in ReplicaReport.troubles(health.entries) {
            page.line(StyledText("\(services.joined(separator: ", ")): ", .red), StyledText(trouble))
        }
        return page
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
                if snapshot.health.isReady || ContinuousClock.now >= deadline { return snapshot }
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
