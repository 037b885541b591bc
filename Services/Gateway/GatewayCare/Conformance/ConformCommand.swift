import Coordination
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting
import StrictJSON

/// `gateway conform`: checks from outside whether a running service speaks the protocol.
struct ConformCommand: Command {
    private static let mostBytes = 1 << 20

    let words = ["conform"]
    let part = CommandPart.tools
    let summary = Text(
        "Checks from outside whether a service speaks the protocol.",
        "Проверяет снаружи, говорит ли служба по протоколу.")
    let usualLimit = Duration.seconds(5)
    let isTraced = false
    let positional = ["service"]
    var flags: [FlagShape] {
        [
            FlagShape(
                "service", .text, isRequired: true, placeholder: "SERVICE",
                Text(
                    "Its name: that of its socket, and the beginning of its methods.",
                    "Её имя: так называется сокет и начинаются методы.")),
            FlagShape(
                "method", .text,
                Text(
                    "A method that may be called several times, even if it changes something.",
                    "Метод, который можно вызвать несколько раз, даже если он что-то меняет.")),
            FlagShape(
                "parameters", .text, placeholder: "JSON",
                Text("Its parameters; {} by default.", "Его параметры; по умолчанию {}.")),
            FlagShape(
                "other", .text, placeholder: "JSON",
                Text(
                    "Other parameters: with the same key they must be a conflict.",
                    "Другие параметры: с тем же ключом — это конфликт.")),
            FlagShape(
                "process", .number, placeholder: "PID",
                Text(
                    "The service's process, which is asked to stop at the end.",
                    "Процесс службы: в конце его попросят остановиться.")),
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample("conform ledger", Text("a service of the house", "служба дома")),
            CommandExample(
                "conform notes --run /run/user/1000/kopilka",
                Text("your own, whose socket lies there", "ваша, если сокет лежит там")),
            CommandExample(
                "conform notes --method notes.add --parameters '{\"text\":\"a\"}' --other '{\"text\":\"b\"}'",
                Text("repeated keys, too", "и повторы ключей")),
            CommandExample(
                "conform notes --process 4711", Text("and how it stops", "и как она останавливается")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                "Exit code 0 when everything that was tried holds, otherwise 1.",
                "Код 0, если всё проверенное соблюдается, иначе 1."),
            Text(
                "Nothing is changed without --method. The service's log and counters tell of the malformed requests.",
                "Без --method ничего не меняется. Неверные запросы видны в журнале и счётчиках службы."),
            Text(
                "A supervisor starts a stopped service again; gateway status --json has the process of each.",
                "Супервизор запускает остановленную службу снова; процессы — в gateway status --json."),
            Text(
                "The limits are the usual ones: a service with raised limits breaks the rules about them.",
                "Пределы — обычные: если их подняли, правила о них нарушены."),
            Text(
                "The session is sent along to services of the house only, extra ones included.",
                "Сеанс прилагается только для служб дома, в том числе дополнительных."),
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let service = scene.arguments.text("service") ?? ""
        let run = scene.house.runDirectory.description
        try Self.check(service, in: run)
        let isOurs = scene.house.allServices.contains(service)
        let plan = WalkPlan(
            service: service, runDirectory: run, patience: scene.client.limit,
            session: isOurs ? try? await scene.client.sessions.token(within: scene.client.limit) : nil,
            method: try Self.method(scene.arguments), process: try Self.process(scene.arguments))
        let findings = try await Self.walk(plan)
        let report = ConformanceReport(service: service, findings: findings)
        scene.show(report.json()) { report.page() }
        return report.conforms ? .done : .failed
    }

    /// Walks on a thread of its own, because a socket belongs to one.
    private static func walk(_ plan: WalkPlan) async throws -> [RuleFinding] {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                BackgroundThread.start(named: "conformance") {
                    continuation.resume(with: Result { try ConformanceWalk.findings(plan) })
                }
            }
        } onCancel: {
            plan.stop.set()
        }
    }

    private static func check(_ service: String, in run: String) throws {
        try ServiceList.checkForm(of: service)
        let path = ListeningSocket.path(of: service, runDirectory: run)
        guard !DirectoryList.isMissing(path) else {
            throw Fault(
                .unavailable,
                """
                \(Text(
                "\(service) does not run: there is no socket \(path).",
                "\(service) не работает: нет сокета \(path)."))
                """)
        }
    }

    private static func method(_ arguments: ParsedArguments) throws(UsageError) -> WalkPlan.PermittedMethod? {
        guard let name = arguments.text("method") else {
            for flag in ["parameters", "other"] where arguments.text(flag) != nil {
                throw UsageError(
                    Text("--\(flag) needs --method.", "--\(flag) бывает только с --method."), field: flag)
            }
            return nil
        }
        return WalkPlan.PermittedMethod(
            name: name, parameters: try object(arguments, "parameters") ?? "",
            otherParameters: try object(arguments, "other"))
    }

    private static func process(_ arguments: ParsedArguments) throws(UsageError) -> Int32? {
        guard let number = arguments.number("process") else { return nil }
        // 0, 1 and negative numbers are init and whole groups of processes: kill(2).
        guard number > 1, let process = Int32(exactly: number), House.isRunning(process) else {
            throw UsageError(
                Text("\(number) is no process of a service.", "\(number) — не процесс службы."), field: "process")
        }
        return process
    }

    /// Returns the inside of a JSON object.
    private static func object(_ arguments: ParsedArguments, _ field: String) throws(UsageError) -> String? {
        guard let text = arguments.text(field) else { return nil }
        let document = try? JSONDocument(Array(text.utf8), limits: JSONLimits(maximumBytes: mostBytes))
        guard let root = document?.root, root.kind == .object, root.member("_meta") == nil else {
            throw UsageError(
                Text("--\(field) must be a JSON object without _meta.", "--\(field) — объект JSON без _meta."),
                field: field)
        }
        return String(decoding: root.rawBytes.dropFirst().dropLast(), as: UTF8.self)
    }
}
