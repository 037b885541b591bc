import Domain
import Drawing
import GatewayWords
import Signals

/// The balance at the end of each day, beginning with the day before the first change.
struct BalanceLine: Sendable {
    /// The maximum number of days: more than a window has columns would be useless. The oldest ones are left out.
    static let mostDays = 366

    let days: [CalendarDay]
    let balances: [Money]

    /// Sums up history's changes of an account, up to a day.
    @MainActor static func load(
        of account: LedgerSignal.Account, until last: CalendarDay,
        _ ask: @MainActor (HistorySignal.Summary) async throws -> HistorySignal.SummaryPage
    ) async throws -> BalanceLine {
        var rows: [HistorySignal.SummaryRow] = []
        var cursor: String?
        repeat {
            let page = try await ask(
                HistorySignal.Summary(by: .day, account: account.id, limit: 1000, cursor: cursor))
            rows += page.rows
            cursor = page.nextCursor
        } while cursor != nil
        return BalanceLine(rows, currency: account.currency, until: last)
    }

    /// Sums up the changes of each day.
    init(_ rows: [HistorySignal.SummaryRow], currency: Currency, until last: CalendarDay) {
        var changes: [CalendarDay: Int64] = [:]
        for row in rows where row.currency == currency {
            guard let day = row.key.flatMap({ CalendarDay($0) }) else { continue }
            changes[day] = row.income.minorUnits.subtractingReportingOverflow(row.expense.minorUnits).partialValue
        }
        guard let earliest = changes.keys.min() else {
            (days, balances) = ([], [])
            return
        }
        let end = max(last, changes.keys.max() ?? last)
        let first = max(earliest, end.adding(days: -Self.mostDays))
        var sum: Int64 = 0
        for (day, change) in changes where day < first { sum = sum.addingReportingOverflow(change).partialValue }
        var (days, balances): ([CalendarDay], [Money]) = ([], [])
        // The line includes the initial balance: a single day is no line.
        if first == earliest {
            days.append(first.adding(days: -1))
            balances.append(Money(minorUnits: 0, currency: currency))
        }
        for number in first.daysSince1970...end.daysSince1970 {
            let day = CalendarDay(daysSince1970: number)
            sum = sum.addingReportingOverflow(changes[day] ?? 0).partialValue
            days.append(day)
            balances.append(Money(minorUnits: sum, currency: currency))
        }
        (self.days, self.balances) = (days, balances)
    }

    /// Returns the chart of the line.
    func chart(rows: Int?) -> ChartBlock {
        ChartBlock(rows: rows) { language in
            let points = zip(days, balances).map { day, balance in
                Point(
                    at: day.startInUTC, Double(balance.minorUnits) / Double(balance.currency.minorUnitsPerUnit))
            }
            return Chart(
                title: "", series: [Series(BalanceTexts.line.spoken(in: language), .area(points))], horizontal: .time,
                measure: ChartTexts.balance.spoken(in: language),
                unit: balances.first.map { Text.unit($0.currency).spoken(in: language) })
        }
    }
}
