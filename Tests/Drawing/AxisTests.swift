import Domain
import Drawing
import TestSupport
import Testing

/// Round numbers and dates.
@Suite struct AxisTests {
    @Test func numbersAreRound() {
        #expect(NumberSteps(over: 0...100, most: 5).labels == ["0", "20", "40", "60", "80", "100"])
        #expect(NumberSteps(over: 9.3...10.4, most: 6).labels == ["9.2", "9.4", "9.6", "9.8", "10.0", "10.2", "10.4"])
        #expect(NumberSteps(over: 0...9.9, most: 4).labels == ["0.0", "2.5", "5.0", "7.5", "10.0"])
        #expect(NumberSteps(over: -1_500_000...1_200_000, most: 3).labels.contains("-1\u{A0}000\u{A0}000"))
        #expect(NumberSteps(over: 0...3e14, most: 3).labels == ["0", "1e14", "2e14", "3e14"])
        #expect(NumberSteps(over: 0.5...2.4, most: 2, isWithin: true).labels == ["1", "2"])
        #expect(NumberSteps(over: 0.1...0.9, most: 1, isWithin: true).ticks.isEmpty)
    }

    @Test func numbersEncloseWhatTheyAreAboutAndAscend() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let sizes: [Double] = [1e-80, 1e-6, 0.3, 1, 77, 1e6, 1e14, 1e90]
        for _ in 0..<5000 {
            let size = random.one(of: sizes)
            let low = Double.random(in: -1...1, using: &random) * size
            let span = Double.random(in: 1e-8...1, using: &random) * size
            let most = 1 + random.below(12)
            let steps = NumberSteps(over: low...(low + span), most: most)
            let slack = span * 1e-6
            #expect(
                steps.range.lowerBound <= low + slack && steps.range.upperBound >= low + span - slack,
                "\(low), \(span), \(most): seed \(seed)")
            #expect(zip(steps.ticks, steps.ticks.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed)")
            #expect((2...most + 3).contains(steps.ticks.count), "\(steps.ticks), most \(most): seed \(seed)")
        }
    }

    private func seconds(_ text: String) throws -> Int {
        let day = try #require(CalendarDay(text))
        return Int(day.startInUTC.microseconds / 1_000_000)
    }

    private func labels(_ step: DateStep, _ from: String, _ to: String) throws -> [String] {
        try #require(step.dates(from: seconds(from), to: seconds(to), most: 100)).map { step.label(of: $0) }
    }

    @Test func datesAreWholeUnitsOfTheCalendar() throws {
        #expect(try labels(.days(1), "2024-02-28", "2024-03-01") == ["28 Feb", "29 Feb", "1 Mar"])
        #expect(try labels(.weeks(1), "2026-11-01", "2026-11-21") == ["2 Nov", "9 Nov", "16 Nov"])
        #expect(try labels(.months(1), "2025-11-15", "2026-02-15") == ["Dec", "Jan", "Feb"])
        #expect(try labels(.months(3), "2025-01-01", "2025-12-31") == ["Jan", "Apr", "Jul", "Oct"])
        #expect(try labels(.years(1), "1969-06-01", "1972-01-01") == ["1970", "1971", "1972"])
        #expect(try labels(.years(10), "1955-06-01", "1991-01-01") == ["1960", "1970", "1980", "1990"])
        let day = try seconds("2026-11-21")
        #expect(
            DateStep.seconds(21_600).dates(from: day, to: day + 86_399, most: 9)?.map {
                DateStep.seconds(21_600).label(of: $0)
            } == ["00:00", "06:00", "12:00", "18:00"])
        #expect(DateStep.seconds(1).dates(from: day, to: day + 100, most: 9) == nil, "there are more than nine")
        #expect(DateStep.months(1).context(of: day) == "2026" && DateStep.years(1).context(of: day) == nil)
        #expect(DateStep.seconds(60).context(of: day) == "21 Nov 2026")
    }

    @Test func stepsGetCoarserAsTimeGetsLonger() throws {
        let start = try seconds("2020-01-06")
        func ticks(days: Double, width: Double = 600) throws -> [String] {
            let chart = Chart(
                title: "",
                series: [Series("", .line([Point(Double(start), 1), Point(Double(start) + days * 86_400, 2)]))],
                horizontal: .time)
            return HorizontalTicks(
                of: try CheckedChart(chart), in: HorizontalTicks.Room(width: width, before: 40, after: 8, gap: 18)
            ) { Double($0.count) * 7 }.ticks.compactMap(\.label)
        }
        #expect(try ticks(days: 2) == ["6 Jan", "7 Jan", "8 Jan"], "days have no hours")
        #expect(try ticks(days: 0.4).prefix(2) == ["00:00", "01:00"])
        #expect(try ticks(days: 7).prefix(2) == ["6 Jan", "7 Jan"])
        #expect(try ticks(days: 60).prefix(2) == ["6 Jan", "13 Jan"])
        #expect(try ticks(days: 365).prefix(2) == ["Feb", "Mar"])
        #expect(try ticks(days: 1000).prefix(2) == ["Apr", "Jul"])
        #expect(try ticks(days: 3650).prefix(2) == ["2021", "2022"])
        #expect(try ticks(days: 36_500).prefix(2) == ["2030", "2040"])
        #expect(try ticks(days: 3650, width: 40).count == 1)
    }

    @Test func daysWithoutTradingHaveNoPlaceAndNoLabel() throws {
        // From Monday, 6 January 2020: twelve weeks without weekends, and one week without any trading.
        let start = try #require(CalendarDay("2020-01-06"))
        let days = (0..<84).filter { $0 % 7 < 5 && !(28..<35).contains($0) }.map { start.adding(days: $0).startInUTC }
        let chart = Chart(
            title: "", series: [Series("", .line(days.indices.map { Point(Double($0), 1) }))],
            horizontal: .moments(days))
        let ticks = HorizontalTicks(
            of: try CheckedChart(chart), in: HorizontalTicks.Room(width: 550, before: 40, after: 8, gap: 10)
        ) { Double($0.count) * 5 }.ticks
        #expect(
            ticks.compactMap(\.label) == [
                "6 Jan", "13 Jan", "20 Jan", "27 Jan", "10 Feb", "17 Feb", "24 Feb", "2 Mar", "9 Mar", "16 Mar",
                "23 Mar",
            ])
        #expect(ticks.compactMap(\.context) == ["2020"])
        #expect(
            ticks[4].position - ticks[3].position == ticks[1].position - ticks[0].position, "weeks are evenly apart")
    }

    @Test func aYearThatHasJustBegunToShowMakesRoomForTheNext() throws {
        let start = try seconds("2024-11-20")
        let points = [Point(Double(start), 1), Point(Double(start) + 300 * 86_400, 2)]
        let chart = Chart(title: "", series: [Series("", .line(points))], horizontal: .time)
        let ticks = HorizontalTicks(
            of: try CheckedChart(chart), in: HorizontalTicks.Room(width: 400, before: 40, after: 8, gap: 14)
        ) { Double($0.count) * 7 }.ticks
        #expect(ticks.prefix(2).map(\.label) == ["Dec", "Jan"] && ticks.prefix(2).map(\.context) == [nil, "2025"])
    }

    @Test func numbersAreWrittenWithoutFoundation() {
        #expect(NumberLabel.decimal(-0.001, places: 2) == "0.00" && NumberLabel.decimal(.nan, places: 2) == "nan")
        #expect(NumberLabel.trimmed(12.500, places: 3) == "12.5" && NumberLabel.trimmed(100, places: 2) == "100")
        #expect(NumberLabel.grouped(-1_234_567.5, places: 1) == "-1\u{A0}234\u{A0}567.5")
        #expect(NumberLabel.scientific(1.25e12) == "1.25e12" && NumberLabel.scientific(-9.99999e-5) == "-1e-4")
        #expect(NumberLabel.scientific(0) == "0")
    }
}
