import Coordination
import Domain
import Foundation
import Signals
import Testing

@testable import HistoryService

/// Goal: columns are the periods of the calendar, cut to the days asked for.
@Suite struct ReportColumnsTests {
    private static func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

    private static func columns(
        _ interval: HistorySignal.ReportInterval, _ from: String?, _ to: String,
        _ comparison: HistorySignal.ReportComparison? = nil
    ) throws -> ReportColumns {
        try ReportColumns(
            interval, from: try from.map(day), to: try day(to), comparedWith: comparison)
    }

    private static func texts(_ spans: [ReportSpan]?) -> [String] {
        (spans ?? []).map { "\($0.key) \($0.first) \($0.last)" }
    }

    @Test func monthsAreCutToTheDays() throws {
        let columns = try Self.columns(.month, "2026-10-15", "2026-12-01")
        #expect(
            Self.texts(columns.spans) == [
                "2026-10 2026-10-15 2026-10-31", "2026-11 2026-11-01 2026-11-30", "2026-12 2026-12-01 2026-12-01",
            ])
        #expect(columns.compared == nil)
    }

    @Test(arguments: [
        (HistorySignal.ReportInterval.day, "2026-02-24", "2026-03-01", "2026-02-24"),
        (.week, "2026-01-12", "2026-02-17", "2026-W03"), (.month, "2025-09-01", "2026-02-17", "2025-09"),
        (.quarter, "2024-10-01", "2026-03-01", "2024-Q4"), (.year, "2021-01-01", "2026-12-31", "2021"),
    ])
    func withoutAFirstDayThereAreSix(
        interval: HistorySignal.ReportInterval, first: String, last: String, key: String
    ) throws {
        let spans = try Self.columns(interval, nil, last).spans
        #expect(spans.count == 6)
        #expect(spans.first?.first == (try Self.day(first)) && spans.first?.key == key)
        #expect(spans.last?.last == (try Self.day(last)))
    }

    /// Weeks, months, quarters and years as Foundation knows them.
    @Test(arguments: HistorySignal.ReportInterval.allCases)
    func theCalendarIsThatOfOthers(interval: HistorySignal.ReportInterval) throws {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = .gmt
        let start = try Self.day("2019-12-20")
        for offset in 0..<3_000 {
            let day = start.adding(days: offset)
            let date = Date(timeIntervalSince1970: Double(day.daysSince1970) * 86_400)
            #expect(interval.key(of: day) == ReportModel.key(of: date, interval, calendar), "\(day)")
            let (first, end) = (interval.start(of: day), interval.end(of: day))
            #expect(first <= day && day < end && interval.start(of: end) == end)
            #expect(interval.key(of: first) == interval.key(of: end.adding(days: -1)))
            #expect(interval.key(of: first.adding(days: -1)) != interval.key(of: day))
        }
    }

    @Test func thePeriodBeforeIsWhole() throws {
        let columns = try Self.columns(.quarter, "2026-02-10", "2026-07-01", .previous)
        #expect(
            Self.texts(columns.compared) == [
                "2025-Q4 2025-10-01 2025-12-31", "2026-Q1 2026-02-10 2026-03-31", "2026-Q2 2026-04-01 2026-06-30",
            ])
    }

    @Test(arguments: [
        (
            HistorySignal.ReportInterval.month, "2028-02-01", "2028-03-10",
            ["2027-02 2027-02-01 2027-02-28", "2027-03 2027-03-01 2027-03-10"]
        ),
        (.month, "2029-02-01", "2029-02-28", ["2028-02 2028-02-01 2028-02-29"]),
        (
            .day, "2028-02-28", "2028-03-01",
            [
                "2027-02-28 2027-02-28 2027-02-28", "2027-02-28 2027-02-28 2027-02-28",
                "2027-03-01 2027-03-01 2027-03-01",
            ]
        ),
        (.week, "2026-11-23", "2026-12-01", ["2025-W48 2025-11-24 2025-11-30", "2025-W49 2025-12-01 2025-12-02"]),
        (.year, "2026-01-01", "2026-12-31", ["2025 2025-01-01 2025-12-31"]),
        (.quarter, "2028-02-29", "2028-02-29", ["2027-Q1 2027-02-28 2027-02-28"]),
    ])
    func aYearAgoAreTheSameDays(
        interval: HistorySignal.ReportInterval, from: String, to: String, expected: [String]
    ) throws {
        #expect(Self.texts(try Self.columns(interval, from, to, .year).compared) == expected)
    }

    @Test func thereAreOnlySoManyColumns() throws {
        #expect(try Self.columns(.month, "2016-01-01", "2025-12-31").spans.count == 120)
        let fault = #expect(throws: Fault.self) { try Self.columns(.month, "2016-01-01", "2026-01-01") }
        #expect(
            fault?.code == .invalidArgument && fault?.message.contains("more than 120 periods") == true,
            "\(fault as Any)")
        #expect(throws: Fault.self) { try Self.columns(.day, "0001-01-01", "9999-12-31") }
        #expect(throws: Fault.self) { try Self.columns(.day, "2026-01-02", "2026-01-01") }
    }

    /// The ends of the calendar neither trap nor loop.
    @Test(arguments: HistorySignal.ReportInterval.allCases, HistorySignal.ReportComparison.allCases)
    func theCalendarHasEnds(
        interval: HistorySignal.ReportInterval, comparison: HistorySignal.ReportComparison
    ) throws {
        for (from, to) in [(nil, "0001-01-01"), ("9999-12-31", "9999-12-31"), ("9999-12-01", "9999-12-31")] {
            let columns = try Self.columns(interval, from, to, comparison)
            #expect(columns.spans.count == columns.compared?.count)
            let cuts = ReportCuts(columns, in: .utc)
            #expect(cuts.columns.allSatisfy { $0.start < $0.end })
        }
    }

    /// Days of 23 and of 25 hours end at midnight by the clocks of the user.
    @Test(arguments: [("2026-03-29", 23), ("2026-10-25", 25), ("2026-06-01", 24)])
    func cutsFollowTheClocks(text: String, hours: Int64) throws {
        let content = try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/Europe/Berlin"))
        let known = Domain.TimeZone(name: "Europe/Berlin", content: Array(content))
        let zone = try #require(known)
        let cuts = ReportCuts(try Self.columns(.day, text, text), in: zone)
        #expect(cuts.moments.count == 2)
        #expect(cuts.moments[1].microseconds - cuts.moments[0].microseconds == hours * 3_600_000_000)
    }
}
