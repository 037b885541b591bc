import Domain
import Signals

/// What is known of many events that are told together: how many of which category, and from when to when.
extension NoticeFacts {
    /// Adds an event of a category.
    mutating func count(_ category: NotificationsSignal.Category, on day: CalendarDay) {
        add(1, from: day, to: day)
        counts = (counts ?? [:]).merging([category.rawValue: 1], uniquingKeysWith: +)
    }

    /// Adds what was counted elsewhere.
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
