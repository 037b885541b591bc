import Domain

extension TownFacts {
    /// Clocks are set back and forth by ten minutes at a time. What is so far apart happened in the order of its times.
    static let doubt = Duration.seconds(3600)

    /// How far the clocks of a zone are ahead of UTC, in hours, at least and at most.
    private static let offsets: [String: ClosedRange<Int>] = [
        "UTC": 0...0, "Europe/Moscow": 3...3, "Asia/Tokyo": 9...9, "America/New_York": -5...(-4),
    ]

    /// Returns the earliest and the latest moment at which a day began for a person, by all clocks they have lived by.
    func start(of day: CalendarDay, for person: Int) -> ClosedRange<Instant> {
        Self.start(of: day, in: lived(by: person).map(\.name))
    }

    /// Returns the earliest and the latest moment at which a day began by the clocks that services may have gone by at
    /// a moment.
    func start(of day: CalendarDay, for person: Int, at moment: Instant) -> ClosedRange<Instant> {
        Self.start(
            of: day,
            in: zones(of: person) { zone, next in
                zone.askedAt < moment + Self.doubt && (next.map { moment < $0 + Self.doubt } ?? true)
            })
    }

    /// Returns the earliest and the latest moment at which a day begins by the clocks that services go by now, at rest.
    func startNow(of day: CalendarDay, for person: Int) -> ClosedRange<Instant> {
        Self.start(of: day, in: zonesNow(of: person))
    }

    /// Returns the names of the zones that services may go by now, at rest.
    func zonesNow(of person: Int) -> [String] { zones(of: person) { _, next in next == nil } }

    /// Returns the day of a moment by the clocks of a zone that people live by here.
    static func day(of moment: Instant, in zone: String) -> CalendarDay {
        let isSummer = zone == "America/New_York" && summers.contains { $0.start <= moment && moment < $0.end }
        let hours = offsets[zone].map { isSummer ? $0.upperBound : $0.lowerBound } ?? 0
        return (moment + .seconds(hours * 3600)).dayInUTC
    }

    /// The summers of New York in the years of plans.
    private static let summers = [
        (start: "2026-03-08T07:00:00Z", end: "2026-11-01T06:00:00Z"),
        (start: "2027-03-14T07:00:00Z", end: "2027-11-07T06:00:00Z"),
    ].compactMap { summer in
        Instant(summer.start).flatMap { start in Instant(summer.end).map { (start: start, end: $0) } }
    }

    private static func start(of day: CalendarDay, in zones: [String]) -> ClosedRange<Instant> {
        let hours = zones.map { offsets[$0] ?? -14...14 }
        let most = hours.map(\.upperBound).max() ?? 14
        let least = hours.map(\.lowerBound).min() ?? -14
        return day.startInUTC + .seconds(-most * 3600)...(day.startInUTC + .seconds(-least * 3600))
    }

    private func lived(by person: Int) -> [LivedZone] {
        let first = LivedZone(name: "UTC", askedAt: Instant(microseconds: 0), restsBefore: 0)
        return [first] + (books.zones[person] ?? [])
    }

    /// Returns the zones of a person that fit.
    ///
    /// - Parameter fits: Called with each zone and the moment from which the services certainly went by a later one;
    ///   nil when there is none.
    private func zones(of person: Int, where fits: (LivedZone, Instant?) -> Bool) -> [String] {
        let all = lived(by: person)
        return all.indices.filter { place in
            let rests = all[(place + 1)...].compactMap(\.restsBefore).filter { books.rests.indices.contains($0) }
            return fits(all[place], rests.min().map { books.rests[$0] })
        }.map { all[$0].name }
    }
}
