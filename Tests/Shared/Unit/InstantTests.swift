import Domain
import Testing

@Suite struct InstantTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0 as Int64, "1970-01-01T00:00:00Z"),
        ("2026-11-21T08:51:48.5Z", 1_795_251_108_500_000, "2026-11-21T08:51:48.500Z"),
        ("2026-11-21T11:51:48.123456789+03:00", 1_795_251_108_123_456, "2026-11-21T08:51:48.123456Z"),
        ("1969-12-31T23:59:59.999999Z", -1, "1969-12-31T23:59:59.999999Z"),
        ("2000-02-29t00:00:00z", 951_782_400_000_000, "2000-02-29T00:00:00Z"),
        ("0001-01-01T00:00:00Z", -62_135_596_800_000_000, "0001-01-01T00:00:00Z"),
        ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999, "9999-12-31T23:59:59.999999Z"),
    ])
    func anInstantIsReadAndWritten(text: String, microseconds: Int64, written: String) throws {
        let instant = try #require(Instant(text))
        #expect(instant.microseconds == microseconds)
        #expect(instant.description == written)
    }

    @Test(arguments: [
        "", "2026-11-21", "2026-11-21 08:51:48Z", "2026-11-21T08:51:48", "2026-13-01T00:00:00Z", "2023-02-29T00:00:00Z",
        "2026-11-21T24:00:00Z", "2026-11-21T23:59:60Z", "2026-11-21T08:51:48.Z", "2026-11-21T08:51:48+3:00",
        "2026-11-21T08:51:48Zmore", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "٢٠٢٦-11-21T08:51:48Z",
    ])
    func whatIsNoInstantIsRefused(text: String) {
        #expect(Instant(text) == nil)
    }

    @Test func everyDayOfFourCenturiesFollowsTheOneBefore() throws {
        var day = try #require(CalendarDay("1899-12-31"))
        var (year, month, number) = day.components
        for _ in 0..<146_097 {
            day = day.adding(days: 1)
            number += 1
            if CalendarDay(year: year, month: month, day: number) == nil { (month, number) = (month + 1, 1) }
            if month == 13 { (year, month) = (year + 1, 1) }
            #expect(day.components == (year, month, number))
            #expect(CalendarDay(year: year, month: month, day: number) == day)
        }
    }

    @Test func addingBeyondTheRangeStaysAtItsEnd() {
        #expect(Instant(microseconds: .max) + .seconds(1) == Instant(microseconds: .max))
        #expect(Instant(milliseconds: .max) == Instant(microseconds: .max))
        #expect(Instant(milliseconds: .min) == Instant(microseconds: .min))
    }
}
