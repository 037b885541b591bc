/// One thing that is wrong with the settings.
public struct SettingFault: Error, Equatable, CustomStringConvertible {
    /// The setting's name, or the flag or key nobody knows.
    public let name: String
    /// Where the value stands: `--run`, `KOPILKA_RUN`, `/etc/kopilka.json`, `default`.
    public let source: String
    /// The rule it broke, or what to do.
    public let rule: String

    /// A fault found outside the reader, by a service's own checks.
    public init(name: String, source: String, rule: String) {
        self.name = name
        self.source = source
        self.rule = rule
    }

    /// `max-message-bytes (KOPILKA_MAX_MESSAGE_BYTES): must be a whole number in 65536...67108864 bytes`.
    public var description: String { "\(name) (\(source)): \(rule)" }
}

/// Everything that is wrong with the settings, at once.
public struct SettingsError: Error, Sendable, Equatable, CustomStringConvertible {
    /// At least one.
    public let faults: [SettingFault]

    /// One fault a line.
    public var description: String { faults.map(\.description).joined(separator: "\n") }
}
