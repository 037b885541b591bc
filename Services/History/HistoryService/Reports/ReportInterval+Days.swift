import Domain
import Signals

// The calendar of reports.
extension HistorySignal.ReportInterval {
    /// The day after the last day that can be written.
    private static let endOfDays = CalendarPeriod.year.start(of: Recurrence.lastDay).adding(days: 365)

    private var months: Int? {
        switch self {
        case .day, .week: nil
        case .month: 1
        case .quarter: 3
        case .year: 12
        }
    }

    /// Returns the first day of the period that contains `day`.
    func start(of day: CalendarDay) -> CalendarDay {
        switch self {
        case .day: return day
        case .week: return CalendarPeriod.week.start(of: day)
        case .month: return CalendarPeriod.month.start(of: day)
        case .quarter:
            let (year, month, _) = day.components
            return CalendarDay(year: year, month: (month - 1) / 3 * 3 + 1, day: 1) ?? day
        case .year: return CalendarPeriod.year.start(of: day)
        }
    }

    /// Returns the first day after the period that contains `day`.
    func end(of day: CalendarDay) -> CalendarDay {
        let start = start(of: day)
        guard let months else { return start.adding(days: self == .week ? 7 : 1) }
        return start.adding(clampedMonths: months) ?? Self.endOfDays
    }

    /// Returns the first day of the period `count` periods before that of `day`; the same number of days back where
    /// the calendar begins.
    func start(_ count: Int, before day: CalendarDay) -> CalendarDay {
        let start = start(of: day)
        guard let months else { return start.adding(days: (self == .week ? -7 : -1) * count) }
        return start.adding(clampedMonths: -months * count) ?? start.adding(days: -31 * months * count)
    }

    /// Returns the day that a day is compared with a year later.
    func yearBefore(_ day: CalendarDay) -> CalendarDay {
        guard self != .week else { return day.adding(days: -7 * 52) }
        return day.adding(clampedMonths: -12) ?? day.adding(days: -365)
    }

    /// Returns the name of the period that contains `day`: `2026-11-21`, `2026-W47`, `2026-11`, `2026-Q4` or `2026`.
    ///
    /// - Source: ISO 8601; the year of a week is that of its Thursday.
    func key(of day: CalendarDay) -> String {
        let written = start(of: day).description
        switch self {
        case .day: return written
        case .week:
            let thursday = start(of: day).adding(days: 3)
            let newYear = CalendarPeriod.year.start(of: thursday)
            let number = newYear.days(until: thursday) / 7 + 1
            return "\(thursday.description.prefix(4))-W\(number < 10 ? "0" : "")\(number)"
        case .month: return String(written.prefix(7))
        case .quarter: return "\(written.prefix(4))-Q\((day.components.month - 1) / 3 + 1)"
        case .year: return String(written.prefix(4))
        }
    }
}
