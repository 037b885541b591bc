import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Glibc
import Hosting
import StrictJSON

/// `gateway config explain`: every setting of every service, its present value, and the value's origin.
struct ConfigCommand: Command {
    let words = ["config", "explain"]
    let part = CommandPart.house
    let summary = Text(
        "Shows each setting: its value, the value's origin, its unit, range and default.",
        "Показывает каждую настройку: значение, откуда оно, единицу, границы и значение по умолчанию.")
    let positional = ["setting"]
    var flags: [FlagShape] {
        [
            FlagShape(
                "setting", .text, placeholder: "NAME",
                Text("One setting only: its name or variable.", "Только одна настройка: её имя или переменная.")),
            FlagShape(
                "bin", .text, placeholder: "DIR",
                Text("The directory of the services' executables.", "Где исполняемые файлы служб.")),
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample("config explain", Text("all of them", "все настройки")),
            CommandExample(
                "config explain data",
                Text("one of them, in every service that has it", "одна, у каждой службы, где она есть")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                """
                It asks the executables as they would start from here; running services may have been started \
                differently.
                """,
                "Спрашиваются исполняемые файлы так, как запустились бы отсюда; работающие могли быть запущены иначе."),
            Text(
                "Secrets are not shown, only whether they are set.",
                "Секреты не показываются, только то, что они заданы."),
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let directory = scene.arguments.text("bin") ?? House.executableDirectory
        let wanted = scene.arguments.text("setting")?.lowercased()
        var answers: [(service: String, answer: JSONNode)] = []
        for service in House.services {
            answers.append((service, try SettingsExplanation.ask(service, directory, scene.house)))
        }
        answers.append(("gateway", try JSONDocument(text: Self.ownExplanation(scene.house.variables)).root))
        let settings = answers.flatMap { service, answer in
            SettingsExplanation.settings(answer)
                // What the gateway shares with the services is explained there.
                .filter { service != "gateway" || Self.ownPrefixes.contains(where: $0.name.hasPrefix) }
                .map { (service: service, setting: $0) }
        }
        .filter { wanted == nil || $0.setting.name == wanted || $0.setting.variable.lowercased() == wanted }
        guard !settings.isEmpty else {
            let names = Set(answers.flatMap { SettingsExplanation.settings($0.answer).map(\.name) })
            throw UsageError(
                Text("There is no setting \(wanted ?? "").", "Нет настройки \(wanted ?? "")."),
                hint: Suggestion.question(for: wanted ?? "", among: names.sorted()), field: "setting")
        }
        let faults = answers.flatMap { service, answer in
            (answer.member("faults")?.elements.compactMap(\.string) ?? []).map { "\(service): \($0)" }
        }
        scene.show(Self.json(answers, wanted)) { Self.page(settings, faults) }
        return faults.isEmpty ? .done : .failed
    }

    /// How the names of the gateway's own settings begin.
    private static let ownPrefixes = ["web-", "otlp-", "backup-"]

    /// Returns the gateway's own settings as `--explain` of a service does.
    private static func ownExplanation(_ variables: [String: String]) -> String {
        let reader = SettingsReader(
            environment: Environment(variables: variables, arguments: ["--explain"]), service: "gateway")
        _ = WebSettings(reading: reader)
        _ = TelemetrySettings(reading: reader)
        _ = BackupSettings(reading: reader)
        return reader.explanation
    }

    /// Returns `{"services":{"ledger":{"service","settings":[…],"faults":[…]}}}`.
    private static func json(_ answers: [(service: String, answer: JSONNode)], _ wanted: String?) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("services")
        writer.beginObject()
        for (service, answer) in answers {
            writer.key(service)
            writer.raw(Array(answer.rawBytes))
        }
        writer.endObject()
        writer.endObject()
        return writer.finish()
    }

    /// Returns the page; a setting that is the same in several services is shown once.
    private static func page(_ settings: [(service: String, setting: ExplainedSetting)], _ faults: [String]) -> Page {
        var page = Page()
        for fault in faults { page.line(StyledText(fault, .red)) }
        var seen: [ExplainedSetting] = []
        for (_, setting) in settings where !seen.contains(setting) {
            seen.append(setting)
            let services = settings.filter { $0.setting == setting }.map(\.service)
            let whose = services.count == House.services.count ? "" : "  (\(services.joined(separator: ", ")))"
            page.line(StyledText(setting.name, .bold), StyledText("  \(setting.variable)\(whose)", .dim))
            page.line(StyledText("  "), StyledText(setting.summary))
            page.line(
                StyledText(
                    Text(verbatim: "  ") + SettingText.value(setting.value),
                    setting.source == "default" ? .plain : .green),
                setting.source == "default"
                    ? StyledText("  by default", "  по умолчанию", .dim)
                    : StyledText("  from \(setting.source)", "  из \(setting.source)", .dim))
            let standard = SettingText.value(setting.standard)
            page.line(
                StyledText(
                    "  \(setting.limits); default \(standard)",
                    "  \(setting.limits); по умолчанию \(standard)", .dim))
        }
        return page
    }
}
