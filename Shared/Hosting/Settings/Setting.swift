/// One setting, declared once: name, type, unit, default, range and a sentence.
///
/// All spellings derive from the name: `max-message-bytes` is `--max-message-bytes`, `KOPILKA_MAX_MESSAGE_BYTES` and
/// `"max-message-bytes"` in `kopilka.json`.
public struct Setting<Value: SettingValue>: Sendable {
    /// The name: lowercase words separated by hyphens.
    public let name: String
    /// The value when none is given.
    public let defaultValue: Value
    /// The unit of the value; `nil` where the type implies it.
    public let unit: String?
    /// One sentence for `--help`.
    public let summary: String
    let rangeText: String?
    let accepts: @Sendable (Value) -> Bool

    /// Creates a setting that accepts every value of its type.
    public init(_ name: String, default defaultValue: Value, unit: String? = nil, summary: String) {
        self.init(name, defaultValue, unit, summary, rangeText: nil, accepts: { _ in true })
    }

    /// Creates a setting with a range.
    public init(
        _ name: String, default defaultValue: Value, range: ClosedRange<Value>, unit: String? = nil, summary: String
    ) where Value: Comparable {
        let text = "\(range.lowerBound.settingText)...\(range.upperBound.settingText)"
        precondition(range.contains(defaultValue), "the default of \(name) lies in its range")
        self.init(name, defaultValue, unit, summary, rangeText: text, accepts: { range.contains($0) })
    }

    private init(
        _ name: String, _ defaultValue: Value, _ unit: String?, _ summary: String, rangeText: String?,
        accepts: @escaping @Sendable (Value) -> Bool
    ) {
        precondition(
            !name.isEmpty && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-") },
            "a setting is named in lower-case words: \(name)")
        self.name = name
        self.defaultValue = defaultValue
        self.unit = unit
        self.summary = summary
        self.rangeText = rangeText
        self.accepts = accepts
    }

    /// The name of the environment variable.
    public var environmentName: String { settingEnvironmentName(name) }

    /// `must be a whole number in 65536...67108864 bytes`. It omits the refused value, which may be secret.
    var rule: String {
        var rule = "must be " + Value.settingType
        if let rangeText { rule += " in " + rangeText }
        if let unit { rule += " " + unit }
        return rule
    }
}

/// Returns the environment variable of a setting: `KOPILKA_MAX_MESSAGE_BYTES` for `max-message-bytes`.
func settingEnvironmentName(_ name: String) -> String {
    "KOPILKA_" + String(name.uppercased().map { $0 == "-" ? "_" : $0 })
}
