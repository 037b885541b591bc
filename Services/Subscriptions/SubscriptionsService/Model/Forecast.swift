import Domain
import Signals

/// What will be in accounts, day by day.
struct Forecast: Sendable {
    /// An account to reckon for.
    struct Account: Sendable {
        let id: String
        let name: String
        /// What is available in it now.
        let balance: Money
        /// What is to stay in it.
        let buffer: Money
    }

    /// Something that changes a balance.
    struct Change: Sendable {
        /// The account; nil for the main one of the currency.
        let account: String?
        let facts: SubscriptionsSignal.ForecastChange
    }

    /// A day of an account.
    struct Day: Sendable {
        let day: CalendarDay
        let balance: Money
        let changes: [SubscriptionsSignal.ForecastChange]
    }

    /// A day with too little, and what took the balance below the buffer.
    struct Low: Sendable {
        let day: CalendarDay
        let balance: Money
        let because: SubscriptionsSignal.ForecastChange?
    }

    /// What will be in one account.
    struct Line: Sendable {
        let account: Account
        let days: [Day]
        let lowest: Low
        let low: Low?
    }

    let lines: [Line]
    let unplaced: [SubscriptionsSignal.ForecastChange]

    /// - Parameters:
    ///   - days: The first and the last.
    ///   - main: The account that changes without one count against, by currency.
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
        // What comes in counts first, as the ledger would have it by the end of the day.
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
