import Domain
import Drawing
import TestSupport
import Testing

@testable import GatewayWords

/// Drawings in the terminal.
@Suite struct ChartTests {
    private func texts(_ chart: Chart, width: Int = 80, rows: Int = ChartFrame.usualRows, isASCII: Bool = false) throws
        -> [String]
    {
        TerminalChart.lines(try CheckedChart(chart), width: width, rows: rows, isASCII: isASCII)
            .map { $0.map(\.text).joined() }
    }

    private func line(_ values: [Double], isDashed: Bool = false) -> Series {
        Series(
            isDashed ? "dashed" : "line", .line(values.enumerated().map { Point(Double($0.offset), $0.element) }),
            isDashed: isDashed)
    }

    private func days(_ count: Int) -> [Instant] {
        (0..<count).map { CalendarDay(daysSince1970: 18_262 + $0).startInUTC }
    }

    @Test func dotsOfACellAreThoseOfBraille() {
        var canvas = BrailleCanvas(columns: 2, rows: 1)
        canvas.line(from: (0, 0), to: (3, 3))
        #expect((0..<2).map { canvas.character(row: 0, column: $0) } == ["\u{2811}", "\u{2884}"])
        canvas.set(99, 99)
        canvas.set(-1, 0)
        #expect(BrailleCanvas(columns: 1, rows: 1).character(row: 0, column: 0) == " ")
    }

    @Test(arguments: SampleCharts.all.map(\.name), [30, 80, 200])
    func everyKindOfChartFitsEveryTerminal(name: String, width: Int) throws {
        let chart = try #require(SampleCharts.all.first { $0.name == name }?.chart)
        for isASCII in [true, false] {
            let lines = try texts(chart, width: width, isASCII: isASCII)
            #expect(lines.allSatisfy { DisplayText.width(of: $0) <= width }, "\(lines)")
            #expect(lines.count > 3)
            #expect(lines.joined().unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
        }
    }

    @Test func inASCIIEverySignIsASCII() throws {
        let candle = Candle(open: 1000, high: 1_000_000, low: 1, close: 2000)
        let chart = Chart(
            title: "SBER", series: [Series("SBER", .candles([candle, candle])), line([5, 1_000_000])],
            horizontal: .moments(days(2)), marks: [.period(from: 0, to: 1, "a"), .level(700_000, "b")])
        #expect(try texts(chart, isASCII: true).joined().utf8.allSatisfy { $0 < 0x80 })
    }

    @Test func roundNumbersAndDatesStandBesideAndBelow() throws {
        let chart = Chart(
            title: "a title", series: [line((0..<500).map { 100 + Double(($0 * 37) % 101) })],
            horizontal: .moments(days(500)), unit: "RUB")
        let lines = try texts(chart)
        #expect(lines[0] == "a title" && lines[1] == "RUB")
        let plot = lines[2..<(2 + ChartFrame.usualRows)]
        #expect(plot.first?.hasPrefix("200 ┤") == true && plot.last?.hasPrefix("100 ┤") == true)
        #expect(plot.filter { $0.contains("┤") }.map { $0.prefix(3) } == ["200", "175", "150", "125", "100"])
        #expect(lines[16].hasPrefix("    └") && lines[16].contains("┬"))
        #expect(lines[17].contains("Jan") && lines[17].contains("Jul"))
        #expect(lines[18].contains("2020") && lines[18].contains("2021"))
    }

    @Test(arguments: [0...250_000.0, -176_000...75_000, 72_368...73_166, 9.3...10.4], [5, 7, 14])
    func aLowPlotIsUsedFromTopToBottom(range: ClosedRange<Double>, rows: Int) throws {
        let values = [range.lowerBound, range.upperBound, (range.lowerBound + range.upperBound) / 2]
        let chart = Chart(title: "", series: [line(values)], horizontal: .numbers(nil))
        let plot = try texts(chart, rows: rows).prefix(rows).map { $0.drop { $0 != "│" && $0 != "┤" }.dropFirst() }
        let drawn = plot.indices.filter { plot[$0].contains { $0 != " " } }
        #expect(drawn.count >= rows - 2, "\(plot)")
        let labels = try texts(chart, rows: rows).prefix(rows).filter { $0.contains("┤") }
        #expect((2...6).contains(labels.count), "\(labels)")
    }

