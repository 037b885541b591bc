import Domain
import Drawing
import GatewayWords
import Signals

/// The balance of an account on the days before and after today.
struct MoneyLine: Sendable {
    /// The number of days in each direction.
    static let days = 30

    let account: String
    let today: CalendarDay
    let days: [(day: CalendarDay, balance: Money)]
    /// The day with the lowest balance; nil without a forecast.
    let lowest: SubscriptionsSignal.ForecastLow?
    /// The first day on which the balance is below the account's buffer.
    let low: SubscriptionsSignal.ForecastLow?

    /// Creates the line.
    ///
    /// - Parameters:
    ///   - rows: The changes on each day; nil when history was not available.
    ///   - forecast: The future balances; nil when subscriptions was not available.
    init(
        of account: LedgerSignal.Account, today: CalendarDay, rows: [HistorySignal.SummaryRow]?,
        forecast: SubscriptionsSignal.AccountForecast?
    ) {
        self.account = account.id
        self.today = today
        var days: [(day: CalendarDay, balance: Money)] = []
        if let rows {
            var changes: [CalendarDay: Int64] = [:]
            for row in rows where row.currency == account.currency {
                guard let day = row.key.flatMap({ CalendarDay($0) }) else { continue }
                changes[day] = row.income.minorUnits.subtractingReportingOverflow(row.expense.minorUnits).partialValue
            }
            var left = account.balance.minorUnits
            for back in 0...Self.days {
                let day = today.adding(days: -back)
                days.append((day, Money(minorUnits: left, currency: account.currency)))
                left = left.subtractingReportingOverflow(changes[day] ?? 0).partialValue
            }
            days.reverse()
        }
        for ahead in forecast?.days ?? [] where ahead.date > today || days.isEmpty {
            days.append((ahead.date, ahead.balance))
        }
        self.days = days
        lowest = forecast?.lowest
        low = forecast?.low
    }

    /// True when there is a line to draw: for more than one day, and not zero throughout.
    var hasSomething: Bool { days.count > 1 && days.contains { $0.balance.minorUnits != 0 } }

    /// Returns the chart of the line; the axis is doubled for the days to come.
    func chart(rows: Int? = nil) -> ChartBlock {
        ChartBlock(rows: rows, hasLegend: false) { language in
            func units(_ money: Money) -> Double { Double(money.minorUnits) / Double(money.currency.minorUnitsPerUnit) }
            let points = days.map { Point(at: $0.day.startInUTC, units($0.balance)) }
            let ahead = days.last.map { $0.day > today ? $0.day : today } ?? today
            return Chart(
                title: "", series: [Series(BalanceTexts.line.spoken(in: language), .line(points))], horizontal: .time,
                marks: ahead > today
                    ? [
                        .period(
                            from: Point(at: today.startInUTC, 0).place, to: Point(at: ahead.startInUTC, 0).place,
                            MainTexts.ahead.spoken(in: language))
                    ] : [])
        }
    }
}
