import Domain
import Testing

@Suite struct CalendarPeriodTests {
    @Test(arguments: [
        (CalendarPeriod.day, "2026-11-21", "2026-11-21", "2026-11-22"),
        (.week, "2026-11-21", "2026-11-16", "2026-11-23"), (.week, "2026-11-16", "2026-11-16", "2026-11-23"),
        (.week, "2026-11-22", "2026-11-16", "2026-11-23"), (.week, "1969-12-31", "1969-12-29", "1970-01-05"),
        (.month, "2026-02-28", "2026-02-01", "2026-03-01"), (.month, "2026-12-31", "2026-12-01", "2027-01-01"),
        (.year, "2028-02-29", "2028-01-01", "2029-01-01"),
    ])
    func aPeriodIsThatOfTheCalendar(period: CalendarPeriod, day: String, start: String, end: String) throws {
        let day = try #require(CalendarDay(day))
        #expect(period.start(of: day).description == start)
        #expect(period.end(of: day).description == end)
    }

    @Test(arguments: CalendarPeriod.allCases) func periodsFollowEachOtherWithoutGaps(period: CalendarPeriod) throws {
        for day in -800...30_000 {
            let day = CalendarDay(daysSince1970: day)
            let (start, end) = (period.start(of: day), period.end(of: day))
            #expect(start <= day && day < end)
            #expect(period.start(of: end) == end)
            #expect(period.start(of: end.adding(days: -1)) == start)
        }
    }
}
