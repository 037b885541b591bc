import Domain
import Signals

/// Counting of events that are gathered: their number by category, and their first and last day.
extension NoticeFacts {
    /// Adds an event of a category.
    mutating func count(_ category: NotificationsSignal.Category, on day: CalendarDay) {
        add(1, from: day, to: day)
        counts = (counts ?? [:]).merging([category.rawValue: 1], uniquingKeysWith: +)
    }

    /// Adds the counts of other facts.
    mutating func add(_ counted: NoticeFacts) {
        guard let first = counted.day, let last = counted.lastDay else { return }
        add(counted.count ?? 0, from: first, to: last)
        counts = (counts ?? [:]).merging(counted.counts ?? [:], uniquingKeysWith: +)
    }

    private mutating func add(_ number: Int, from first: CalendarDay, to last: CalendarDay) {
        count = (count ?? 0) + number
        day = min(day ?? first, first)
        lastDay = max(lastDay ?? last, last)
    }
}
