import Coordination
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Glibc
import Hosting
import StrictJSON

/// A setting as a service describes it.
struct ExplainedSetting: Hashable {
    let name: String
    let variable: String
    let value: String
    let source: String
    let limits: Text
    let standard: String
    let summary: Text
}

/// The settings of a service, as its executable prints them with `--explain`.
enum SettingsExplanation {
    /// Returns `{"service","settings":[…],"faults":[…]}`.
    ///
    /// - Parameter directory: The directory of the executables.
    /// - Throws: `UsageError` for a missing executable, `Fault` for one of another version.
    static func ask(_ service: String, _ directory: String, _ house: House) throws -> JSONNode {
        let executable = "\(directory)/\(service)"
        guard access(executable, X_OK) == 0 else {
            throw UsageError(
                Text("There is no executable \(executable).", "Нет исполняемого файла \(executable)."),
                hint: Text("say where it is with --bin DIR", "укажите, где он: --bin DIR"), field: "bin")
        }
        guard let bytes = try ProgramOutput.of(executable, ["--explain"], house.variables) else {
            let sentence = Text(
                "\(service) does not explain its settings; is it of this version?",
                "\(service) не объясняет своих настроек; той ли она версии?")
            throw Fault(.internalFault, "\(sentence)")
        }
        return try JSONDocument(bytes).root
    }

    /// Returns the settings of an answer.
    static func settings(_ answer: JSONNode) -> [ExplainedSetting] {
        answer.member("settings")?.elements.map { node in
            func text(_ name: String) -> String? { node.member(name)?.string }
            return ExplainedSetting(
                name: text("name") ?? "", variable: text("variable") ?? "", value: text("value") ?? "",
                source: text("source") ?? "",
                limits: SettingText.limits(type: text("type") ?? "", range: text("range"), unit: text("unit")),
                standard: text("default") ?? "",
                summary: SettingText.summary(text("summary") ?? "", of: text("name") ?? ""))
        } ?? []
    }
}
