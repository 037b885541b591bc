import GatewayWords
import Signals

enum SettingsTexts {
    static let title = Text("Settings", "Настройки")
    static let key = Text("settings", "настройки")
    static let unknown = Text("not known: no answer", "неизвестно: нет ответа")

    static func sessions(_ count: Int) -> Text {
        Text("\(count, "session", "sessions")", "\(count, "сеанс", "сеанса", "сеансов")")
    }

    static func passkeys(_ count: Int) -> Text {
        count == 0
            ? Text("none", "нет")
            : Text("\(count, "passkey", "passkeys")", "\(count, "ключ", "ключа", "ключей")")
    }

    static func codes(_ me: AuthSignal.MeAnswer) -> Text {
        guard me.totp else { return CodesTexts.isOff }
        let left = me.recoveryCodesLeft
        return Text(
            "on, \(left, "recovery code", "recovery codes") left",
            "включены, \(left, "запасной", "запасных", "запасных")")
    }

    /// Returns the time zone and the quiet hours.
    static func times(_ zone: Text, _ quiet: NotificationsSignal.QuietHours?) -> Text {
        let hours = quiet.map { Text("quiet \($0.from)-\($0.to)", "тихо \($0.from)-\($0.to)") }
        return zone + Text(verbatim: ", ") + (hours ?? Text("no quiet hours", "тихих часов нет"))
    }
}
