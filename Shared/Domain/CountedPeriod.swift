/// A period of a person's calendar in which something is counted: the day of a limit, the month of a mandate.
///
/// A period ends when both its own zone and the current zone of the person have reached the next period. A change of
/// zone therefore neither shortens a period nor repeats one, and a limit cannot be used twice. Clocks that go back over
/// midnight do not start a day again either.
public struct CountedPeriod: Hashable, Sendable {
    /// The kind of period.
    public let period: CalendarPeriod
    /// The first day, which identifies the period.
    public let first: CalendarDay
    /// The start.
    public let start: Instant
    /// The end, in the zone in which the period began.
    public let end: Instant

    /// Creates the period that contains a moment, in a zone.
    public init(_ period: CalendarPeriod, at now: Instant, in zone: TimeZone) {
        let first = period.start(of: zone.day(at: now))
        self.init(period, first: first, start: zone.start(of: first), end: zone.start(of: period.end(of: first)))
    }

    public init(_ period: CalendarPeriod, first: CalendarDay, start: Instant, end: Instant) {
        self.period = period
        self.first = first
        self.start = start
        self.end = end
    }

    /// True when the next period has begun, in the current zone of the person.
    public func isOver(at now: Instant, in zone: TimeZone) -> Bool {
        now >= end && period.start(of: zone.day(at: now)) > first
    }

    /// Returns the period in force at a moment: this one until it is over.
    public func current(at now: Instant, in zone: TimeZone) -> CountedPeriod {
        guard isOver(at: now, in: zone) else { return self }
        let next = CountedPeriod(period, at: now, in: zone)
        return CountedPeriod(period, first: next.first, start: max(end, next.start), end: next.end)
    }

    /// Returns the start of the next period, in a zone.
    public func next(in zone: TimeZone) -> Instant { max(end, zone.start(of: period.end(of: first))) }
}
