import Domain

/// A stretch of time; without a start or an end it goes on for ever there.
struct Period: Hashable, Sendable {
    /// The first moment in it.
    let start: Instant?
    /// The first moment after it.
    let end: Instant?

    /// All of time.
    static let always = Period(start: nil, end: nil)

    /// Whether it has a start or an end.
    var isBounded: Bool { start != nil || end != nil }

    /// Whether no moment lies in it.
    var isEmpty: Bool {
        guard let start, let end else { return false }
        return start >= end
    }

    func contains(_ instant: Instant) -> Bool {
        (start.map { $0 <= instant } ?? true) && (end.map { instant < $0 } ?? true)
    }

    /// The days (UTC, counted from 1970) that have a moment in it.
    var days: ClosedRange<Int64> {
        let first = start.map { Int64($0.dayInUTC.daysSince1970) } ?? .min
        let last = end.map { Int64(Instant(microseconds: $0.microseconds - 1).dayInUTC.daysSince1970) } ?? .max
        return first...max(first, last)
    }

    /// The days that lie wholly in it, and what is left over of it at either end: parts of one day each.
    var wholeDaysAndRests: (wholeDays: ClosedRange<Int64>?, rests: [Period]) {
        let days = days
        let startsInADay = start.map { $0 != Self.beginning(of: days.lowerBound) } ?? false
        let endsInADay = end.map { $0 != Self.beginning(of: days.upperBound + 1) } ?? false
        guard startsInADay || endsInADay else { return (days, []) }
        guard days.count(atLeast: 2) else { return (nil, [self]) }
        var (first, last) = (days.lowerBound, days.upperBound)
        var rests: [Period] = []
        if startsInADay {
            first += 1
            rests.append(Period(start: start, end: Self.beginning(of: first)))
        }
        if endsInADay {
            rests.append(Period(start: Self.beginning(of: last), end: end))
            last -= 1
        }
        return (first <= last ? first...last : nil, rests)
    }

    private static func beginning(of day: Int64) -> Instant { CalendarDay(daysSince1970: Int(day)).startInUTC }
}

extension ClosedRange<Int64> {
    /// Whether so many numbers are in it, without counting those of an endless range.
    fileprivate func count(atLeast count: Int64) -> Bool {
        let (last, overflowed) = lowerBound.addingReportingOverflow(count - 1)
        return !overflowed && last <= upperBound
    }
}
