import GatewayWords

enum CategoryChoiceTexts {
    static let title = Text("Category", "Категория")
    static let key = Text("category", "категория")
    static let note = Text("Its beginning, or a new name.", "Начало названия или новое.")
    static let transactions = Text("transactions", "операций")
    static let taken = Text("none of your own", "без своей категории")
    static let choose = Text("choose", "выбрать")
    static let sending = Text("Setting it…", "Записывается…")
    static let addRule = Text("all like it", "все такие")
    static let onlyThis = Text("only this one", "только эту")

    static func new(_ name: String) -> Text { Text("new: \(name)", "новая: \(name)") }

    /// True when a rule can be made from a description: it needs a letter or a digit.
    static func hasWords(_ description: String) -> Bool {
        description.contains { $0.isLetter || $0.isNumber }
    }

    static func rule(_ contains: String, _ category: String) -> Question {
        let name = CategoryText.of(category)
        return Question(
            Text(
                "It is done. Shall all transactions with “\(contains)” be in the category ",
                "Сделано. Относить все операции с «\(contains)» к категории ") + name + Text(verbatim: "?"),
            yes: addRule, no: onlyThis)
    }
}
