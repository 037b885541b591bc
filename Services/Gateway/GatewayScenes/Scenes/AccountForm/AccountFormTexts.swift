import GatewayWords

enum AccountFormTexts {
    static let title = Text("New account", "Новый счёт")
    static let key = Text("open an account", "открыть счёт")
    static let name = Text("Name", "Название")
    static let nameNote = Text(
        "What you call it; left empty, its currency's code.", "Как его называть; если пусто — код валюты.")
    static let currency = Text("Currency", "Валюта")
    static let currencyNote = Text(
        "← → or the beginning of a code or a name: usd, euro.", "← → или начало кода или названия: usd, евро.")
    static let noCurrency = Text("There is no such currency.", "Такой валюты нет.")
    static let tooLong = Text("At most 100 characters.", "Не больше 100 знаков.")
    static let open = Text("open", "открыть")
    static let rename = Text("rename", "переименовать")
    static let opening = Text("Opening it…", "Открывается…")
    static let renaming = Text("Renaming it…", "Переименовывается…")

    static func title(renaming name: String) -> Text { Text("Rename \(name)", "Переименовать \(name)") }

    static func taken(_ name: String) -> Text {
        Text("There is an account called \(name) already.", "Счёт с названием \(name) уже есть.")
    }
}
