import Glibc
import StrictJSON

/// Reads settings: flags, then `KOPILKA_*`, then `kopilka.json`, then defaults. Collects every fault before it
/// complains, so that a person mends all of them at once.
///
/// Used by one thread while a process starts; a setting is known once it was read, so read all of them, then
/// ``finish()``.
public final class SettingsReader {
    /// Whose settings these are; keys like `ledger.batch-size` in the file are for `ledger` alone.
    public let service: String
    /// Where values come from.
    public let environment: Environment
    /// `--help` was asked for: nothing is created, nobody complains.
    public let wantsHelp: Bool
    /// `--version` was asked for.
    public let wantsVersion: Bool

    private var flags: CommandLineFlags
    private var file = ConfigurationFile()
    private var faults: [SettingFault] = []
    private var lines: [SettingsHelp.Line] = []
    /// What `--explain` prints was asked for: every setting, its value and where that comes from, as JSON.
    public let wantsExplanation: Bool
    private var explained: [ExplainedSetting] = []
    /// The process will tell something and end: nothing is created.
    public var onlyTells: Bool { wantsHelp || wantsVersion || wantsExplanation }

    /// - Parameter service: The service's name, as in `ledger.sock`.
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

    /// A setting's value. After a fault its default, so that reading goes on.
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

    /// Adds a fault that only its owner can see: a directory that is open to others, two settings that do not fit.
    public func fault(_ name: String, source: String? = nil, _ rule: String) {
        faults.append(SettingFault(name: name, source: source ?? self.source(of: name), rule: rule))
    }

    /// Complains about all that is wrong, unknown flags and keys included.
    ///
    /// - Parameter allowsUnknownKeys: For who reads a part of the file and does not know what else may stand in it.
    /// - Throws: ``SettingsError``.
    public func finish(allowingUnknownKeys allowsUnknownKeys: Bool = false) throws(SettingsError) {
        for unknown in flags.unknown {
            fault(unknown, source: "command line", "is not known; --help lists all settings")
        }
        for key in allowsUnknownKeys ? [] : file.unknownKeys {
            fault(key, source: file.path, "is not known to \(service); what is for one service is written service.name")
        }
        if !faults.isEmpty { throw SettingsError(faults: faults) }
    }

    /// What `--help` prints: one row a setting that was read.
    public var help: String { SettingsHelp.text(service: service, lines: lines) }

    /// What `--explain` prints: `{"service","settings":[…],"faults":[…]}`.
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

    /// Where a setting's value came from when it was read.
    private var sources: [String: String] = [:]

    private func source(of name: String) -> String { sources[name] ?? "default" }

    private func text(of name: String, isTruthValue: Bool) -> (text: String, source: String)? {
        let found = lookUp(name, isTruthValue: isTruthValue)
        sources[name] = found?.source
        return found
    }

    private func lookUp(_ name: String, isTruthValue: Bool) -> (text: String, source: String)? {
        // The file's key is marked as known even where a flag overrules it.
        let inFile = file.take(name, service: service)
        switch flags.take(name, isTruthValue: isTruthValue) {
        case .value(let text): return (text, "--" + name)
        case .wrong(let rule):
            fault(name, source: "--" + name, rule)
            return nil
        case .absent: break
        }
        let variable = settingEnvironmentName(name)
        // An empty variable is an unset one: compose files and shells can hardly say it otherwise.
        if let text = environment.variables[variable], !text.isEmpty { return (text, variable) }
        return inFile.map { ($0, file.path) }
    }
}
