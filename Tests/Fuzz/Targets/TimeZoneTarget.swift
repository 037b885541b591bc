import Domain

extension FuzzTarget {
    /// Files of time zones (TZif) and the rules in their footers: local times are within their day.
    static let timeZones = FuzzTarget("time-zones", maximumLength: 4_096, modules: ["Domain"]) { bytes in
        _ = TimeZone.isName(String(decoding: bytes, as: UTF8.self))
        guard let zone = TimeZone(name: "Fuzz/Zone", content: bytes) else { return }
        for day in days {
            let start = zone.start(of: day)
            for instant in [day.startInUTC, start, zone.firstInstant(of: day, second: 9_000)] {
                try demand((0..<86_400).contains(zone.secondOfDay(at: instant)), "a time is outside of its day")
                let shift = zone.day(at: instant).days(until: instant.dayInUTC)
                try demand(abs(shift) <= 8, "the zone is \(shift) days away")
                try demand(abs(zone.secondsFromUTC(at: instant)) <= 168 * 3_600, "the offset is beyond all hours")
            }
        }
    }

    /// Days around changes of clocks, and at the ends of the calendar.
    private static let days: [CalendarDay] = [
        "0001-01-02", "1883-11-18", "1970-01-01", "2026-02-28", "2026-03-29", "2026-10-25", "2026-11-29", "2037-12-31",
        "2038-01-19", "2400-02-29", "9999-12-30",
    ].compactMap { CalendarDay($0) }
}
