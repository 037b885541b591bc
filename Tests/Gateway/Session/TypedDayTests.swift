import Domain
import Testing

@testable import GatewayCommandLine
@testable import GatewaySession

/// Days are parsed as people write them; invalid ones are left to the service.
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

    /// 30 November 2026 is a Monday.
    @Test(arguments: [
        ("monday", "2026-11-30", "2026-11-30"), ("sunday", "2026-11-29", "2026-12-06"),
        ("Вторник", "2026-11-24", "2026-12-01"), ("пт", "2026-11-27", "2026-12-04"),
        ("в среду", "2026-11-25", "2026-12-02"), ("last monday", "2026-11-23", "2026-11-23"),
        ("next-monday", "2026-12-07", "2026-12-07"), ("this friday", "2026-12-04", "2026-12-04"),
        ("october", "2026-10-01", "2027-10-01"), ("ноябрь", "2026-11-01", "2026-11-01"),
        ("december", "2025-12-01", "2026-12-01"), ("5 ноября", "2026-11-05", "2026-11-05"),
        ("March 5", "2026-03-05", "2026-03-05"), ("29-февраля-2028", "2028-02-29", "2028-02-29"),
    ])
    func wordsAreReadBackwardsOrForwards(_ text: String, _ past: String, _ future: String) {
        #expect(TypedDay.day(text, today: today, .past) == CalendarDay(past))
        #expect(TypedDay.day(text, today: today, .future) == CalendarDay(future))
    }

    @Test(arguments: [
        ("last month", "2026-10-01", "2026-10-31"), ("прошлый месяц", "2026-10-01", "2026-10-31"),
        ("в прошлом месяце", "2026-10-01", "2026-10-31"), ("this-month", "2026-11-01", "2026-11-30"),
        ("следующий месяц", "2026-12-01", "2026-12-31"), ("last week", "2026-11-23", "2026-11-29"),
        ("эта-неделя", "2026-11-30", "2026-12-06"), ("last year", "2025-01-01", "2025-12-31"),
        ("февраль", "2026-02-01", "2026-02-28"),
    ])
    func aPeriodIsItsFirstOrItsLastDay(_ text: String, _ first: String, _ last: String) {
        #expect(TypedDay.day(text, today: today) == CalendarDay(first))
        #expect(TypedDay.day(text, today: today, .past, .last) == CalendarDay(last))
    }

    @Test(arguments: ["last", "month", "last soon", "next", "31 november", "5", "5 5", "last last month", "в", "-"])
    func otherWordsAreNot(_ text: String) {
        #expect(TypedDay.day(text, today: today) == nil)
    }

    @Test func everythingThatIsProposedIsRead() throws {
        let today = try #require(today)
        for (field, words) in [("from", ["history"]), ("to", ["statement"]), ("start", ["schedule", "add"])] {
            #expect(TypedDay.proposals(for: field, of: words, today: today).count >= 11)
        }
        let from = TypedDay.proposals(for: "from", of: ["history"], today: today)
        #expect(from.contains(Proposal("last-month", "2026-10-01")) && !from.contains { $0.value == "tomorrow" })
        let to = TypedDay.proposals(for: "to", of: ["history"], today: today)
        #expect(to.contains(Proposal("last-month", "2026-10-31")))
        #expect(!TypedDay.isDay("to", of: ["schedule", "add"]))
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

        var snooze = ParsedArguments()
        snooze["until"] = .text("next week")
        TypedDay.complete(&snooze, of: ["inbox", "snooze"], today: today)
        #expect(snooze.text("until") == "2026-12-07", "as it begins")

        var month = ParsedArguments()
        month["from"] = .text("прошлый месяц")
        month["to"] = .text("last month")
        TypedDay.complete(&month, of: ["history"], today: today)
        #expect(month.text("from") == "2026-10-01" && month.text("to") == "2026-10-31")
    }
}
