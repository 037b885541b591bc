/// Tells the days of many moments by the clocks of one zone, fast where neighbours lie on one day.
///
/// A day goes from its first beginning to the first beginning of the next one, so that days part time without a rest also
/// where clocks go back over midnight.
public struct LocalDays: Sendable {
    private let zone: TimeZone
    private var day = CalendarDay(daysSince1970: 0)
    private var start = Instant(microseconds: .max)
    private var end = Instant(microseconds: .min)

    /// Days by the clocks of a zone.
    public init(in zone: TimeZone) { self.zone = zone }

    /// The day that a moment lies on.
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
