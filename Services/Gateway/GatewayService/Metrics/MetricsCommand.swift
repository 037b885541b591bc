import Coordination
import GatewayCare
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting
import StrictJSON

/// `gateway metrics`: measures the services, for Prometheus.
struct MetricsCommand: Command {
    /// The ending of the files that the node exporter reads.
    private static let ending = ".prom"

    let words = ["metrics"]
    let part = CommandPart.house
    let summary = Text(
        "Measures the services, as text for Prometheus (OpenMetrics).",
        "Показатели служб, текстом для Prometheus (OpenMetrics).")
    let usualLimit = Duration.seconds(2)
    let tellsWaiting = false
    let isTraced = false
    var flags: [FlagShape] {
        [
            FlagShape(
                "listen", .text, placeholder: "ADDRESS:PORT|PATH",
                Text(
                    "Serve GET /metrics to this machine until Ctrl-C: \(MetricsListen.usual), or a Unix socket.",
                    "Отвечать на GET /metrics этой машине до Ctrl-C: \(MetricsListen.usual) или сокет Unix.")),
            FlagShape(
                "textfile", .text, placeholder: "FILE.prom",
                Text(
                    "Replace a file that the node exporter of Prometheus reads.",
                    "Заменить файл, который читает node exporter для Prometheus.")),
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample("metrics", Text("prints them once", "напечатает их один раз")),
            CommandExample(
                "metrics --listen \(MetricsListen.usual)",
                Text("serves them to Prometheus on this machine", "отдаёт их Prometheus на этой машине")),
            CommandExample(
                "metrics --textfile /var/lib/prometheus/node-exporter/kopilka.prom",
                Text("for the node exporter, from a timer", "для node exporter, по таймеру")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                "Needs the operator's key, so run it as the user of the house. The labels have no data of people.",
                "Нужен ключ хозяина, поэтому запускайте от пользователя дома. Данных о людях в метках нет."),
            Text(
                "A service that is down is kopilka_up 0; each has two seconds, unless --timeout is given.",
                "Если служба не отвечает, её kopilka_up равен 0; у каждой две секунды, если --timeout не велит иного."),
            Text(
                "Exit code 69 when no service answers; 75 when another program listens there already.",
                "Код 69, если не ответила ни одна служба; 75, если там уже слушает другая программа."),
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let metrics = SharedMetrics(scene.house.allServices, scene.client, data: scene.house.dataDirectory?.description)
        if let place = scene.arguments.text("listen") {
            guard scene.arguments.text("textfile") == nil else {
                throw UsageError(
                    Text("Either --listen or --textfile, not both.", "Или --listen, или --textfile, но не оба."),
                    field: "textfile")
            }
            return try await MetricsServer(scene: scene, metrics: metrics).run(try MetricsListen.read(place))
        }
        let path = try scene.arguments.text("textfile").map(Self.checked)
        let report = await metrics.report()
        for (service, fault) in report.faults { scene.console.tell("\(service): \(FaultSentence.of(fault))") }
        if let path {
            let text = ExpositionText.of(report.families, as: .classic)
            // The exporter runs as another user.
            try replaceFile(path.description, with: Array(text.utf8), mode: 0o644)
        } else if scene.isJSON {
            scene.console.output.write(json: try JSONEncoding.encode(Answer(families: report.families)))
        } else {
            scene.console.output.write(ExpositionText.of(report.families, as: .openMetrics))
        }
        return report.isEmpty ? .serviceDown : .done
    }

    /// The result with `--json`.
    private struct Answer: Encodable {
        let families: [MetricFamily]
    }

    private static func checked(_ text: String) throws(UsageError) -> AbsolutePath {
        guard text.hasSuffix(ending) else {
            throw UsageError(
                Text(
                    "The node exporter reads only files whose names end in \(ending).",
                    "node exporter читает только файлы с именем на \(ending)."), field: "textfile")
        }
        guard let path = AbsolutePath(text) else {
            throw UsageError(Text("--textfile is not a path.", "--textfile — не путь."), field: "textfile")
        }
        return path
    }
}
