import Coordination
import GatewayCommandLine
import GatewayWords
import StrictJSON

/// `gateway health`: asks services about their health; for the health check of a container.
struct HealthCommand: Command {
    let words = ["health"]
    let part = CommandPart.house
    let summary = Text("Asks services whether they are ready.", "Спрашивает службы, работают ли они.")
    let positional = ["services"]
    var flags: [FlagShape] {
        [
            FlagShape(
                "services", .words, placeholder: "SERVICE[,SERVICE]",
                Text("Which services; all by default.", "Какие; по умолчанию все.")),
            GlobalFlags.watch,
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample("health", Text("asks all", "спросит все")),
            CommandExample(
                "health ledger",
                Text("asks one; for a container's health check", "спросит одну; годится для проверки контейнера")),
        ]
    }
    let usualLimit = Duration.seconds(2)
    let isTraced = false
    var notes: [Text] {
        [
            Text(
                "Exit code 0 when all of them are ready, otherwise 69. Waits two seconds, unless --timeout is given.",
                "Код 0, если все работают, иначе 69. Ждёт две секунды, если --timeout не велит иного.")
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let services = try ServiceList.read(scene.arguments.text("services"), of: scene.house)
        let report = await HealthReport.ask(services, scene.client)
        scene.show(try Self.json(report)) { Self.page(report) }
        return report.isReady ? .done : .serviceDown
    }

    /// Returns `{"services":{"ledger":{…}}}`, with each answer as it came, or `{"error":{…}}`.
    private static func json(_ report: HealthReport) throws -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("services")
        writer.beginObject()
        for entry in report.entries {
            writer.key(entry.service)
            try write(entry, to: &writer)
        }
        writer.endObject()
        writer.endObject()
        return writer.finish()
    }

    /// Writes the answer of a service.
    static func write(_ entry: HealthReport.Entry, to writer: inout JSONWriter) throws {
        switch entry.result {
        case .success(let answer): writer.raw(answer)
        case .failure(let fault):
            writer.beginObject()
            writer.key("error")
            try JSONEncoding.encode(fault, into: &writer)
            writer.endObject()
        }
    }

    private static func page(_ report: HealthReport) -> Page {
        var table = Table([
            .words(Text("service", "служба")), .words(Text("health", "здоровье")), .words(Text("version", "версия")),
            .numbers(Text("uptime", "работает")), .text(.blank),
        ])
        let remarks = report.entries.map { entry in
            if case .failure(let fault) = entry.result { FaultSentence.of(fault) } else { Text.blank }
        }
        // Facts shared by several services are shown once, below.
        var shared: [Text] = []
        for (index, remark) in remarks.enumerated() where !remark.isEmpty && !shared.contains(remark) {
            if remarks[(index + 1)...].contains(remark) { shared.append(remark) }
        }
        for (entry, remark) in zip(report.entries, remarks) {
            table.add([
                StyledText(entry.service),
                StyledText(ServiceStateText.of(entry.status), entry.isReady ? .green : .red),
                StyledText(entry.version ?? ""),
                StyledText(entry.uptimeSeconds.map { ValueText.duration(seconds: $0) } ?? ""),
                StyledText(shared.contains(remark) ? .blank : remark),
            ])
        }
        var page = Page()
        page.table(table)
        for remark in shared { page.line(StyledText(remark, .red)) }
        return page
    }
}
