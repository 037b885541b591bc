import Domain
import GatewayWords

enum ImportsTexts {
    static let title = Text("Imports", "Импорты")
    static let key = Text("imports, take back", "импорты, отмена")
    static let empty = Text(
        "Nothing was imported yet.", "Импортов ещё нет.")
    static let imported = Text("when", "когда")
    static let account = Text("account", "счёт")
    static let rows = Text("rows", "строк")
    static let income = Text("in", "приход")
    static let expense = Text("out", "расход")
    static let file = Text("file", "файл")
    static let takenBack = Text("taken back", "отменён")
    static let add = Text("import a file", "принять файл")
    static let undo = Text("take it back", "отменить")
    static let isUndone = Text("it is taken back", "он отменён")
    static let already = Text("It was taken back before.", "Он уже был отменён.")
    static let looking = Text("One moment…", "Минуту…")
    static let comesBack = Text("Comes back", "Вернётся")
    static let goes = Text("Goes", "Уйдёт")
    static let kept = Text("Left alone", "Не тронем")

    static func keptRows(_ count: Int) -> Text {
        Text(
            "\(count, "row", "rows") taken back before",
            "\(count, "строка отменена", "строки отменены", "строк отменено") раньше")
    }

    static func missing(_ missing: Money) -> Text {
        Text(
            "\(missing) of the import were spent since; put them back into the account first.",
            "Из импорта уже потрачено \(missing); сперва верните их на счёт.")
    }

    static func undoing(_ rows: Int) -> Question {
        Question(
            Text("Take back \(rows, "row", "rows")?", "Отменить \(rows, "строку", "строки", "строк")?"), yes: undo,
            no: Text("leave it", "оставить"))
    }

    static func undone(_ rows: Int) -> Text {
        Text(
            "\(rows, "row was", "rows were") taken back; the file may be imported again.",
            "Отменено: \(rows, "строка", "строки", "строк"); файл можно принять снова.")
    }
}
