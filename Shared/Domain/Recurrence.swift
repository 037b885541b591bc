/// A recurring day: every few days, weeks, months or years from a first day on.
///
/// Occurrence k is always calculated from the stored first day, never from the previous occurrence. In a month without
/// such a day it is the last day: 31 January, 28 February, 31 March. 29 February returns in each leap year.
public struct Recurrence: Hashable, Sendable {
    /// The unit of the interval.
    public enum Unit: String, Codable, CaseIterable, Hashable, Sendable {
        /// Days.
        case day
        /// Seven days.
        case week
        /// Calendar months.
        case month
        /// Calendar years.
        case year
    }

    /// The allowed number of units between occurrences: 1 ... 1,000.
    public static let counts = 1...1000

    /// The last day that can be written, 9999-12-31. Nothing occurs after it.
    public static let lastDay = CalendarDay(daysSince1970: 2_932_896)

    /// The first day, occurrence 0.
    public let start: CalendarDay
    /// The number of units between occurrences.
    public let count: Int
    /// The unit of the interval.
    public let unit: Unit

    /// Creates a recurrence from `start` on; nil when `count` is not in ``counts``.
    public init?(start: CalendarDay, every count: Int, _ unit: Unit) {
        guard Self.counts.contains(count) else { return nil }
        self.start = start
        self.count = count
        self.unit = unit
    }

    /// Returns the day of occurrence `index`, 0 being the first; nil when it would be after ``lastDay``.
    /// - Precondition: The index is not negative.
    public func occurrence(_ index: Int) -> CalendarDay? {
        precondition(index >= 0, "The first occurrence is 0.")
        let (units, overflowed) = index.multipliedReportingOverflow(by: count)
        // A number of units above the number of days is beyond the calendar for every unit.
        guard !overflowed, units <= Self.daysOfTheCalendar else { return nil }
        switch unit {
        case .day: return Self.written(start.daysSince1970 + units)
        case .week: return Self.written(start.daysSince1970 + units * 7)
        case .month: return start.adding(clampedMonths: units)
        case .year: return start.adding(clampedMonths: units * 12)
        }
    }

    /// Returns the index of the first occurrence that is not before `day`; nil when there is none.
    public func firstIndex(notBefore day: CalendarDay) -> Int? {
        guard day > start else { return 0 }
        // Deliberately a little too low: no month is longer than 31 days, no year longer than 366.
        let longest = [Unit.day: 1, .week: 7, .month: 31, .year: 366][unit, default: 1] * count
        var index = max(0, (day.daysSince1970 - start.daysSince1970) / longest - 1)
        while let found = occurrence(index) {
            if found >= day { return index }
            index += 1
        }
        return nil
    }

    private static let daysOfTheCalendar = 3_652_059

    private static func written(_ daysSince1970: Int) -> CalendarDay? {
        daysSince1970 <= lastDay.daysSince1970 ? CalendarDay(daysSince1970: daysSince1970) : nil
    }
}

extension CalendarDay {
    /// Returns the same day `count` months later, or earlier when negative. In a shorter month it is the last day. Nil
    /// beyond the years 1 to 9999.
    public func adding(clampedMonths count: Int) -> CalendarDay? {
        let (year, month, day) = components
        let months = year * 12 + month - 1 + count
        let (newYear, newMonth) = (months / 12, months % 12 + 1)
        guard months >= 12, newYear <= 9999 else { return nil }
        return CalendarDay(year: newYear, month: newMonth, day: min(day, Self.daysIn(month: newMonth, year: newYear)))
    }
}
