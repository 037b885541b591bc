import StrictJSON

/// A setting with its effective value and its source, as shown by `gateway config explain`.
struct ExplainedSetting {
    private let name: String
    private let value: String
    private let source: String
    private let type: String
    private let unit: String?
    private let range: String?
    private let standard: String
    private let summary: String

    init<Value>(_ setting: Setting<Value>, value: Value, source: String) {
        name = setting.name
        // A reader of settings need not know secrets, and an explanation is shared more readily than a file.
        let isSet = source != "default"
        self.value = isSet && Self.isSecret(setting.name) ? "(set)" : value.settingText
        self.source = source
        type = Value.settingType
        unit = setting.unit
        range = setting.rangeText
        standard = setting.defaultValue.settingText
        summary = setting.summary
    }

    /// Returns true when a setting of this name is secret: tokens, and addresses that may contain a password.
    static func isSecret(_ name: String) -> Bool {
        name.split(separator: "-").contains { ["token", "secret", "password", "key", "url"].contains($0) }
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", name)
        writer.member("variable", settingEnvironmentName(name))
        writer.member("value", value)
        writer.member("source", source)
        writer.member("type", type)
        writer.member("unit", ifPresent: unit)
        writer.member("range", ifPresent: range)
        writer.member("default", standard)
        writer.member("summary", summary)
        writer.endObject()
    }
}
