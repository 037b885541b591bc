import Domain
import GatewayWords

enum TelegramTexts {
    static let title = Text("Sign in by Telegram", "Вход через Телеграм")
    static let openLink = Text(
        "Open this link where your Telegram is and press Start:",
        "Откройте эту ссылку там, где у вас Телеграм, и нажмите «Старт»:")
    static let pick = Text("Then pick this number there:  ", "Потом выберите там это число:  ")
    static let waiting = Text("Waiting for your answer in Telegram…", "Ждём вашего ответа в Телеграме…")
    static let warning = Text(
        "Never open such a link from somebody else: it would sign them in as you.",
        "Никогда не открывайте такую ссылку, если её прислал кто-то другой: он войдёт вместо вас.")
    static let refused = Text("It was refused in Telegram.", "Во входе отказано в Телеграме.")
    static let expired = Text("Nobody picked the number in time.", "Число не выбрали вовремя.")
    static let fetched = Text(
        "Somebody else fetched the session; end it, and begin again.",
        "Сеанс забрал кто-то другой; завершите его и начните снова.")

    static func until(_ moment: Instant) -> Text {
        Text(
            "Good until \(moment)\(WallClocks.suffix).", "Действует до \(moment)\(WallClocks.suffix).")
    }
}
