import GatewayWords

enum TemplatesTexts {
    static let title = Text("Templates", "Шаблоны")
    static let key = Text("templates", "шаблоны")
    static let new = Text("New template", "Новый шаблон")
    static let empty = Text(
        "There are no templates yet.",
        "Шаблонов ещё нет."
    )
    static let name = Text("Name", "Название")
    static let nameHead = Text("name", "название")
    static let amountNote = Text("May be empty: said each time.", "Можно не заполнять: сумму назовёте каждый раз.")
    static let use = Text("transfer", "перевести")
    static let add = Text("add", "добавить")
    static let remove = Text("remove", "удалить")
    static let replace = Text("replace it", "заменить")
    static let save = Text("save", "сохранить")
    static let saving = Text("Saving it…", "Сохраняется…")

    static func saved(_ name: String) -> Text { Text("\(name) is saved.", "«\(name)» сохранён.") }
    static func removed(_ name: String) -> Text { Text("\(name) is removed.", "«\(name)» удалён.") }
    static func replacing(_ name: String) -> Question {
        Question(
            Text("There is a template \(name). Replace it?", "Шаблон «\(name)» уже есть. Заменить его?"), yes: replace,
            no: TransferTexts.change)
    }
    static func removing(_ name: String) -> Question {
        Question(
            Text(
                "Remove \(name)? Transfers that were made stay.", "Удалить «\(name)»? Сделанные переводы останутся."),
            yes: remove)
    }
}
