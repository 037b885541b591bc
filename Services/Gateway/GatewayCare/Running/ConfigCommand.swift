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
    private static let mostBytes = 1 << 20

    /// A setting as a service describes it.
    private struct Setting: Hashable {
        let name: String
        let variable: String
        let value: String
        let source: String
        let limits: Text
        let standard: String
        let summary: Text
    }

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
        for service in House.services { answers.append((service, try ask(service, directory, scene.house))) }
        let settings = answers.flatMap { service, answer in
            Self.settings(answer).map { (service: service, setting: $0) }
        }
        .filter { wanted == nil || $0.setting.name == wanted || $0.setting.variable.lowercased() == wanted }
        guard !settings.isEmpty else {
            let names = Set(answers.flatMap { Self.settings($0.answer).map(\.name) })
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

    /// Returns a service's settings, as its executable prints them with `--explain`.
    private func ask(_ service: String, _ directory: String, _ house: House) throws -> JSONNode {
        let executable = "\(directory)/\(service)"
        guard access(executable, X_OK) == 0 else {
            throw UsageError(
                Text("There is no executable \(executable).", "Нет исполняемого файла \(executable)."),
                hint: Text("say where it is with --bin DIR", "укажите, где он: --bin DIR"), field: "bin")
        }
        let corner = try Corner.short(house.variables)
        let path = corner.path + "/answer"
        let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw HostingError.system("open \(path)") }
        let file = OwnedDescriptor(owning: number)
        let child = try ChildProcess.spawn(
            executable: executable, arguments: ["--explain"], environment: house.variables,
            standardOutput: file.rawValue)
        guard child.wait() == .exited(0), let bytes = try readFile(path, limit: Self.mostBytes) else {
            let sentence = Text(
                "\(service) does not explain its settings; is it of this version?",
                "\(service) не объясняет своих настроек; той ли она версии?")
            throw Fault(.internalFault, "\(sentence)")
        }
        withExtendedLifetime(corner) {}
        return try JSONDocument(bytes).root
    }

    private static func settings(_ answer: JSONNode) -> [Setting] {
        answer.member("settings")?.elements.map { node in
            func text(_ name: String) -> String? { node.member(name)?.string }
            return Setting(
                name: text("name") ?? "", variable: text("variable") ?? "", value: text("value") ?? "",
                source: text("source") ?? "",
                limits: SettingText.limits(type: text("type") ?? "", range: text("range"), unit: text("unit")),
                standard: text("default") ?? "",
                summary: SettingText.summary(text("summary") ?? "", of: text("name") ?? ""))
        } ?? []
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
    private static func page(_ settings: [(service: String, setting: Setting)], _ faults: [String]) -> Page {
        var page = Page()
        for fault in faults { page.line(StyledText(fault, .red)) }
        var seen: [Setting] = []
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
