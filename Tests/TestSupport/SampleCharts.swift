import Domain
import Drawing

/// One chart of every kind with reproducible invented data: for tests, and for the page of all charts (`make charts`).
public enum SampleCharts {
    /// The charts by name, which is also the name of a file.
    public static let all: [(name: String, chart: Chart)] = [
        ("line", line), ("two-lines", twoLines), ("area", area), ("candles", candles), ("many-candles", manyCandles),
        ("hours", hours), ("categories", categories), ("many-names", manyNames), ("months", months),
        ("shapes", shapes), ("candle-shapes", candleShapes), ("many-series", manySeries),
        ("a-million-points", millionPoints), ("gaps", gaps),
        ("one-point", onePoint), ("constant", constant), ("negative", negative), ("huge", huge), ("tiny", tiny),
        ("long-texts", longTexts),
    ]

    private static func day(_ number: Int) -> Instant {
        CalendarDay(daysSince1970: 20_090 + number).startInUTC
    }

    /// Returns a random walk.
    private static func walk(_ count: Int, from start: Double, step: Double, seed: UInt64) -> [Double] {
        var random = SeededGenerator(seed: seed)
        var value = start
        return (0..<count).map { _ in
            value = max(start / 5, value + Double.random(in: -step...step, using: &random))
            return value
        }
    }

    private static func daily(_ values: [Double]) -> [Point] {
        values.enumerated().map { Point(at: day($0.offset), $0.element) }
    }

    private static let line = Chart(
        title: "Kamaz, yield", subtitle: "RU000A0JW126, at the close of each day",
        series: [Series("yield", .line(daily(walk(400, from: 9, step: 0.2, seed: 1))))], horizontal: .time,
        measure: "yield", unit: "% a year",
        marks: [
            .period(from: seconds(120), to: seconds(180), "the period that was asked for"), .level(9, "coupon, 9 %"),
        ], footnote: "Made-up data.")

    private static func seconds(_ number: Int) -> Double { Double(day(number).microseconds) / 1e6 }

    private static let twoLines = Chart(
        title: "Kamaz and Gazprombank",
        series: [
            Series("Kamaz", .line(daily(walk(60, from: 100, step: 2, seed: 2)))),
            Series("Gazprombank", .line(daily(walk(60, from: 98, step: 1, seed: 3))), isDashed: true),
        ], horizontal: .time, measure: "price", unit: "% of the face", footnote: "Made-up data.")

    private static let area = Chart(
        title: "Balance of main", subtitle: "1 January to 31 December 2025",
        series: [Series("balance", .area(daily(walk(365, from: 52_000, step: 6000, seed: 4))))], horizontal: .time,
        measure: "balance", unit: "RUB")

    /// Returns trading days, without weekends.
    private static func market(_ count: Int, seed: UInt64) -> ([Instant], [Candle]) {
        var random = SeededGenerator(seed: seed)
        var close = 250.0
        var days: [Instant] = []
        var candles: [Candle] = []
        var number = 0
        while days.count < count {
            number += 1
            // 20,090 is a Friday.
            if [1, 2].contains(number % 7) { continue }
            days.append(day(number))
            let open = close
            close = max(20, open * (1 + Double.random(in: -0.03...0.031, using: &random)))
            let (low, high) = (min(open, close), max(open, close))
            candles.append(
                Candle(
                    open: open, high: high * (1 + Double.random(in: 0...0.012, using: &random)),
                    low: low * (1 - Double.random(in: 0...0.012, using: &random)), close: close))
        }
        return (days, candles)
    }

    private static let candles: Chart = {
        let (days, candles) = market(64, seed: 5)
        return Chart(
            title: "SBER", subtitle: "64 candles of a day",
            series: [Series("SBER", .candles(candles))], horizontal: .moments(days),
            measure: "price", unit: "RUB",
            marks: [.period(from: 30, to: 41, "the segment that was searched for")], footnote: "Made-up data.")
    }()

    private static let manyCandles: Chart = {
        let (days, candles) = market(2500, seed: 6)
        return Chart(
            title: "SBER, ten years", series: [Series("SBER", .candles(candles))], horizontal: .moments(days),
            measure: "price", unit: "RUB")
    }()

    private static let hours: Chart = {
        let values = walk(200, from: 100, step: 1, seed: 7)
        let points = values.enumerated().map {
            Point(at: Instant(microseconds: 1_763_700_000_000_000 + Int64($0.offset) * 600_000_000), $0.element)
        }
        return Chart(title: "Two days, by ten minutes", series: [Series("price", .line(points))], horizontal: .time)
    }()

    private static let categories = Chart(
        title: "Spending by category", subtitle: "November 2026",
        series: [
            Series(
                "spent",
                .bars(
                    [41_200, 18_750.5, 12_300, 9800, 7400, 5200, 3100, 1250, 400].enumerated().map {
                        Point(Double($0.offset), $0.element)
                    }))
        ],
        horizontal: .names([
            "жильё", "продукты", "транспорт", "restaurants", "здоровье и спорт", "одежда", "подарки", "books", "(none)",
        ]), measure: "spent", unit: "RUB")

