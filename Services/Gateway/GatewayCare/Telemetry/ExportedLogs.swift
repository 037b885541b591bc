import Hosting

/// Which log lines are sent.
package enum ExportedLogs: SettingValue, Hashable {
    /// None.
    case off
    /// Those of a level and above.
    case from(LogLevel)

    package static var settingType: String { "off, or \(LogLevel.settingType)" }

    package static func parse(_ text: String) -> ExportedLogs? {
        text == "off" ? .off : LogLevel(rawValue: text).map { .from($0) }
    }

    package var settingText: String {
        switch self {
        case .off: "off"
        case .from(let level): level.rawValue
        }
    }
}
