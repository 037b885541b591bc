import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import StrictJSON

/// `gateway trace`: the work of each service for a request, with its times.
struct TraceCommand: Command {
    let words = ["trace"]
    let part = CommandPart.tools
    let summary = Text(
        "Shows the work of each service for a request, with its times.",
        "Показывает, что и когда запрос делал в каждой службе.")
    let usualLimit = Duration.seconds(2)
    let isTraced = false
    let positional = ["id"]
    var flags: [FlagShape] {
        [
            FlagShape(
                "id", .text, placeholder: "ID",
                Text(
                    "The trace id, as faults show it; by default the last request of this gateway.",
                    "Какой запрос: номер из сообщения об ошибке; по умолчанию последний запрос этого шлюза."))
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample("trace", Text("the last request", "последний запрос")),
            CommandExample(
                "trace 4bf92f3577b34da6a3ce929d0e0e4736",
                Text("the request of that id", "запрос с этим номером")),
            CommandExample("trace --jsonl", Text("one piece of work a line", "по одной работе в строке")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                """
                Each service keeps the newest 2,048 spans of traced requests until it restarts. The gateway's requests
                """,
                """
                Каждая служба помнит последние 2048 работ по запросам, за которыми следят, пока не перезапустится. \
                Запросы
                """
            ),
            Text(
                """
                are traced, except health, status, --watch and the app's background requests. Requests and answers are \
                not kept.
                """,
                """
                шлюза таковы, кроме health, status, --watch и того, что приложение узнаёт само. Вопросов и ответов не \
                хранят.
                """
            ),
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let runs = scene.traces?.load() ?? []
        let id = try Self.id(scene.arguments.text("id"), runs)
        let services = scene.house.allServices
        let told = await Self.ask(id, services, scene.client)
        let silent = told.compactMap { service, result -> (service: String, fault: Fault)? in
            if case .failure(let fault) = result { (service, fault) } else { nil }
        }
        let steps = told.flatMap { service, result -> [TraceReport.Step] in
            switch result {
            case .success(let spans): spans.map { $0.step(of: service) }
            case .failure: []
            }
        }
        guard !steps.isEmpty else { throw Self.nothing(of: id, silent, among: services.count) }
        let report = TraceReport(
            id: id, run: runs.first { $0.id == id.description }, steps: steps, silent: silent)
        scene.show(report.json) { report.page(width: scene.console.output.width) }
        return .done
    }

    /// Returns the given id, or the one in a `traceparent`; without either the id of the last run.
    private static func id(_ text: String?, _ runs: [RecordedTrace]) throws -> TraceID {
        guard let text else {
            guard let last = runs.first.flatMap({ TraceID($0.id) }) else {
                throw Fault(
                    .notFound,
                    """
                    \(Text(
                    "This gateway has not called a service yet.",
                    "Этот шлюз ещё ни о чём не спрашивал службы."))
                    """
                )
            }
            return last
        }
        let small = text.lowercased()
        guard let id = TraceID(small) ?? TraceContext(traceparent: small)?.traceID else {
            throw UsageError(
                Text(
                    "A trace is named by 32 hexadecimal digits.", "Номер трассы — 32 шестнадцатеричные цифры."),
                hint: Text(
                    "faults show it; gateway trace alone shows the last request",
                    "его называют ошибки; gateway trace без номера покажет последний запрос"), field: "id")
        }
        return id
    }

    private static func ask(
        _ id: TraceID, _ services: [String], _ client: ServiceClient
    ) async -> [(service: String, result: Result<[ToldSpan], Fault>)] {
        await withTaskGroup(of: (Int, Result<[ToldSpan], Fault>).self) { group in
            for (place, service) in services.enumerated() {
                group.addTask { (place, await ask(id, service, client)) }
            }
            var told: [(Int, Result<[ToldSpan], Fault>)] = []
            for await answer in group { told.append(answer) }
            return told.sorted { $0.0 < $1.0 }.map { (services[$0.0], $0.1) }
        }
    }

    private static func ask(_ id: TraceID, _ service: String, _ client: ServiceClient) async -> Result<
        [ToldSpan], Fault
    > {
        do {
            let answer = try await client.askOpenly(
                service: service, method: "\(service).trace", parameters: Array("{\"id\":\"\(id)\"}".utf8))
            return .success(try client.decode(Told.self, from: answer).spans)
        } catch let fault as Fault {
            return .failure(fault)
        } catch {
            return .failure(
                Fault(
                    .internalFault,
                    "\(Text("\(service) could not be asked: \(error).", "Спросить \(service) не удалось: \(error)."))"))
        }
    }

    private static func nothing(
        of id: TraceID, _ silent: [(service: String, fault: Fault)], among count: Int
    ) -> Fault {
        if silent.count == count, let first = silent.first { return first.fault }
        let names = silent.map(\.service).joined(separator: ", ")
        let asked = Text(
            "No service that answers remembers the trace \(id.description): each keeps the newest, until it restarts.",
            """
            Ни одна из ответивших служб не помнит трассу \(id.description): каждая помнит последние, пока не \
            перезапустится.
            """
        )
        let missing = Text(" Not heard: \(names).", " Не ответили: \(names).")
        return Fault(.notFound, "\(silent.isEmpty ? asked : asked + missing)", field: "id")
    }
}

/// The answer of a service about a trace.
private struct Told: Decodable {
    let spans: [ToldSpan]
}

/// A span as its service reports it.
private struct ToldSpan: Decodable, Sendable {
    let kind: String
    let name: String
    let span: String
    let parent: String
    let start: Instant
    let microseconds: Int
    let fault: String?

    func step(of service: String) -> TraceReport.Step {
        TraceReport.Step(
            service: service, kind: kind, name: name, span: span, parent: parent, start: start,
            microseconds: microseconds, fault: fault)
    }
}
