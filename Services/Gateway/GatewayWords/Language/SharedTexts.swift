import Domain
import Signals

/// What commands and scenes both say.
package enum SharedTexts {
    /// What is said where somebody else may have had a session: what was set up in it goes on.
    package static let review = Text(
        "Channels, schedules and mandates outlive sessions. Check that all are yours: gateway notify channels, schedule list, mandate list.",
        "Каналы, регулярные переводы и разрешения остаются и без сеансов. Проверьте, все ли ваши: gateway notify channels, schedule list, mandate list."
    )

    // MARK: Forecasts

    package static let line = Text("balance", "остаток")
    package static let buffer = Text("buffer", "запас")

    // MARK: Values

    /// Hours without notifications.
    package static func quiet(_ hours: NotificationsSignal.QuietHours?) -> Text {
        hours.map { Text(verbatim: "\($0.from)-\($0.to)") } ?? Text("none", "нет")
    }

    /// What a session was opened by.
    package static func device(_ device: String) -> Text {
        Text("\(device)", "\(DeviceName.text(device, in: .russian))")
    }
}
