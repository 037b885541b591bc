/// A calendar period. Weeks begin on Monday.
public enum CalendarPeriod: String, Codable, CaseIterable, Hashable, Sendable {
    /// From midnight to midnight; from Monday to Sunday; from the first to the last of the month; from 1 January to 31
    /// December.
    case day, week, month, year

    /// Returns the first day of the period that contains `day`.
    public func start(of day: CalendarDay) -> CalendarDay {
        let (year, month, _) = day.components
        switch self {
        case .day: return day
        case .week:
            // 1970-01-05 was a Monday.
            let offset = (day.daysSince1970 - 4) % 7
            return day.adding(days: -(offset < 0 ? offset + 7 : offset))
        case .month: return CalendarDay(year: year, month: month, day: 1) ?? day
        case .year: return CalendarDay(year: year, month: 1, day: 1) ?? day
        }
    }

    /// Returns the first day after the period that contains `day`.
    public func end(of day: CalendarDay) -> CalendarDay {
        let start = start(of: day)
        switch self {
        case .day: return start.adding(days: 1)
        case .week: return start.adding(days: 7)
        case .month: return start.adding(clampedMonths: 1) ?? Recurrence.lastDay
        case .year: return start.adding(clampedMonths: 12) ?? Recurrence.lastDay
        }
    }
}
