import GatewayWords

/// The words of pages beside those of scenes.
enum PageTexts {
    static let skip = Text("To the content", "К содержанию")
    static let parts = Text("Parts", "Разделы")
    static let market = Text("Market", "Рынок")
    static let inner = Text("Within this part", "Внутри раздела")
    static let dashboard = Text("Dashboard", "Панель")
    static let main = Text("Main", "Главная")
    static let history = Text("History", "История")
    static let payments = Text("Payments", "Платежи")
    static let inbox = Text("Inbox", "Входящие")
    static let signOut = Text("Sign out", "Выйти")
    static let unread = Text("unread", "непрочитанных")
    static let more = Text("More", "Ещё")
    static let back = Text("Back", "Назад")
    static let code = Text("A code for a camera", "Код для камеры")
    static let working = Text("Working…", "Идёт работа…")
    static let waiting = Text("Waiting for a service…", "Служба ещё не ответила…")
    static let again = Text("Show how far it is", "Показать, что готово")
    static let earlierRows = Text("Previous rows", "Предыдущие строки")
    static let laterRows = Text("Next rows", "Следующие строки")
    static let language = Text("Русский", "English")
    static let send = Text("Send", "Отправить")

    static let download = Text("Download a statement", "Скачать выписку")
    static let downloadBooks = Text("Download all books", "Скачать все книги")
    static let asPicture = Text("Download the chart (SVG)", "Скачать график (SVG)")
    static let account = Text("account", "счёт")
    static let firstDay = Text("first day", "первый день")
    static let lastDay = Text("last day", "последний день")
    static let format = Text("format", "формат")
    static let statementTooLong = Text(
        "That is too long for one file. Choose a shorter period.",
        "Для одного файла это слишком много. Выберите период короче.")

    static let passkeyNeeds = Text(
        "It needs JavaScript, and a browser that knows passkeys.",
        "Для этого нужны JavaScript и браузер, который знает ключи доступа.")
    static let passkeyRefused = Text(
        "The device gave no passkey. Try again.", "Устройство не дало ключа доступа. Попробуйте ещё раз.")
    static let passkeyKnown = Text(
        "This device has a passkey for this house already.", "На этом устройстве ключ этого дома уже есть.")
    static let passkeyFailed = Text(
        "The browser cannot use passkeys on this page.", "На этой странице браузер не может использовать ключи.")

    static let houseAway = Text(
        "The house does not answer. What is shown may be out of date.",
        "Дом не отвечает. Показанное могло устареть.")

    static func noAnswer(_ services: String) -> Text {
        Text("No answer from: \(services).", "Не отвечают: \(services).")
    }

    static let oldForm = Text(
        "That page was out of date, so nothing was done. This is what it shows now.",
        "Та страница устарела, поэтому ничего не сделано. Вот что на ней сейчас.")
    static let foreignForm = Text(
        "The form could not be recognised, so nothing was done. Please try again.",
        "Форму не удалось узнать, поэтому ничего не сделано. Попробуйте ещё раз.")
    static let rowIsGone = Text(
        "The row is no longer in the list, so nothing was done.", "Этой строки в списке больше нет, ничего не сделано.")
    static let cannotBeDone = Text(
        "The page does not do that now, so nothing was done.", "Сейчас страница этого не делает, ничего не сделано.")

    /// Formats the rows that a page of a list shows.
    static func rows(_ first: Int, _ last: Int, _ count: Text) -> Text {
        Text("\(Text.count(first))–\(Text.count(last)) of ", "\(Text.count(first))–\(Text.count(last)) из ") + count
    }
}
