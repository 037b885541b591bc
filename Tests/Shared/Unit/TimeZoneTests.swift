import Domain
import Foundation
import Hosting
import Testing

private typealias OwnZone = Domain.TimeZone
private typealias ReferenceZone = Foundation.TimeZone

/// Zones of this machine, compared with those of Foundation, which reads the same files with other code.
@Suite struct TimeZoneTests {
    private static let names = [
        "UTC", "Europe/Moscow", "Europe/Berlin", "Europe/London", "America/New_York", "America/Sao_Paulo",
        "America/St_Johns", "Asia/Kathmandu", "Asia/Tehran", "Asia/Beirut", "Africa/Casablanca", "Africa/Cairo",
        "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Chatham", "America/Santiago", "Antarctica/Troll",
        "America/Nuuk", "Atlantic/Azores", "Asia/Vladivostok",
    ]

    private let zones = TimeZoneDirectory()

    @Test(arguments: names) func offsetsAreThoseOfFoundation(_ name: String) throws {
        let zone = try #require(zones.zone(named: name))
        let reference = try #require(ReferenceZone(identifier: name))
        // Every 13 hours of 1975 ... 2100: far enough for the rule after the last listed change.
        for seconds in stride(from: 157_766_400, to: 4_102_444_800, by: 46_801) {
            let expected = reference.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(seconds)))
            let found = zone.secondsFromUTC(at: Instant(microseconds: Int64(seconds) * 1_000_000))
            try #require(found == expected, "\(name) at \(seconds)")
        }
    }

    @Test(arguments: names) func everyDayBeginsWhereTheDayBeforeEnds(_ name: String) throws {
        let zone = try #require(zones.zone(named: name))
        let first = try #require(CalendarDay("1990-01-01"))
        for offset in 0..<20_000 {
            let day = first.adding(days: offset)
            let start = zone.start(of: day)
            // Samoa skipped 30 December 2011.
            if zone.day(at: start) != day {
                #expect(name == "Pacific/Apia" && day.description == "2011-12-30")
                continue
            }
            // When clocks go back across midnight, the previous day returns for a while.
            let before = zone.day(at: start + .microseconds(-1))
            #expect(before < day, "\(name) \(day)")
        }
    }

    @Test func aTimeThatTheClocksLeaveOutIsAsLongAfterTheChange() throws {
        let berlin = try #require(zones.zone(named: "Europe/Berlin"))
        let spring = try #require(CalendarDay("2026-03-29"))
        #expect(berlin.instant(of: spring, second: 2 * 3600 + 1800).description == "2026-03-29T01:30:00Z")
        #expect(berlin.secondOfDay(at: berlin.instant(of: spring, second: 2 * 3600 + 1800)) == 3 * 3600 + 1800)
    }

    @Test func aTimeThatTheClocksShowTwiceIsTheFirst() throws {
        let berlin = try #require(zones.zone(named: "Europe/Berlin"))
        let autumn = try #require(CalendarDay("2026-10-25"))
        #expect(berlin.instant(of: autumn, second: 2 * 3600 + 1800).description == "2026-10-25T00:30:00Z")
    }

    @Test func aDayWithoutMidnightBeginsLater() throws {
        let beirut = try #require(zones.zone(named: "Asia/Beirut"))
        let day = try #require(CalendarDay("2026-03-29"))
        #expect(beirut.start(of: day).description == "2026-03-28T22:00:00Z")
        #expect(beirut.secondOfDay(at: beirut.start(of: day)) == 3600)
    }

    @Test(arguments: [
        "", "/etc/passwd", "../UTC", "Europe/../UTC", "Europe//Berlin", "Europe", "tzdata.zi", "zone1970.tab",
        "leapseconds", "right/Europe/Berlin", "Mars/Olympus", "Europe/Berlin\u{0}", "Ёвропа",
        String(repeating: "a", count: 65),
    ])
    func whatIsNoZoneIsNone(_ name: String) { #expect(zones.zone(named: name) == nil) }

    @Test func utcNeedsNoFiles() {
        let empty = TimeZoneDirectory(path: "/nonexistent")
        #expect(empty.zone(named: "UTC") == .utc)
        #expect(empty.zone(named: "Europe/Berlin") == nil)
    }

    @Test func brokenFilesAreNoZones() throws {
        let content = [UInt8](try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin")))
        #expect(OwnZone(name: "Cut", content: content) != nil)
        for length in stride(from: 0, to: content.count - 1, by: 7) {
            // A truncated file may still be complete except for its footer. It must not trap.
            _ = OwnZone(name: "Cut", content: Array(content[..<length]))
        }
        for index in stride(from: 0, to: min(content.count, 400), by: 3) {
            var broken = content
            broken[index] = 0xff
            let zone = OwnZone(name: "Broken", content: broken)
            _ = zone?.secondsFromUTC(at: Instant(microseconds: 4_102_444_800_000_000))
        }
    }
}
