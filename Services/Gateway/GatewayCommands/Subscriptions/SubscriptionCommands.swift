import GatewayCommandLine
import GatewayWords
import Signals

/// Subscriptions and their payments.
enum SubscriptionCommands {
    static let all: [any Command] =
        [
            add, edit, SubscriptionListCommand(), show, dates, payments, pay, skip, unpay, pause, resume, remove,
            totals, services, settings,
            set,
            SubscriptionForecastCommand(),
            SubscriptionFileCommand(words: ["subs", "calendar"]), SubscriptionFileCommand(words: ["subs", "export"]),
            SubscriptionImportCommand(),
        ] + suggestions

    // MARK: Common texts

    static let id = Text(
        "The subscription: its title or id, or the beginning of either, as gateway subs list shows it.",
        "Подписка: её название или id либо начало того или другого, как показывает gateway subs list.")
    static let limit = Text(
        "How many, 1 to 1000; 50 by default.", "Сколько, от 1 до 1000; по умолчанию 50.")
    static let cursor = Text(
        "The nextCursor of the previous page.", "nextCursor прежней страницы.")
    static let code = Text(
        "A one-time code, if the account needs one and nobody can be asked.",
        "Одноразовый код, если счёт его требует, а спросить некого.")
    static let trialUntil = Text("The last day on which nothing is paid", "Последний день, когда ничего не платят")
    static let ends = Text("The last day on which something is due", "Последний день, когда что-то причитается")

    static func more(_ cursor: String) -> Text {
        Text("there is more: --cursor \(cursor)", "есть ещё: --cursor \(cursor)")
    }
}