    @Test(arguments: [[5.0], [5, 5, 5], [1e-9, 2e-9], [1e12, 1], [0, -3], [-1e99, 1e99]])
    func anythingCanBeDrawn(values: [Double]) throws {
        let lines = try texts(Chart(title: "", series: [line(values)], horizontal: .numbers(nil)), isASCII: true)
        #expect(lines.joined().contains("*"))
    }

    @Test func candlesDifferInShapeNotOnlyInColour() throws {
        func chart(_ candles: [Candle]) -> Chart {
            Chart(title: "", series: [Series("", .candles(candles))], horizontal: .moments(days(candles.count)))
        }
        func candle(_ open: Double, _ close: Double) -> Candle { Candle(open: open, high: 10, low: 1, close: close) }
        let lines = try texts(chart([candle(3, 8), candle(8, 3)]), width: 40).joined()
        #expect(lines.contains("┃") && lines.contains("█") && lines.contains("│"))
        let plain = try texts(chart([candle(3, 8), candle(8, 3)]), width: 40, isASCII: true).joined()
        #expect(plain.contains("O") && plain.contains("#") && plain.contains("|"))
        let many = try texts(chart((0..<1000).map { candle(3 + Double($0 % 5), 5) }), width: 60)
        #expect(many.allSatisfy { DisplayText.width(of: $0) <= 60 })
    }

    @Test func candlesEndInHalvesOfACell() throws {
        // Five rows for 0 ... 4 are ten halves: a body of three halves ends in the middle of a cell.
        func column(_ candle: Candle) throws -> String {
            let chart = Chart(
                title: "",
                series: [
                    Series("", .candles([Candle(open: 0, high: 4, low: 0, close: 4), candle]))
                ], horizontal: .moments(days(2)))
            let lines = TerminalChart.lines(try CheckedChart(chart), width: 30, rows: 5, isASCII: false)
            #expect(lines[0].map(\.text).joined() == "┃ up  █ down", "what is hollow and what is filled is said")
            return String(lines.dropFirst().prefix(5).map { $0.map(\.text).joined().last ?? " " })
        }
        let falling = try column(Candle(open: 3, high: 4, low: 0, close: 1.5))
        #expect(falling.contains("│") || falling.contains("╷") || falling.contains("╵"))
        #expect(falling.contains { "▀▄".contains($0) }, "\(falling)")
        let rising = try column(Candle(open: 1.5, high: 4, low: 0, close: 3))
        #expect(rising.contains { "╽╿".contains($0) }, "a thin wick and a heavy body in one cell: \(rising)")
    }

    @Test func twoShapesAreToldApartWithoutColours() throws {
        let chart = Chart(
            title: "", series: [line([0, 1, 0], isDashed: true), line([1, 0, 1])], horizontal: .numbers("candles"))
        let lines = try texts(chart, width: 50, isASCII: true)
        #expect(lines.joined().contains(".") && lines.joined().contains("o"))
        #expect(lines.suffix(2) == ["... dashed", "ooo line"])
        #expect(lines.contains { $0.hasSuffix("candles") })
    }

    @Test func theSearchedShapeIsTheThickest() throws {
        func dots(isMain: Bool) throws -> Int {
            let points = (0..<20).map { Point(Double($0), Double($0 * 7 % 11)) }
            let chart = Chart(
                title: "", series: [Series("", .line(points), isMain: isMain)], horizontal: .numbers("candles"))
            return try texts(chart, width: 60).joined().unicodeScalars.filter { (0x2800...0x28FF).contains($0.value) }
                .reduce(0) { $0 + ($1.value - 0x2800).nonzeroBitCount }
        }
        #expect(try Double(dots(isMain: true)) > Double(dots(isMain: false)) * 1.5)
    }

