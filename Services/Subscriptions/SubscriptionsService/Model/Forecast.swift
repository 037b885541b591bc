import Domain
import Signals

/// A forecast of balances, day by day.
struct Forecast: Sendable {
    /// An account of the forecast.
    struct Account: Sendable {
        let id: String
        let name: String
        /// The available balance now.
        let balance: Money
        /// The amount that is to remain in the account.
        let buffer: Money
    }

    /// A change of a balance.
    struct Change: Sendable {
        /// The account; nil for the main account of the currency.
        let account: String?
        let facts: SubscriptionsSignal.ForecastChange
    }

    /// The end of a day in an account.
    struct Day: Sendable {
        let day: CalendarDay
        let balance: Money
        let changes: [SubscriptionsSignal.ForecastChange]
    }

    /// A day with too little, and the change that took the balance below the buffer.
    struct Low: Sendable {
        let day: CalendarDay
        let balance: Money
        let because: SubscriptionsSignal.ForecastChange?
    }

    /// The forecast of one account.
    struct Line: Sendable {
        let account: Account
        let days: [Day]
        let lowest: Low
        let low: Low?
    }

    let lines: [Line]
    let unplaced: [SubscriptionsSignal.ForecastChange]

    /// - Parameters:
    ///   - days: The first and the last day.
    ///   - main: The account, by currency, that receives the changes without an account.
    init(
        _ days: ClosedRange<CalendarDay>, accounts: [Account], main: [Currency: String], changes: [Change]
    ) {
        var placed: [String: [SubscriptionsSignal.ForecastChange]] = [:]
        var unplaced: [SubscriptionsSignal.ForecastChange] = []
        let known = Dictionary(uniqueKeysWithValues: accounts.map { ($0.id, $0.balance.currency) })
        for change in changes where days.contains(change.facts.day) {
            let currency = change.facts.amount.currency
            let account = change.account ?? main[currency]
            if let account, known[account] == currency {
                placed[account, default: []].append(change.facts)
            } else {
                unplaced.append(change.facts)
            }
        }
        lines = accounts.map { Self.line(of: $0, days, placed[$0.id] ?? []) }
        self.unplaced = unplaced.sorted { ($0.day, $0.id) < ($1.day, $1.id) }
    }

    private static func line(
        of account: Account, _ range: ClosedRange<CalendarDay>, _ changes: [SubscriptionsSignal.ForecastChange]
    ) -> Line {
        let currency = account.balance.currency
        // Incoming money counts first, because the ledger has both by the end of the day.
        let byDay = Dictionary(grouping: changes, by: \.day).mapValues { changes in
            changes.sorted { ($0.amount.minorUnits < 0 ? 1 : 0, $0.id) < ($1.amount.minorUnits < 0 ? 1 : 0, $1.id) }
        }
        var balance = account.balance.minorUnits
        var days: [Day] = []
        var (lowest, low): (Low?, Low?) = (nil, nil)
        var wasLow = balance < account.buffer.minorUnits
        for number in range.lowerBound.daysSince1970...range.upperBound.daysSince1970 {
            let day = CalendarDay(daysSince1970: number)
            var because: SubscriptionsSignal.ForecastChange?
            for change in byDay[day] ?? [] {
                balance = balance.addingReportingOverflow(change.amount.minorUnits).partialValue
                let isLow = balance < account.buffer.minorUnits
                if isLow, !wasLow { because = change }
                wasLow = isLow
            }
            let money = Money(minorUnits: balance, currency: currency)
            days.append(Day(day: day, balance: money, changes: byDay[day] ?? []))
            let candidate = Low(day: day, balance: money, because: because)
            if lowest.map({ balance < $0.balance.minorUnits }) ?? true { lowest = candidate }
            if low == nil, balance < account.buffer.minorUnits { low = candidate }
        }
        return Line(
            account: account, days: days,
            lowest: lowest ?? Low(day: range.lowerBound, balance: account.balance, because: nil), low: low)
    }
}
