import Signals
import Testing

@testable import GatewayService

/// Drawings in the terminal.
@Suite struct ChartTests {
    @Test func dotsOfACellAreThoseOfBraille() {
        var canvas = BrailleCanvas(columns: 2, rows: 1)
        canvas.line(from: (0, 0), to: (3, 3))
        #expect((0..<2).map { canvas.character(row: 0, column: $0) } == ["\u{2811}", "\u{2884}"])
        canvas.set(99, 99)
        canvas.set(-1, 0)
        #expect(BrailleCanvas(columns: 1, rows: 1).character(row: 0, column: 0) == " ")
    }

    @Test(arguments: [40, 80, 132], [true, false])
    func aLineFitsTheTerminal(width: Int, isPlain: Bool) {
        let values = (0..<500).map { 100 + Double(($0 * 37) % 101) }
        let lines = texts(
            LineChart.lines(
                [LineChart.Line(values: values)], from: "2020-01-01", to: "2021-05-14", width: width, isPlain: isPlain))
        #expect(lines.allSatisfy { DisplayText.width(of: $0) <= width }, "\(lines)")
        #expect(lines.count == ChartFrame.usualRows + 2)
        #expect(lines.first?.contains("200.00") == true && lines[ChartFrame.usualRows - 1].contains("100.00"))
        #expect(lines.last?.contains("2020-01-01") == true && lines.last?.hasSuffix("2021-05-14") == true)
        if isPlain { #expect(lines.joined().utf8.allSatisfy { $0 < 0x80 }) }
    }

    @Test(arguments: [[5.0], [5, 5, 5], [1e-9, 2e-9], [1e12, 1], [0, -3]])
    func anythingCanBeDrawn(values: [Double]) {
        let lines = texts(
            LineChart.lines([LineChart.Line(values: values)], from: "a", to: "b", width: 60, isPlain: true))
        #expect(lines.joined().contains("*"))
    }

    @Test func candlesDifferInShapeNotOnlyInColour() {
        func candle(_ open: Double, _ close: Double) -> ScannerSignal.Candle {
            ScannerSignal.Candle(date: "2020-01-01", open: open, high: 10, low: 1, close: close)
        }
        let lines = texts(CandleChart.lines([candle(3, 8), candle(8, 3)], width: 40, isPlain: false))
        #expect(lines.joined().contains("┃") && lines.joined().contains("█") && lines.joined().contains("│"))
        let plain = texts(CandleChart.lines([candle(3, 8), candle(8, 3)], width: 40, isPlain: true)).joined()
        #expect(plain.contains("O") && plain.contains("#") && plain.utf8.allSatisfy { $0 < 0x80 })
        #expect(CandleChart.lines([], width: 40, isPlain: true).isEmpty)
        let many = texts(CandleChart.lines((0..<1000).map { candle(3 + Double($0 % 5), 5) }, width: 60, isPlain: false))
        #expect(many.allSatisfy { DisplayText.width(of: $0) <= 60 })
    }

    @Test func twoShapesAreToldApartWithoutColours() {
        let lines = texts(
            LineChart.lines(
                [
                    LineChart.Line(values: [0, 1, 0], isDotted: true),
                    LineChart.Line(values: [1, 0, 1], look: .green),
                ], from: "a", to: "b", width: 50, isPlain: true)
        ).joined()
        #expect(lines.contains(".") && lines.contains("*"))
    }

    @Test func numbersAreWrittenWithoutFoundation() {
        #expect(NumberText.price(1234.5) == "1235" && NumberText.price(12.345) == "12.35")
        #expect(NumberText.price(0.5) == "0.5000" && NumberText.price(-12) == "-12.00")
        #expect(NumberText.change(0.0123) == "+1.2\u{A0}%" && NumberText.change(-0.5) == "-50.0\u{A0}%")
        #expect(NumberText.decimal(-0.001, places: 2) == "0.00" && NumberText.decimal(.nan, places: 2) == "nan")
    }

    private func texts(_ lines: [[StyledText]]) -> [String] { lines.map { $0.map(\.text).joined() } }
}
