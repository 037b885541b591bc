import Signals

/// What the scene of history says.
enum HistoryTexts {
    static let date = Text("date", "дата")
    static let amount = Text("amount", "сумма")
    static let what = Text("what for", "за что")
    static let category = Text("category", "категория")
    static let after = Text("then", "остаток")
    static let search = Text("Search for", "Искать")
    static let searchNote = Text(
        "Words of descriptions; an empty search shows everything.", "Слова из описаний; пустой поиск покажет всё.")
    static let find = Text("search", "поиск")
    static let chart = Text("chart", "график")
    static let more = Text("more", "ещё")
    static let empty = Text("Nothing has happened yet.", "Пока ничего не было.")
    static let nothingFound = Text("Nothing was found.", "Ничего не найдено.")
    static let oneAccount = Text("of one account only", "только для одного счёта")

    static func title(_ account: String?) -> Text {
        account.map { Text("History of \($0)", "История: \($0)") } ?? Text("History", "История")
    }

    static func filter(_ type: HistorySignal.TypeFilter) -> Text {
        switch type {
        case .all: Text("all", "всё")
        case .income: Text("income", "доходы")
        case .expense: Text("expense", "расходы")
        }
    }

    static func searched(_ text: String) -> Text { Text("found by \(text)", "найдено по «\(text)»") }

    static func total(_ total: HistorySignal.Total) -> Text {
        Text("In all: +\(total.income), -\(total.expense)", "Всего: +\(total.income), -\(total.expense)")
    }
}
