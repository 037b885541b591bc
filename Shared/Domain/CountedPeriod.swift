/// A period of a person's calendar in which something is counted: the day of a limit, the month of a mandate.
///
/// It ends when the clocks that it began by show its end, and the clocks of now show the next period too. A change of zone
/// therefore neither cuts a period short nor repeats one: what may be used once in each cannot be used twice. Clocks that
/// go back over midnight do not begin a day again either.
public struct CountedPeriod: Hashable, Sendable {
    /// Which kind of period.
    public let period: CalendarPeriod
    /// Its first day, which names it.
    public let first: CalendarDay
    /// When it began.
    public let start: Instant
    /// When it ends by the clocks that it began by.
    public let end: Instant

    /// The period that a moment lies in, by the clocks of a zone.
    public init(_ period: CalendarPeriod, at now: Instant, in zone: TimeZone) {
        let first = period.start(of: zone.day(at: now))
        self.init(period, first: first, start: zone.start(of: first), end: zone.start(of: period.end(of: first)))
    }

    /// A period as it was kept.
    public init(_ period: CalendarPeriod, first: CalendarDay, start: Instant, end: Instant) {
        self.period = period
        self.first = first
        self.start = start
        self.end = end
    }

    /// Whether the next period has begun, by the clocks of a zone which may be another by now.
    public func isOver(at now: Instant, in zone: TimeZone) -> Bool {
        now >= end && period.start(of: zone.day(at: now)) > first
    }

    /// The period that counts at a moment: this one until it is over.
    public func current(at now: Instant, in zone: TimeZone) -> CountedPeriod {
        guard isOver(at: now, in: zone) else { return self }
        let next = CountedPeriod(period, at: now, in: zone)
        return CountedPeriod(period, first: next.first, start: max(end, next.start), end: next.end)
    }

    /// When the next period begins by the clocks of a zone.
    public func next(in zone: TimeZone) -> Instant { max(end, zone.start(of: period.end(of: first))) }
}
