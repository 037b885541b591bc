import Domain
import Signals

/// The words of reports.
package enum ReportTexts {
    package static func title(_ kind: HistorySignal.ReportKind) -> Text {
        switch kind {
        case .balance: Text("Balances", "Остатки")
        case .income: Text("Income and expenses", "Доходы и расходы")
        case .cashflow: Text("Cash flow", "Движение денег")
        case .networth: Text("Net worth", "Всё состояние")
        case .spending: Text("Spending", "Расходы")
        }
    }

    package static func by(_ interval: HistorySignal.ReportInterval) -> Text {
        switch interval {
        case .day: Text("by day", "по дням")
        case .week: Text("by week", "по неделям")
        case .month: Text("by month", "по месяцам")
        case .quarter: Text("by quarter", "по кварталам")
        case .year: Text("by year", "по годам")
        }
    }

    /// The name of a line, as a row of a report and in a chart.
    package static func line(_ line: HistorySignal.ReportLine) -> Text {
        switch line {
        case .balance: Text("balance", "остаток")
        case .change: Text("change", "изменение")
        case .income: Text("income", "доходы")
        case .expense: Text("expenses", "расходы")
        case .net: Text("net", "разница")
        case .opening: Text("opening balance", "начальный остаток")
        case .moneyIn: Text("money in", "приход")
        case .moneyOut: Text("money out", "расход")
        case .closing: Text("closing balance", "конечный остаток")
        }
    }

    /// The title of a column, which is a period: its key, or the day.
    package static func period(_ period: HistorySignal.ReportPeriod) -> Text {
        CalendarDay(period.key).map { Text.day($0) } ?? Text(verbatim: period.key)
    }

    /// The days of a report.
    package static func days(_ answer: HistorySignal.ReportAnswer) -> Text {
        guard let first = answer.periods.first, let last = answer.periods.last else { return .blank }
        return Text("\(first.first) to \(last.last)", "с \(first.first) по \(last.last)")
    }

    package static let total = Text("total", "итого")
    package static let average = Text("average", "в среднем")
    package static let share = Text("share", "доля")
    package static let name = Text("name", "название")
    package static let all = Text("all accounts", "все счета")
    package static let none = Text("(none)", "(нет)")
    package static let nothing = Text("nothing found", "ничего не найдено")
    /// What income and spending leave out.
    package static let leftOut = Text(
        "without transfers between your own accounts and without reversed transactions",
        "без переводов между своими счетами и без возвращённого")
}
