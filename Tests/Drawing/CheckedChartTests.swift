import Domain
import Drawing
import TestSupport
import Testing

/// Charts that can be drawn, and charts that cannot.
@Suite struct CheckedChartTests {
    private func code(_ chart: Chart) -> ChartError.Code? {
        do throws(ChartError) {
            _ = try CheckedChart(chart)
            return nil
        } catch {
            return error.code
        }
    }

    private func line(_ points: [Point], _ axis: HorizontalAxis = .numbers(nil)) -> Chart {
        Chart(title: "", series: [Series("", .line(points))], horizontal: axis)
    }

    @Test func whatCannotBeDrawnIsSaid() {
        #expect(code(Chart(title: "", series: [], horizontal: .time)) == .empty)
        #expect(code(line([])) == .empty)
        #expect(code(line([Point(1, nil), Point(2, .nan), Point(3, .infinity)])) == .empty)
        #expect(code(line([Point(.nan, 1)])) == .outOfRange)
        #expect(code(line([Point(1e16, 1)])) == .outOfRange)
        #expect(code(line([Point(1e12, 1)], .time)) == .outOfRange, "that is beyond the year 9999")
        #expect(code(line([Point(1, 1e101)])) == .outOfRange)
        #expect(code(line([Point(2, 1), Point(1, 1)])) == .disordered)
        #expect(code(line([Point(2, 1)], .names(["a", "b"]))) == .outOfRange)
        #expect(code(line([Point(0, 1)], .names([]))) == .outOfRange)
        #expect(
            code(line([Point(0, 1)], .moments([Instant(microseconds: 5), Instant(microseconds: 5)]))) == .disordered)
        let candle = { (candle: Candle) in
            self.code(
                Chart(
                    title: "", series: [Series("", .candles([candle]))],
                    horizontal: .moments([Instant(microseconds: 0)])))
        }
        #expect(candle(Candle(open: 1, high: 2, low: 1, close: 2)) == nil)
        #expect(candle(Candle(open: 1, high: 1, low: 1, close: 2)) == .disordered)
        #expect(candle(Candle(open: .nan, high: 2, low: 1, close: 2)) == .outOfRange)
        #expect(
            code(
                Chart(
                    title: "", series: [Series("", .candles([Candle(open: 1, high: 1, low: 1, close: 1)]))],
                    horizontal: .time))
                == .outOfRange)
    }

    @Test func thereIsAnEndToEverything() {
        let many = (0..<25).map { Series("\($0)", .line([Point(0, 1)])) }
        #expect(code(Chart(title: "", series: many, horizontal: .numbers(nil))) == .tooMuch)
        let marks = (0..<33).map { Mark.level(1, "\($0)") }
        #expect(code(Chart(title: "", series: [many[0]], horizontal: .numbers(nil), marks: marks)) == .tooMuch)
        #expect(code(line([Point(0, 1)], .names(Array(repeating: "", count: 2001)))) == .tooMuch)
        let points = Array(repeating: Point(0, 1), count: CheckedChart.mostPoints + 1)
        #expect(code(line(points)) == .tooMuch)
        for size in [(319, 240, 1.0), (320, 239, 1), (4097, 240, 1), (320, 240, 0), (320, 240, 9)] {
            #expect(throws: ChartError(.invalidSize, "")) {
                try PictureSize(width: size.0, height: size.1, scale: size.2)
            }
        }
    }

    @Test func textsOfStrangersAreCleaned() throws {
        var chart = line([Point(0, 1)])
        chart.title = "a\u{1B}[2J\nb\u{FFFF}" + String(repeating: "e\u{301}", count: 100_000)
        let title = try CheckedChart(chart).title
        #expect(title.hasPrefix("a\u{FFFD}[2J\u{FFFD}b\u{FFFD}e\u{301}") && title.hasSuffix("…"))
        #expect(title.unicodeScalars.count == CheckedChart.mostScalars + 1)
    }

    @Test func aRangeIsNeverEmpty() throws {
        #expect(try CheckedChart(line([Point(5, 100)])).values == 99...101)
        #expect(try CheckedChart(line([Point(5, 0)])).values == -1...1)
        #expect(try CheckedChart(line([Point(5, 0)])).places == 4.5...5.5)
        #expect(try CheckedChart(line([Point(0, 7)], .names(["a"]))).places == -0.5...0.5)
        let bars = Chart(title: "", series: [Series("", .bars([Point(0, 7), Point(2, 9)]))], horizontal: .numbers(nil))
        #expect(try CheckedChart(bars).values == 0...9 && CheckedChart(bars).places == -1...3)
    }

    @Test func marksBeyondTheChartAreLeftOutAndLongOnesCut() throws {
        var chart = line([Point(0, 1), Point(10, 2)])
        chart.marks = [
            .period(from: -5, to: 3, "a"), .period(from: 20, to: 30, "b"), .level(1.5, "c"), .level(7, "d"),
        ]
        #expect(try CheckedChart(chart).marks == [.period(from: 0, to: 3, "a"), .level(1.5, "c")])
        chart.marks = [.period(from: 3, to: 2, "")]
        #expect(code(chart) == .disordered)
        chart.marks = [.level(.nan, "")]
        #expect(code(chart) == .outOfRange)
    }

    @Test func aSeriesIsToldInWords() throws {
        let day = { (number: Int) in CalendarDay(daysSince1970: 20_000 + number).startInUTC }
        let candles = [
            Candle(open: 10, high: 12, low: 9, close: 11), Candle(open: 11, high: 15, low: 8, close: 9),
            Candle(open: 9, high: 15, low: 8, close: 12.345),
        ]
        let chart = Chart(
            title: "", series: [Series("SBER", .candles(candles)), Series("none", .line([Point(0, nil)]))],
            horizontal: .moments([day(0), day(1), day(2)]), unit: "RUB")
        let summaries = try CheckedChart(chart).summaries
        #expect(
            summaries.map(\.sentence) == [
                "SBER in RUB: first 10 (2024-10-04), last 12.35 (2024-10-06), lowest 8 (2024-10-05), highest 15 "
                    + "(2024-10-05), "
                    + "change +23.5\u{A0}%."
            ])
        #expect(summaries.first?.count == 3)
        let names = try CheckedChart(line([Point(0, -1), Point(1, 4)], .names(["food", "rent"]))).summaries
        #expect(names[0].sentence == "first -1 (food), last 4 (rent), lowest -1 (food), highest 4 (rent).")
    }

    @Test func aChartSpeaksRussianWhereItIsTold() throws {
        let day = { (number: Int) in CalendarDay(daysSince1970: 20_000 + number).startInUTC }
        let chart = Chart(
            title: "", series: [Series("SBER", .line([Point(0, 10), Point(1, 12.35), Point(2, 8)]))],
            horizontal: .moments([day(0), day(1), day(2)]), unit: "RUB", language: .russian)
        #expect(
            try CheckedChart(chart).summaries.map(\.sentence) == [
                "SBER в RUB: первое 10 (04.10.2024), последнее 8 (06.10.2024), наименьшее 8 (06.10.2024), наибольшее "
                    + "12,35 (05.10.2024), "
                    + "изменение -20,0\u{A0}%."
            ])
        let may = try #require(CalendarDay("2026-05-05")).daysSince1970 * 86_400
        #expect(DateStep.days(1).label(of: may, in: .russian) == "5 мая")
        #expect(DateStep.months(1).label(of: may, in: .russian) == "май")
        #expect(DateStep.seconds(60).context(of: may, in: .russian) == "5 мая 2026")
        #expect(DateStep.days(1).label(of: may) == "5 May")
    }
}
