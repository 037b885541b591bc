import Reasons
import Signals

@testable import GatewayService

extension AppSamples {
    /// Returns auth's answer about the person.
    static func me(hasCodes: Bool, zone: String? = nil) -> AuthSignal.MeAnswer {
        AuthSignal.MeAnswer(
            user: AuthSignal.User(id: "u1", name: "Anna", email: "anna@example.org", zone: zone), hasPassword: true,
            totp: hasCodes, recoveryCodesLeft: hasCodes ? 10 : 0)
    }

    /// Returns notification preferences: patterns in the daily email, everything else at once.
    static func preferences(
        quiet: NotificationsSignal.QuietHours? = NotificationsSignal.QuietHours(from: "23:00", to: "08:00"),
        rules: [NotificationsSignal.Rule] = [
            NotificationsSignal.Rule(category: .patterns, channel: .email, carrying: .digest),
            NotificationsSignal.Rule(category: .moneyIn, channel: .webhook, carrying: .off),
        ]
    ) -> NotificationsSignal.Preferences {
        NotificationsSignal.Preferences(
            language: .ru, zone: "Europe/Moscow", rules: rules,
            locked: [
                NotificationsSignal.Locked(
                    category: .security,
                    reason: """
                        Security notifications cannot be turned off or delayed: they tell you when somebody else \
                        gets in.
                        """,
                    explanation: Explanation(Refusal(.securityIsLocked)))
            ], thresholds: [money("500")], quietHours: quiet,
            digest: NotificationsSignal.Digest(every: .week, at: "09:00", weekday: 3),
            own: NotificationsSignal.Kind.ofOwnDoing)
    }

    /// Returns the state of the link with Telegram.
    static func telegram(isLinked: Bool) -> AuthSignal.TelegramStatusAnswer {
        AuthSignal.TelegramStatusAnswer(
            state: .ready, bot: "kopilka_bot", isLinked: isLinked, name: isLinked ? "Anna" : nil,
            linkedAt: isLinked ? now : nil)
    }
}
