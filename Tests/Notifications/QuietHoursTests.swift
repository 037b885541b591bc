import Domain
import Signals
import TestSupport
import Testing

@testable import NotificationsService

/// Quiet hours and digests across changes of daylight saving time.
@Suite struct QuietHoursTests {
    private static func zone(_ name: String) throws -> TimeZone {
        try #require(NotificationsHouse.zones.zone(named: name), "the package tzdata is missing")
    }

    private func end(_ from: String, _ to: String, _ zone: String, at now: String) throws -> String? {
        let (begin, end) = (try #require(ClockTime(from)), try #require(ClockTime(to)))
        let hours = try #require(QuietHours(from: begin, to: end))
        return hours.end(at: try #require(Instant(now)), in: try Self.zone(zone)).map { "\($0)" }
    }

    @Test func nightsGoOverMidnight() throws {
        #expect(try end("23:00", "08:00", "Europe/Moscow", at: "2026-11-22T19:59:59Z") == nil)
        #expect(try end("23:00", "08:00", "Europe/Moscow", at: "2026-11-22T20:00:00Z") == "2026-11-23T05:00:00Z")
        #expect(try end("23:00", "08:00", "Europe/Moscow", at: "2026-11-23T04:59:59Z") == "2026-11-23T05:00:00Z")
        #expect(try end("23:00", "08:00", "Europe/Moscow", at: "2026-11-23T05:00:00Z") == nil)
        #expect(try end("13:00", "14:00", "UTC", at: "2026-11-23T13:30:00Z") == "2026-11-23T14:00:00Z")
        #expect(QuietHours(from: ClockTime(minutes: 60), to: ClockTime(minutes: 60)) == nil)
    }

    @Test func clocksThatArePutOnMakeTheNightShorter() throws {
        // Berlin, 29 March 2026: 02:00 becomes 03:00.
        #expect(try end("23:00", "08:00", "Europe/Berlin", at: "2026-03-28T22:00:00Z") == "2026-03-29T06:00:00Z")
    }

    @Test func aTimeThatIsLeftOutIsTheMomentOfTheChange() throws {
        // Berlin, 29 March 2026: 02:00 becomes 03:00, at 01:00 UTC.
        #expect(try end("23:00", "02:30", "Europe/Berlin", at: "2026-03-28T23:00:00Z") == "2026-03-29T01:00:00Z")
        #expect(try end("10:10", "02:20", "Europe/Berlin", at: "2026-03-28T20:00:00Z") == "2026-03-29T01:00:00Z")
        #expect(try end("10:10", "02:20", "Europe/Berlin", at: "2026-03-29T01:00:00Z") == nil)
        #expect(try end("02:20", "10:10", "Europe/Berlin", at: "2026-03-29T01:00:00Z") == "2026-03-29T08:10:00Z")
        #expect(try end("02:20", "10:10", "Europe/Berlin", at: "2026-03-29T00:59:00Z") == nil)
    }

    @Test func anHourThatComesTwiceIsNotQuietTwice() throws {
        // Berlin, 25 October 2026: 03:00 becomes 02:00. 02:30 is first shown at 00:30 UTC.
        #expect(try end("23:00", "02:30", "Europe/Berlin", at: "2026-10-24T22:00:00Z") == "2026-10-25T00:30:00Z")
        #expect(try end("23:00", "02:30", "Europe/Berlin", at: "2026-10-25T01:10:00Z") == nil)
        #expect(try end("23:00", "08:00", "Europe/Berlin", at: "2026-10-24T22:00:00Z") == "2026-10-25T07:00:00Z")
    }

    /// Compared with a model of continuous periods: each night of a year is one, from the first moment the local clock
    /// shows its beginning to the first moment it shows its end, found minute by minute.
    @Test(arguments: ["Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Europe/Moscow", "America/Sao_Paulo"])
    func quietIsOneStretchEachNight(name: String) throws {
        let zone = try Self.zone(name)
        let seed = UInt64.random(in: 0...(.max))
        var random = SeededGenerator(seed: seed)
        for _ in 0..<12 {
            let (from, to) = (ClockTime(minutes: random.below(1440)), ClockTime(minutes: random.below(1440)))
            guard let hours = QuietHours(from: from, to: to) else { continue }
            let begin = try #require(Instant("2026-0\(1 + random.below(9))-2\(random.below(8))T00:00:00Z"))
            var model: Instant?
            // Within two days any quiet period has begun and ended at least once.
            var last = Self.shown(begin + .seconds(-2 * 86_400 - 60), zone)
            for minute in (-2 * 1440)..<(3 * 1440) {
                let moment = begin + .seconds(minute * 60)
                let shown = Self.shown(moment, zone)
                // A clock change is a jump. Skipped times count at its end.
                if Self.passes(from, last, shown), model == nil { model = moment }
                if Self.passes(to, last, shown), model != nil { model = nil }
                last = shown
                if minute > 0, minute % 7 == 0 {
                    let end = hours.end(at: moment, in: zone)
                    #expect(
                        (end != nil) == (model != nil), "\(name) \(from.text)-\(to.text) at \(moment), seed \(seed)")
                    if let end { #expect(end > moment && end - moment < .seconds(26 * 3600), "seed \(seed)") }
                }
            }
        }
    }

    private static func shown(_ moment: Instant, _ zone: TimeZone) -> Int { zone.secondOfDay(at: moment) / 60 }

    /// True when the clock reaches a time, or jumps over it.
    private static func passes(_ time: ClockTime, _ last: Int, _ shown: Int) -> Bool {
        let step = ((shown - last) % 1440 + 1440) % 1440
        let distance = ((time.minutes - last) % 1440 + 1440) % 1440
        return step > 0 && step < 720 && distance > 0 && distance <= step
    }

    @Test func digestsComeDailyOrOnADayOfTheWeek() throws {
        let zone = try Self.zone("Europe/Moscow")
        var digest = DigestTime()
        digest.at = try #require(ClockTime("09:30"))
        let now = try #require(Instant("2026-11-22T06:30:00Z"))
        #expect("\(digest.next(after: now, in: zone))" == "2026-11-23T06:30:00Z", "the moment itself is over")
        #expect("\(digest.next(after: now + .seconds(-1), in: zone))" == "2026-11-22T06:30:00Z")
        (digest.every, digest.weekday) = (.week, 7)
        // 22 November 2026 is a Sunday.
        #expect("\(digest.next(after: now + .seconds(-1), in: zone))" == "2026-11-22T06:30:00Z")
        #expect("\(digest.next(after: now, in: zone))" == "2026-11-29T06:30:00Z")
        digest.weekday = 1
        #expect("\(digest.next(after: now, in: zone))" == "2026-11-23T06:30:00Z")
    }

    @Test(arguments: ["", "8:00", "24:00", "08:60", "0800", "08:00:00", "-1:00", "aa:bb", "0８:00"])
    func timesAreOfTwoDigitsEach(text: String) {
        #expect(ClockTime(text) == nil)
    }
}
