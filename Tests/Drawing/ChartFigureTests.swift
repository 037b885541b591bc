import Domain
import TestSupport
import Testing

@testable import Drawing

/// Charts laid out for pages: the values at places, and their spelling in SVG.
@Suite struct ChartFigureTests {
    private func figure(_ chart: Chart, width: Int = 760, most: Int = 120) throws -> ChartFigure {
        ChartFigure(
            try CheckedChart(chart), size: try PictureSize(width: width, height: 330), most: most, ruler: PlainRuler())
    }

    private func line(_ count: Int) -> Chart {
        let points = (0..<count).map { Point(Double($0), Double(($0 * 7) % 31)) }
        return Chart(title: "", series: [Series("a", .line(points))], horizontal: .numbers(nil), unit: "kg")
    }

    @Test(arguments: [1, 2, 3, 40, 119, 120, 121, 2000, 50_000])
    func theFirstAndTheLastPlaceAreRead(count: Int) throws {
        let readings = try figure(line(count)).readings
        #expect(readings.count == min(count, 120))
        #expect(readings.first?.places == 0...0 && readings.last?.places.upperBound == Double(count - 1))
        for (left, right) in zip(readings, readings.dropFirst()) {
            #expect(left.x < right.x && left.column.upperBound == right.column.lowerBound)
            #expect(left.column.contains(left.x))
        }
    }

    @Test func aReadingIsAtItsValue() throws {
        let figure = try figure(line(31))
        for reading in figure.readings {
            let value = Double((Int(reading.places.lowerBound) * 7) % 31)
            #expect(reading.y == figure.scale.y(value) && reading.x == figure.scale.x(reading.places.lowerBound))
            #expect(reading.text == "\(Int(reading.places.lowerBound))  \(Int(value))\u{A0}kg")
        }
    }

    @Test func seriesAreReadByNameAndOnlyOnceWhereTheyLieOnEachOther() throws {
        let all = (0..<4).map { Point(Double($0), Double($0)) }
        let chart = Chart(
            title: "",
            series: [
                Series("whole", .line(all), isDashed: true), Series("part", .line(Array(all[1...2])), isMain: true),
                Series("other", .line([Point(3, 9)])),
            ], horizontal: .numbers(nil))
        #expect(try figure(chart).readings.map(\.text) == ["0  0", "1  1", "2  2", "3  whole 3, other 9"])
    }

    @Test func mergedCandlesAreReadAsOneWithTheirFirstAndLastDay() throws {
        let chart = try #require(SampleCharts.all.first { $0.name == "many-candles" }?.chart)
        let readings = try figure(chart, width: 360).readings
        #expect(readings[0].text.contains(#/^20[0-9-]{8} – 20[0-9-]{8}  O /#), "\(readings[0].text)")
    }

    @Test func aReadingTooLongForItsLineIsCut() throws {
        let name = String(repeating: "long ", count: 60)
        let points = (0..<2).map { Point(Double($0), Double($0)) }
        let chart = Chart(
            title: "", series: [Series(name, .line(points)), Series("b", .line([Point(0, 5), Point(1, 6)]))],
            horizontal: .numbers(nil))
        let figure = try figure(chart, width: 360)
        for reading in figure.readings {
            #expect(reading.text.hasSuffix("…"))
            #expect(PlainRuler().width(of: reading.text, size: 12, isBold: true) <= 352 - figure.scale.plot.left)
        }
    }

    @Test func thePictureOfAFigureHasOnlyPlotAndAxes() throws {
        for (name, chart) in SampleCharts.all {
            let figure = try figure(chart)
            #expect(!figure.picture.layers.contains { $0.role == .text || $0.role == .legend }, "\(name)")
            for text in figure.picture.texts {
                #expect(text.box.left >= 0 && text.box.right <= 760.5, "\(name): \(text.text)")
            }
        }
    }

    @Test func anchoredTextsStayWhereTheyWereMeasured() throws {
        for (name, chart) in SampleCharts.all {
            for text in try figure(chart).picture.texts {
                let (x, y) = text.anchorPoint
                let along = text.isUpright ? text.y - y : x - text.x
                let share = text.anchor == .start ? 0 : text.anchor == .middle ? 0.5 : 1
                #expect(abs(along - share * text.width) < 1e-9, "\(name): \(text.text)")
            }
        }
    }

    @Test func compactPathsAreThoseOfFilesRounded() {
        let steps: [Path.Step] = [
            .move(1.04, 2), .line(1.04, 10.06), .line(-3, 10.06), .line(0, 0.26), .line(0.5, -0.5), .close,
            .move(7, 7), .line(7.01, 7), .line(8, 6),
        ]
        #expect(SVGFormat.compact.data(of: steps) == "M1 2v8.1h-4l3-9.8 .5-.8zM7 7l1-1")
        #expect(SVGFormat.precise.data(of: steps).hasPrefix("M1.04 2L1.04 10.06L-3 10.06L0 0.26"))
        #expect(SVGFormat.compact.number(-0.04) == "0" && SVGFormat.compact.number(.nan) == "0")
        #expect(SVGFormat.text(of: Colour(0x00_00FF)) == "#0000ff")
    }
}
