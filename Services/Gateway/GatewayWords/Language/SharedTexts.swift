import Domain
import Signals

/// Texts shared by commands and scenes.
package enum SharedTexts {
    /// The advice after another person may have had a session: arrangements made in a session outlive it.
    package static let review = Text(
        """
        Channels, schedules and mandates outlive sessions. Check that all are yours: gateway notify channels, schedule \
        list, mandate list.
        """,
        """
        Каналы, регулярные переводы и разрешения остаются и без сеансов. Проверьте, все ли ваши: gateway notify \
        channels, schedule list, mandate list.
        """
    )

    // MARK: Forecasts

    package static let line = Text("balance", "остаток")
    package static let buffer = Text("buffer", "запас")

    // MARK: Values

    /// Formats the quiet hours.
    package static func quiet(_ hours: NotificationsSignal.QuietHours?) -> Text {
        hours.map { Text(verbatim: "\($0.from)-\($0.to)") } ?? Text("none", "нет")
    }

    /// Returns the name of the device that opened a session.
    package static func device(_ device: String) -> Text {
        Text("\(device)", "\(DeviceName.text(device, in: .russian))")
    }
}
