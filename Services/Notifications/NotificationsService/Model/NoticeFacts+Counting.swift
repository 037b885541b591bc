import Domain
import Signals

/// What is known of many events that are told together: how many, from when to when, and how much.
extension NoticeFacts {
    /// Adds a row of a statement; `amount` is what came, `other` what went.
    mutating func count(_ change: Money, on day: CalendarDay) {
        let size = Money(minorUnits: Int64(clamping: change.minorUnits.magnitude), currency: change.currency)
        let none = Money(minorUnits: 0, currency: change.currency)
        let (came, went) = change.minorUnits > 0 ? (size, none) : (none, size)
        add(1, from: day, to: day)
        amount = Self.sum(amount, came)
        other = Self.sum(other, went)
    }

    /// Adds an event of a category.
    mutating func count(_ category: NotificationsSignal.Category, on day: CalendarDay) {
        add(1, from: day, to: day)
        counts = (counts ?? [:]).merging([category.rawValue: 1], uniquingKeysWith: +)
    }

    /// Adds what was counted elsewhere.
    mutating func add(_ counted: NoticeFacts) {
        guard let first = counted.day, let last = counted.lastDay else { return }
        add(counted.count ?? 0, from: first, to: last)
        amount = counted.amount.map { Self.sum(amount, $0) } ?? amount
        other = counted.other.map { Self.sum(other, $0) } ?? other
        counts = counted.counts.map { (counts ?? [:]).merging($0, uniquingKeysWith: +) } ?? counts
    }

    private mutating func add(_ number: Int, from first: CalendarDay, to last: CalendarDay) {
        count = (count ?? 0) + number
        day = min(day ?? first, first)
        lastDay = max(lastDay ?? last, last)
    }

    /// Amounts of one account have one currency; what no account can hold is not reached.
    private static func sum(_ left: Money?, _ right: Money) -> Money {
        guard let left else { return right }
        let (sum, isTooMuch) = left.minorUnits.addingReportingOverflow(right.minorUnits)
        return Money(minorUnits: isTooMuch ? .max : sum, currency: right.currency)
    }
}
