/// Finds the days of many moments by the clocks of one zone; fast for consecutive moments of one day.
///
/// A day lasts from its first start to the first start of the next day. Days therefore partition time without gaps,
/// also where clocks go back over midnight.
public struct LocalDays: Sendable {
    private let zone: TimeZone
    private var day = CalendarDay(daysSince1970: 0)
    private var start = Instant(microseconds: .max)
    private var end = Instant(microseconds: .min)

    public init(in zone: TimeZone) { self.zone = zone }

    /// Returns the day of a moment.
    public mutating func day(at moment: Instant) -> CalendarDay {
        if start <= moment, moment < end { return day }
        day = zone.day(at: moment)
        end = zone.start(of: day.adding(days: 1))
        while end <= moment {
            day = day.adding(days: 1)
            end = zone.start(of: day.adding(days: 1))
        }
        start = zone.start(of: day)
        return day
    }
}
