import Domain
import Testing

@testable import GatewayService

/// A day is read as people write it; whatever is no day is left to the service that wants one.
@Suite struct TypedDayTests {
    private let today = CalendarDay(year: 2026, month: 11, day: 30)

    @Test(arguments: [
        ("2026-12-01", "2026-12-01"), ("01.12.2026", "2026-12-01"), ("1.12", "2026-12-01"),
        ("29.02.2028", "2028-02-29"),
        ("today", "2026-11-30"), ("Tomorrow", "2026-12-01"), ("ЗАВТРА", "2026-12-01"), ("вчера", "2026-11-29"),
        ("послезавтра", "2026-12-02"),
    ])
    func daysAreRead(_ text: String, _ day: String) {
        #expect(TypedDay.day(text, today: today) == CalendarDay(day))
    }

    @Test(arguments: [
        "", ".", "31.11.2026", "29.02.2026", "1.12.26", "12/01/2026", "22:00", "1..2026", "+1.12", "soon",
        "001.12.2026",
        "1.12.2026.", "2026-11-30T08:51:48Z", "١.١٢.٢٠٢٦",
    ])
    func othersAreNot(_ text: String) {
        #expect(TypedDay.day(text, today: today) == nil)
    }

    @Test func withoutTodayOnlyWholeDaysAreRead() {
        #expect(TypedDay.day("01.12.2026") == CalendarDay("2026-12-01"))
        for text in ["1.12", "tomorrow"] { #expect(TypedDay.day(text) == nil, "\(text)") }
    }

    @Test func commandsTakeThemWhereTheyWantADay() throws {
        let today = try #require(today)
        var history = ParsedArguments()
        history["from"] = .text("вчера")
        history["to"] = .text("2026-11-30T08:51:48Z")
        TypedDay.complete(&history, of: ["history"], today: today)
        #expect(history.text("from") == "2026-11-29" && history.text("to") == "2026-11-30T08:51:48Z")

        var transfer = ParsedArguments()
        transfer["to"] = .text("завтра")
        transfer["start"] = .text("завтра")
        TypedDay.complete(&transfer, of: ["schedule", "add"], today: today)
        #expect(transfer.text("to") == "завтра", "a name")
        #expect(transfer.text("start") == "2026-12-01")
    }
}
