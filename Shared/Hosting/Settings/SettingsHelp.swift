/// The table of settings that `--help` prints.
enum SettingsHelp {
    struct Line {
        let name: String
        let type: String
        let standard: String
        let summary: String

        init<Value>(_ setting: Setting<Value>) {
            name = setting.name
            type = setting.rule.hasPrefix("must be ") ? String(setting.rule.dropFirst("must be ".count)) : setting.rule
            standard = setting.defaultValue.settingText
            summary = setting.summary
        }
    }

    static func text(service: String, lines: [Line]) -> String {
        var text = """
            usage: \(service) [--name value]... | --help | --version

            Settings. A flag overrides the environment, which overrides kopilka.json, which overrides the default.

            """
        for line in lines {
            text += """

                  --\(line.name)   \(settingEnvironmentName(line.name))
                      \(line.summary)
                      \(line.type); default \(line.standard)

                """
        }
        return text
    }
}
