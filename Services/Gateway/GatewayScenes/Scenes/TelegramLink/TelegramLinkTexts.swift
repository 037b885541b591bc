import GatewayWords
import Signals

enum TelegramLinkTexts {
    static let title = Text("Telegram", "Телеграм")
    static let key = Text("sign-in by Telegram", "вход через Телеграм")
    static let status = Text("Signing in by Telegram", "Вход через Телеграм")
    static let bot = Text("Bot", "Бот")
    static let account = Text("Linked", "Привязан")
    static let since = Text("Since", "С")
    static let reason = Text("Why not", "Почему нет")
    static let notLinked = Text("not linked", "не привязан")
    static let link = Text("link", "привязать")
    static let unlink = Text("unlink", "отвязать")
    static let meaning = Text(
        "A linked Telegram account signs in without the password.",
        "Через привязанный Телеграм можно войти без пароля.")
    static let isOff = Text("The operator has not set up a bot.", "Бот здесь не настроен.")
    static let linked = Text("Your Telegram account is linked.", "Телеграм привязан.")
    static let unlinked = Text("Your Telegram account is not linked any more.", "Телеграм больше не привязан.")

    static let unlinking = Question(
        Text(
            "Unlink your Telegram account? You then sign in with your password only.",
            "Отвязать Телеграм? Входить можно будет только по паролю."), yes: unlink)

    static func works(_ state: AuthSignal.TelegramBotState) -> Text {
        switch state {
        case .ready: Text("works", "работает")
        case .unreachable: Text("does not work now", "сейчас не работает")
        case .off: Text("is off", "выключен")
        }
    }

    /// Returns the linked account, or the reason why none can be linked, in a word.
    static func state(_ status: AuthSignal.TelegramStatusAnswer) -> Text {
        guard status.isLinked else { return status.state == .ready ? notLinked : works(status.state) }
        return status.name.map { Text("linked: \($0)", "привязан: \($0)") } ?? Text("linked", "привязан")
    }
}