    private static let manyNames = Chart(
        title: "Sixty names",
        series: [Series("", .bars((0..<60).map { Point(Double($0), Double(($0 * 37) % 61) - 12) }))],
        horizontal: .names((0..<60).map { "name number \($0)" }))

    private static let months = Chart(
        title: "Income and expense", subtitle: "by month",
        series: [
            Series("income", .bars((0..<12).map { Point(Double($0), 90_000 + Double($0 % 4) * 8000) })),
            Series("expense", .bars((0..<12).map { Point(Double($0), 60_000 + Double($0 * 7 % 5) * 9000) })),
        ], horizontal: .names((1...12).map { "2026-\($0 < 10 ? "0" : "")\($0)" }), unit: "RUB")

    private static let shapes = Chart(
        title: "SBER and where it looked like that before", subtitle: "each on its own scale",
        series: [
            Series(
                "SBER 2025-09-07",
                .line(walk(23, from: 10, step: 1, seed: 8).enumerated().map { Point(Double($0.offset), $0.element) }),
                isMain: true),
            Series(
                "LKOH 2019-03-01",
                .line(walk(23, from: 10, step: 1, seed: 9).enumerated().map { Point(Double($0.offset), $0.element) }),
                isDashed: true),
        ], horizontal: .numbers("candles"), measure: "distance from the mean", unit: "deviations")

    private static let candleShapes: Chart = {
        let groups = [
            HorizontalAxis.Group("SBER 2025-10-06", count: 5), HorizontalAxis.Group("LKOH 2019-03-01", count: 5),
        ]
        return Chart(
            title: "Like Sberbank (SBER) from 2025-10-06 to 2025-10-10",
            subtitle: "candles, each on its own scale",
            series: zip(groups, HorizontalAxis.starts(of: groups)).map { group, start in
                Series(group.name, .candles(market(5, seed: UInt64(start + 20)).1), start: start)
            }, horizontal: .groups(groups), measure: "place between low and high", unit: "%",
            marks: [.period(from: 0, to: 4, "searched: SBER")])
    }()

    private static let manySeries = Chart(
        title: "Twenty series",
        series: (0..<20).map { number in
            Series(
                "series number \(number)",
                .line(daily(walk(50, from: 10 + Double(number), step: 0.5, seed: UInt64(number)))))
        }, horizontal: .time)

    private static let millionPoints: Chart = {
        let values = walk(1_000_000, from: 1000, step: 4, seed: 10)
        let points = values.enumerated().map {
            Point(at: Instant(microseconds: 1_600_000_000_000_000 + Int64($0.offset) * 60_000_000), $0.element)
        }
        return Chart(title: "A million minutes", series: [Series("price", .line(points))], horizontal: .time)
    }()

    private static let gaps: Chart = {
        let values = walk(120, from: 5, step: 0.4, seed: 11)
        let points = values.enumerated().map { number, value in
            Point(at: day(number), (30..<45).contains(number) || number == 60 || number == 62 ? nil : value)
        }
        return Chart(title: "What is not known is left out", series: [Series("", .line(points))], horizontal: .time)
    }()

    private static let onePoint = Chart(
        title: "One point", series: [Series("price", .line([Point(at: day(0), 101.5)]))], horizontal: .time)

    private static let constant = Chart(
        title: "Nothing happens", series: [Series("price", .line(daily(Array(repeating: 100, count: 30))))],
        horizontal: .time)

    private static let negative = Chart(
        title: "Above and below zero",
        series: [Series("change", .area((0..<90).map { Point(at: day($0), Double(($0 * 13) % 37) - 18) }))],
        horizontal: .time, unit: "%")

    private static let huge = Chart(
        title: "Huge numbers",
        series: [Series("", .line((0..<10).map { Point(Double($0), Double($0) * 1.234e98 - 3e98) }))],
        horizontal: .numbers(nil))

    private static let tiny = Chart(
        title: "Differences beyond the sixth place",
        series: [Series("", .line((0..<10).map { Point(Double($0), 1e6 + Double($0) * 0.002) }))],
        horizontal: .numbers("attempts"))

    private static let longTexts = Chart(
        title: String(repeating: "a heading that does not end, ", count: 40),
        subtitle: String(repeating: "очень длинная вторая строка ", count: 40),
        series: (0..<4).map {
            Series(
                String(repeating: "a long name \($0) ", count: 20),
                .bars([Point(0, Double($0)), Point(1, 5), Point(2, 3)]))
        },
        horizontal: .names([
            String(repeating: "name ", count: 90), "b\u{0}\u{1B}[31mred\u{202E}", "<script>alert('&')</script>",
        ]),
        unit: String(repeating: "unit ", count: 100), footnote: String(repeating: "a footnote ", count: 90))
}
