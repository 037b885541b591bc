import Domain
import GatewayWords
import Signals

enum HistoryTexts {
    static let date = Text("date", "дата")
    static let amount = Text("amount", "сумма")
    static let what = Text("what for", "за что")
    static let category = Text("category", "категория")
    static let after = Text("balance", "остаток")
    static let sum = Text("sum", "сумма подряд")
    static let balance = Text("Balance", "Остаток")
    static let alike = Text("Like it", "Так же")
    static let day = Text("Day", "День")
    static let dayNote = Text(
        "The list goes to that day, or to the nearest one before it.",
        "Список перейдёт к этому дню или к ближайшему перед ним.")
    static let goToDay = Text("go to day", "к дню")
    static let month = Text("month", "месяц")
    static let laterMonth = Text("a month later", "на месяц позже")
    static let noSearch = Text("search: none", "поиск: нет")
    static let dropSearch = Text("drop search", "снять поиск")
    static let search = Text("Search for", "Искать")
    static let searchNote = Text(
        """
        Words of descriptions, and terms such as cat:food, amt:>500, date:2026-10.. or acct:main; not: leaves out. An \
        empty search shows everything.
        """,
        """
        Слова из описаний и условия, например cat:food, amt:>500, date:2026-10.. или acct:main; not: исключает. Пустой \
        поиск покажет всё.
        """)
    static let find = Text("search", "поиск")
    static let goThere = Text("go there", "перейти")
    static let chart = Text("chart", "график")
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

    static func kind(_ type: HistorySignal.TransactionType) -> Text {
        switch type {
        case .income: Text("income", "доход")
        case .expense: Text("expense", "расход")
        }
    }

    static func searched(_ text: String) -> Text { Text("found by \(text)", "найдено по «\(text)»") }

    /// Returns the income and expenses of all matches, the longest wording first.
    static func totals(_ totals: [HistorySignal.Total]) -> [Text] {
        guard let first = totals.first else { return [] }
        let nets = totals.map { net($0) }
        guard totals.count == 1 else { return Text.sums(nets, isSigned: true) }
        let (income, expense) = (Text.digits(first.income, isSigned: true), Text.money(first.expense.negated))
        return [
            Text("in \(income)  out \(expense)", "приход \(income)  расход \(expense)"),
            Text("\(income)  \(expense)", "\(income)  \(expense)"),
        ] + Text.sums(nets, isSigned: true)
    }

    /// Returns the income, the expenses and the difference of a month.
    static func sums(of total: HistorySignal.Total) -> [Text] {
        var texts: [Text] = []
        if total.income.minorUnits != 0 {
            let income = Text.digits(total.income, isSigned: true)
            texts.append(Text("in \(income)", "приход \(income)"))
        }
        if total.expense.minorUnits != 0 {
            let expense = Text.digits(total.expense.negated)
            texts.append(Text("out \(expense)", "расход \(expense)"))
        }
        let net = Text.change(net(total))
        return texts + (texts.count == 2 ? [Text("net \(net)", "итог \(net)")] : [])
    }

    /// Returns the income minus the expenses.
    static func net(_ total: HistorySignal.Total) -> Money {
        Money(
            minorUnits: total.income.minorUnits.subtractingReportingOverflow(total.expense.minorUnits).partialValue,
            currency: total.currency)
    }

    static func range(_ least: Money, _ most: Money) -> Text {
        let least = Text.digits(least)
        return Text("\(least) to \(most)", "от \(least) до \(most)")
    }
}
