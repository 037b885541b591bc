import Domain
import TestSupport
import Testing

@Suite struct RecurrenceTests {
    private static func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

    private static func days(
        from start: String, every count: Int, _ unit: Recurrence.Unit, _ indices: Range<Int> = 0..<5
    ) throws -> [String] {
        let recurrence = try #require(Recurrence(start: try day(start), every: count, unit))
        return indices.compactMap { recurrence.occurrence($0)?.description }
    }

    @Test func theLastOfTheMonthStaysTheLast() throws {
        #expect(
            try Self.days(from: "2025-01-31", every: 1, .month) == [
                "2025-01-31", "2025-02-28", "2025-03-31", "2025-04-30", "2025-05-31",
            ])
        #expect(
            try Self.days(from: "2023-11-30", every: 3, .month, 0..<3) == ["2023-11-30", "2024-02-29", "2024-05-30"])
    }

    @Test func theLeapDayComesBack() throws {
        #expect(
            try Self.days(from: "2024-02-29", every: 1, .year) == [
                "2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29",
            ])
    }

    @Test func daysAndWeeksAreCounted() throws {
        #expect(
            try Self.days(from: "2026-12-30", every: 28, .day, 0..<3) == ["2026-12-30", "2027-01-27", "2027-02-24"])
        #expect(
            try Self.days(from: "2026-02-25", every: 2, .week, 0..<3) == ["2026-02-25", "2026-03-11", "2026-03-25"])
    }

    @Test func nothingOccursAfterTheLastDayThatCanBeWritten() throws {
        #expect(try Self.days(from: "9999-12-30", every: 1, .day) == ["9999-12-30", "9999-12-31"])
        #expect(try Self.days(from: "9999-11-30", every: 1, .month) == ["9999-11-30", "9999-12-30"])
        let recurrence = try #require(Recurrence(start: try Self.day("2026-01-01"), every: 1000, .year))
        #expect(recurrence.occurrence(.max) == nil)
        #expect(recurrence.occurrence(8) == nil)
        #expect(recurrence.firstIndex(notBefore: Recurrence.lastDay) == nil)
        #expect(Recurrence.lastDay.description == "9999-12-31")
    }

    @Test(arguments: [0, -1, 1001, .max, .min]) func countsOutsideTheRangeAreRefused(count: Int) throws {
        #expect(Recurrence(start: try Self.day("2026-01-01"), every: count, .day) == nil)
    }

    /// Method: a model that steps from day to day and from month to month, over 400 years, the whole cycle of the
    /// calendar.
    @Test(arguments: 0..<40) func occurrencesAreThoseOfAPlainModel(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let start = CalendarDay(daysSince1970: .random(in: -60_000...120_000, using: &random))
        let unit = try #require(Recurrence.Unit.allCases.randomElement(using: &random))
        let count = Int.random(in: 1...40, using: &random)
        let recurrence = try #require(Recurrence(start: start, every: count, unit))
        var model = PlainCalendar(start)
        var index = 0
        var previous: CalendarDay?
        while model.year < start.components.year + 400 {
            let occurrence = try #require(recurrence.occurrence(index))
            let expected = model.clamped(toDay: start.components.day, in: unit)
            try #require(
                occurrence == expected, "seed \(seed): \(start) every \(count) \(unit), occurrence \(index)")
            if let previous {
                try #require(previous < occurrence)
                #expect(recurrence.firstIndex(notBefore: previous.adding(days: 1)) == index)
            }
            #expect(recurrence.firstIndex(notBefore: occurrence) == index)
            previous = occurrence
            index += 1
            model.advance(by: count, unit)
        }
        #expect(index > 8)
    }
}

/// Year, month and day, advanced step by step.
private struct PlainCalendar {
    private(set) var year: Int
    private var month: Int
    private var day: Int

    init(_ start: CalendarDay) { (year, month, day) = start.components }

    private var length: Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns the current day or, for months and years, `day` or the last day of the month.
    func clamped(toDay day: Int, in unit: Recurrence.Unit) -> CalendarDay? {
        let isCounted = unit == .day || unit == .week
        return CalendarDay(year: year, month: month, day: isCounted ? self.day : min(day, length))
    }

    mutating func advance(by count: Int, _ unit: Recurrence.Unit) {
        for _ in 0..<count {
            switch unit {
            case .day: nextDay()
            case .week: for _ in 0..<7 { nextDay() }
            case .month: nextMonth()
            case .year: year += 1
            }
        }
    }

    private mutating func nextDay() {
        if day < length {
            day += 1
        } else {
            day = 1
            nextMonth()
        }
    }

    private mutating func nextMonth() {
        month += 1
        if month > 12 { (month, year) = (1, year + 1) }
    }
}
