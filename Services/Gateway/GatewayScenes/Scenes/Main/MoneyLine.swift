import Domain
import Drawing
import GatewayWords
import Signals

/// What was in an account on the days before today, and what will be on those after it.
struct MoneyLine: Sendable {
    /// How many days each way.
    static let days = 30

    let account: String
    let today: CalendarDay
    let days: [(day: CalendarDay, balance: Money)]
    /// The day with least; nil where nobody knows what will be.
    let lowest: SubscriptionsSignal.ForecastLow?
    /// The first day below what is to stay in the account.
    let low: SubscriptionsSignal.ForecastLow?

    /// - Parameters:
    ///   - rows: What happened on each day; nil where history could not be asked.
    ///   - forecast: What will be; nil where subscriptions could not be asked.
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

    /// Whether there is a line to see: not of a single day, nor where nothing was and nothing will be.
    var hasSomething: Bool { days.count > 1 && days.contains { $0.balance.minorUnits != 0 } }

    /// The line, with the days to come doubled below it.
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
