import Reasons

/// One fault of the settings.
public struct SettingFault: Error, Equatable, CustomStringConvertible {
    /// The name of the setting, or the unknown flag or key.
    public let name: String
    /// The place of the value: `--run`, `KOPILKA_RUN`, `/etc/kopilka.json`, `default`.
    public let source: String
    /// The broken rule, or what to do.
    public let rule: String
    /// The reason with the rule in the language of the person; nil for rules of one setting alone.
    public let refusal: Refusal?

    /// Creates a fault that a service's own check found outside the reader.
    public init(name: String, source: String, rule: String, refusal: Refusal? = nil) {
        self.name = name
        self.source = source
        self.rule = rule
        self.refusal = refusal
    }

    /// `max-message-bytes (KOPILKA_MAX_MESSAGE_BYTES): must be a whole number in 65536...67108864 bytes`.
    public var description: String { "\(name) (\(source)): \(rule)" }
}

/// All faults of the settings together.
public struct SettingsError: Error, Sendable, Equatable, CustomStringConvertible {
    /// At least one fault.
    public let faults: [SettingFault]

    /// One fault per line.
    public var description: String { faults.map(\.description).joined(separator: "\n") }
}
