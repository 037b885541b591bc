import Glibc
import Reasons
import StrictJSON

/// Reads settings: flags, then `KOPILKA_*`, then `kopilka.json`, then defaults. It collects all faults and reports them
/// together, so that a person can correct them at once.
///
/// It is used by one thread while a process starts. A setting is known once it was read, so read all settings, then
/// call ``finish()``.
public final class SettingsReader {
    /// The service whose settings these are. Keys like `ledger.batch-size` in the file apply to `ledger` only.
    public let service: String
    /// The source of flags and variables.
    public let environment: Environment
    /// `--help` was given: nothing is created, and no fault is reported.
    public let wantsHelp: Bool
    /// `--version` was given.
    public let wantsVersion: Bool

    private var flags: CommandLineFlags
    private var file = ConfigurationFile()
    private var faults: [SettingFault] = []
    private var lines: [SettingsHelp.Line] = []
    /// `--explain` was given: print every setting, its value and its source as JSON.
    public let wantsExplanation: Bool
    private var explained: [ExplainedSetting] = []
    /// True when the process only prints something and ends: nothing is created.
    public var onlyTells: Bool { wantsHelp || wantsVersion || wantsExplanation }

    /// Creates a reader.
    ///
    /// - Parameter service: The name of the service, as in `ledger.sock`.
    public init(environment: Environment, service: String) {
        self.environment = environment
        self.service = service
        flags = CommandLineFlags(environment.arguments)
        if case .absent = flags.take("help", isTruthValue: true) { wantsHelp = false } else { wantsHelp = true }
        if case .absent = flags.take("version", isTruthValue: true) {
            wantsVersion = false
        } else {
            wantsVersion = true
        }
        if case .absent = flags.take("explain", isTruthValue: true) {
            wantsExplanation = false
        } else {
            wantsExplanation = true
        }
        let named = self[
            Setting<AbsolutePath?>(
                "config", default: nil,
                summary: "Settings file; the default is kopilka.json in $XDG_CONFIG_HOME/kopilka.")
        ]
        guard let path = named?.description ?? environment.defaultConfigurationPath else { return }
        file = ConfigurationFile(path, mustExist: named != nil, service: service)
        faults += file.faults
    }

    /// Returns the value of a setting. After a fault it is the default, so that reading continues.
    public subscript<Value>(_ setting: Setting<Value>) -> Value {
        lines.append(SettingsHelp.Line(setting))
        let value = value(of: setting)
        if wantsExplanation {
            explained.append(ExplainedSetting(setting, value: value, source: source(of: setting.name)))
        }
        return value
    }

    private func value<Value>(of setting: Setting<Value>) -> Value {
        guard let (text, source) = text(of: setting.name, isTruthValue: Value.self == Bool.self) else {
            return setting.defaultValue
        }
        guard let value = Value.parse(text), setting.accepts(value) else {
            fault(setting.name, source: source, setting.rule)
            return setting.defaultValue
        }
        return value
    }

    /// Adds a fault that only the owner of the setting can detect: a directory open to others, two settings that
    /// contradict each other.
    public func fault(_ name: String, source: String? = nil, _ rule: String) {
        faults.append(SettingFault(name: name, source: source ?? self.source(of: name), rule: rule))
    }

    /// Adds a fault that the gateway tells in the language of the person.
    func fault(_ name: String, _ refusal: Refusal) {
        faults.append(
            SettingFault(name: name, source: source(of: name), rule: refusal.description, refusal: refusal))
    }

    /// Throws all collected faults, including unknown flags and keys.
    ///
    /// - Parameter allowsUnknownKeys: For programs that read only part of the file and do not know its other keys.
    /// - Throws: ``SettingsError``.
    public func finish(allowingUnknownKeys allowsUnknownKeys: Bool = false) throws(SettingsError) {
        for unknown in flags.unknown {
            fault(unknown, source: "command line", "is unknown; --help lists all settings")
        }
        for key in allowsUnknownKeys ? [] : file.unknownKeys {
            fault(
                key.isEmpty ? "\"\"" : key, source: file.path,
                "is unknown to \(service); a setting for one service is written service.name")
        }
        if !faults.isEmpty { throw SettingsError(faults: faults) }
    }

    /// The output of `--help`: one row per setting that was read.
    public var help: String { SettingsHelp.text(service: service, lines: lines) }

    /// The output of `--explain`: `{"service","settings":[…],"faults":[…]}`.
    public var explanation: String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("service", service)
        writer.key("settings")
        writer.beginArray()
        for setting in explained { setting.write(to: &writer) }
        writer.endArray()
        writer.key("faults")
        writer.beginArray()
        for fault in faults { writer.value("\(fault)") }
        writer.endArray()
        writer.endObject()
        return String(decoding: writer.finish(), as: UTF8.self)
    }

    /// The source of each setting that was read.
    private var sources: [String: String] = [:]

    private func source(of name: String) -> String { sources[name] ?? "default" }

    private func text(of name: String, isTruthValue: Bool) -> (text: String, source: String)? {
        let found = lookUp(name, isTruthValue: isTruthValue)
        sources[name] = found?.source
        return found
    }

    private func lookUp(_ name: String, isTruthValue: Bool) -> (text: String, source: String)? {
        // The key in the file is marked as known even when a flag overrides it.
        let inFile = file.take(name, service: service)
        switch flags.take(name, isTruthValue: isTruthValue) {
        case .value(let text): return (text, "--" + name)
        case .wrong(let rule):
            fault(name, source: "--" + name, rule)
            return nil
        case .absent: break
        }
        let variable = settingEnvironmentName(name)
        // An empty variable counts as unset: compose files and shells can hardly express it otherwise.
        if let text = environment.variables[variable], !text.isEmpty { return (text, variable) }
        return inFile.map { ($0, file.path) }
    }
}
