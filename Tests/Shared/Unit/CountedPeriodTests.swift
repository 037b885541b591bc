import Domain
import Hosting
import TestSupport
import Testing

/// Goal: changing zones does not give a second allowance within a period of a calendar, and everyone who stays gets a
/// new one with each day. Method: random walks through zones and time, compared with a model that knows only calendar
/// days.
@Suite struct CountedPeriodTests {
    private static let zones = [
        "UTC", "Europe/Moscow", "America/New_York", "Asia/Vladivostok", "Pacific/Kiritimati", "Pacific/Niue",
        "Asia/Kathmandu", "America/St_Johns", "Africa/Cairo", "America/Asuncion", "Asia/Beirut", "Pacific/Apia",
    ]

    private static func zone(_ name: String) throws -> TimeZone {
        try #require(TimeZoneDirectory.system.zone(named: name), "the package tzdata is missing")
    }

    private static func instant(_ text: String) throws -> Instant { try #require(Instant(text)) }

    @Test func aDayOfSomebodyWhoStaysIsTheDayOfTheCalendar() throws {
        for name in Self.zones {
            let zone = try Self.zone(name)
            var period = CountedPeriod(.day, at: try Self.instant("2026-01-01T12:00:00Z"), in: zone)
            var now = period.start
            while now < (try Self.instant("2027-01-10T00:00:00Z")) {
                now = now + .seconds(2713)
                period = period.current(at: now, in: zone)
                var days = LocalDays(in: zone)
                #expect(period.first == days.day(at: now), "\(name) \(now)")
                #expect(period.next(in: zone) == zone.start(of: period.first.adding(days: 1)))
            }
        }
    }

    @Test func goingEastInTheEveningBringsNoSecondDay() throws {
        let (moscow, kiritimati) = (try Self.zone("Europe/Moscow"), try Self.zone("Pacific/Kiritimati"))
        let evening = try Self.instant("2026-11-20T15:00:00Z")
        let period = CountedPeriod(.day, at: evening, in: moscow)
        // It is already the 21st there.
        #expect(kiritimati.day(at: evening).description == "2026-11-21")
        #expect(!period.isOver(at: evening, in: kiritimati))
        #expect(period.next(in: kiritimati) == moscow.start(of: period.first.adding(days: 1)))
        // And back again: the 21st does not begin a second time.
        let next = period.current(at: period.end, in: kiritimati)
        #expect(next.first.description == "2026-11-21")
        #expect(!next.isOver(at: period.end + .seconds(1), in: moscow))
        #expect(next.next(in: moscow) == moscow.start(of: next.first.adding(days: 1)))
    }

    @Test func goingWestTheDayGoesOn() throws {
        let (moscow, york) = (try Self.zone("Europe/Moscow"), try Self.zone("America/New_York"))
        let night = try Self.instant("2026-11-20T20:30:00Z")
        let period = CountedPeriod(.day, at: night, in: moscow)
        #expect(!period.isOver(at: night + .seconds(3600), in: york))
        #expect(period.next(in: york) == york.start(of: period.first.adding(days: 1)))
    }

    /// Names of periods only ascend, and none begins before the previous one has ended by its own clocks. There are
    /// therefore never more periods than calendar days, from the first day anywhere to the last day anywhere.
    @Test(arguments: [UInt64(1), 2, 3, 4, 5, 6, 7, 8]) func whoeverChangesZonesAllTheTimeHasNoMoreDays(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let zones = try Self.zones.map(Self.zone)
        for kind in CalendarPeriod.allCases {
            var now = try Self.instant("2026-02-25T00:00:00Z")
            var zone = zones[0]
            var period = CountedPeriod(kind, at: now, in: zone)
            let first = zones.map { kind.start(of: $0.day(at: now)) }.min() ?? period.first
            var count = 1
            for _ in 0..<4_000 {
                now = now + .seconds(Int64.random(in: 1...9_000, using: &random))
                if Int.random(in: 0..<3, using: &random) == 0 {
                    zone = zones.randomElement(using: &random) ?? zone
                }
                let next = period.current(at: now, in: zone)
                #expect(next.next(in: zone) > now)
                guard next != period else { continue }
                #expect(next.first > period.first && next.start >= period.end, "seed \(seed)")
                #expect(now >= period.next(in: zone))
                count += 1
                period = next
            }
            var (days, day) = (1, first)
            let last = zones.map { kind.start(of: $0.day(at: now)) }.max() ?? first
            while day < last { (days, day) = (days + 1, kind.end(of: day)) }
            #expect(count <= days, "seed \(seed), \(kind)")
        }
    }

    @Test func daysWithoutMidnightAndWithTwoAreOneDay() throws {
        // In Beirut clocks skip 00:00 on 29 March 2026; in Asuncion and Cairo they did on other days.
        let beirut = try Self.zone("Asia/Beirut")
        let spring = CountedPeriod(.day, at: try Self.instant("2026-03-29T10:00:00Z"), in: beirut)
        #expect(spring.first.description == "2026-03-29" && spring.end - spring.start == .seconds(23 * 3600))
        // In St. John's clocks went back from 00:01 to 23:01 until 2011: the 7th began twice.
        let johns = try Self.zone("America/St_Johns")
        let evening = try Self.instant("2010-11-07T02:00:00Z")
        #expect(johns.day(at: evening + .seconds(1830)) > johns.day(at: evening + .seconds(1890)))
        var period = CountedPeriod(.day, at: evening, in: johns)
        var names: [String] = []
        for half in 0..<360 {
            period = period.current(at: evening + .seconds(half * 30), in: johns)
            if names.last != period.first.description { names.append(period.first.description) }
        }
        #expect(names == ["2010-11-06", "2010-11-07"])
    }

    @Test func theEndOfTimeIsNoTrap() throws {
        let moscow = try Self.zone("Europe/Moscow")
        for text in ["9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z"] {
            let now = try Self.instant(text)
            for kind in CalendarPeriod.allCases {
                let period = CountedPeriod(kind, at: now, in: moscow)
                #expect(period.current(at: now, in: moscow) == period || period.end <= now)
            }
        }
    }

    @Test func daysOfManyMomentsAreThoseOfEach() throws {
        for name in Self.zones {
            let zone = try Self.zone(name)
            var days = LocalDays(in: zone)
            var last = CalendarDay(daysSince1970: 0)
            var now = try Self.instant("2009-12-01T00:00:00Z")
            while now < (try Self.instant("2012-02-01T00:00:00Z")) {
                let day = days.day(at: now)
                #expect(day >= last && zone.start(of: day) <= now && now < zone.start(of: day.adding(days: 1)))
                last = day
                now = now + .seconds(1777)
            }
        }
    }
}