    @Test func mergedCandlesAreSaidToBeMergedAndAxesSayWhatTheyAre() throws {
        let candles = (0..<1000).map { Candle(open: 3, high: 10, low: 1, close: Double(2 + $0 % 5)) }
        var chart = Chart(
            title: "", series: [Series("", .candles(candles))], horizontal: .moments(days(1000)), measure: "цена",
            unit: "RUB", language: .russian)
        let lines = try texts(chart, width: 60)
        #expect(lines[0].hasPrefix("цена, RUB   ┃ вверх  █ вниз   слиты: 19 свечей в одной"), "\(lines[0])")
        chart.series = [Series("", .candles(Array(candles.prefix(20))))]
        chart.horizontal = .moments(days(20))
        #expect(try texts(chart, width: 60)[0] == "цена, RUB   ┃ вверх  █ вниз")
    }

    @Test func candlesOfAScanStandBesideEachOtherOverWholeNumbers() throws {
        let groups = [HorizontalAxis.Group("SBER", count: 3), HorizontalAxis.Group("LKOH", count: 3)]
        let candles = [Candle(open: 1, high: 4, low: 0, close: 3), Candle(open: 3, high: 4, low: 1, close: 2)]
        let chart = Chart(
            title: "",
            series: zip(groups, HorizontalAxis.starts(of: groups)).map {
                Series($0.name, .candles(candles + [candles[0]]), start: $1)
            }, horizontal: .groups(groups))
        let lines = try texts(chart, width: 60)
        #expect(lines.contains { $0.split(separator: " ") == ["1", "2", "3", "1", "2", "3"] }, "\(lines)")
        #expect(lines.contains { $0.split(separator: " ") == ["SBER", "LKOH"] })
    }

    @Test func namesStandBesideTheirBars() throws {
        let chart = Chart(
            title: "Spending", series: [Series("spent", .bars([Point(0, 100), Point(1, 50.5), Point(2, -1)]))],
            horizontal: .names(["жильё", "food", "back"]))
        let lines = try texts(chart, width: 40)
        #expect(lines[1].hasPrefix("жильё ██████") && lines[1].hasSuffix(" 100"))
        #expect(lines[2].hasPrefix("food  ██████") && lines[2].hasSuffix("50.5"))
        #expect(lines[3].hasPrefix("back  ▎") || lines[3].hasPrefix("back  ▏"))
        #expect(lines.allSatisfy { DisplayText.width(of: $0) <= 40 })
    }

    @Test func aGapIsAGapAndAMarkIsAMark() throws {
        var chart = Chart(
            title: "",
            series: [Series("", .line([Point(0, 1), Point(1, 1), Point(2, nil), Point(3, 1), Point(4, 1)]))],
            horizontal: .numbers(nil), marks: [.period(from: 0, to: 1, "then"), .level(1.005, "so much")])
        let lines = try texts(chart, width: 60)
        #expect(lines.contains { $0.contains("═══") && $0.contains("└") } && lines.contains("═══ then"))
        #expect(lines.contains { $0.contains("┄┄┄┄") } && lines.contains("┄┄┄ so much"))
        let broken = try #require(
            lines.first { $0.contains("⠤") || $0.contains("⠒") || $0.contains("⣀") || $0.contains("⠉") })
        #expect(broken.contains("    "), "there is nothing where nothing is known: \(broken)")
        chart.marks = []
        #expect(try !texts(chart, width: 60).joined().contains("═"))
    }

    @Test func numbersAreWrittenWithoutFoundation() {
        #expect(NumberText.price(1234.5) == "1\u{A0}235" && NumberText.price(12.345) == "12.35")
        #expect(NumberText.price(0.5) == "0.5000" && NumberText.price(-12) == "-12.00")
        #expect(NumberText.change(0.0123) == "+1.2\u{A0}%" && NumberText.change(-0.5) == "-50.0\u{A0}%")
    }
}
