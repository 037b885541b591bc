import Domain
import Drawing
import TestSupport
import Testing

/// Goal: in every chart no text covers another, and everything is within the picture.
@Suite struct LayoutTests {
    private func layout(_ chart: Chart, _ width: Int, _ height: Int) throws -> Picture {
        ChartPicture.layout(
            of: try CheckedChart(chart), size: try PictureSize(width: width, height: height), ruler: PlainRuler())
    }

    private func check(_ picture: Picture, _ comment: Comment) {
        let texts = picture.texts
        for (index, text) in texts.enumerated() {
            let box = text.box
            #expect(
                box.left >= 0 && box.top >= 0 && box.right <= picture.width && box.bottom <= picture.height,
                "\(text.text) leaves the picture: \(box); \(comment)")
            for other in texts[(index + 1)...] {
                #expect(!box.overlaps(other.box), "\(text.text) and \(other.text) overlap; \(comment)")
            }
        }
        for case .path(let path) in picture.layers.flatMap(\.shapes) {
            for step in path.steps {
                let (x, y) =
                    switch step {
                    case .move(let x, let y), .line(let x, let y): (x, y)
                    case .close: (0, 0)
                    }
                #expect(
                    x >= -1 && x <= picture.width + 1 && y >= -1 && y <= picture.height + 1,
                    "a line leaves the picture at \(x), \(y); \(comment)")
            }
        }
    }

    @Test(arguments: SampleCharts.all.map(\.name), [(320, 240), (480, 270), (960, 540), (2400, 1000)])
    func everyKindOfChartFitsEverySize(name: String, size: (Int, Int)) throws {
        let chart = try #require(SampleCharts.all.first { $0.name == name }?.chart)
        let picture = try layout(chart, size.0, size.1)
        check(picture, "\(name) at \(size)")
        #expect(picture.texts.count > 3)
    }

    /// The first two seeds found bars of several series beyond the edge of the plot.
    @Test(arguments: [10_618_902_791_326_399_118, 581_348_160_312_398_460, UInt64.random(in: 0...UInt64.max)])
    func anyChartAtAnySizeFits(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<400 {
            let chart = Self.chart(&random)
            let size = (320 + random.below(1600), 240 + random.below(900))
            do {
                check(try layout(chart, size.0, size.1), "seed \(seed), size \(size)")
            } catch let error as ChartError {
                #expect(
                    [.empty, .outOfRange, .disordered, .tooMuch].contains(error.code), "\(error), seed \(seed)")
            }
        }
    }

    /// Returns a random chart, possibly a hostile one.
    private static func chart(_ random: inout SeededGenerator) -> Chart {
        let count = random.one(of: [0, 1, 2, 3, 10, 60, 400])
        let scale = random.one(of: [1e-12, 0.001, 1, 1000, 1e9, 1e15, 1e99])
        func value(_ random: inout SeededGenerator) -> Double? {
            if random.chance(2) { return random.one(of: [nil, .nan, .infinity, -.infinity, 0]) }
            return Double.random(in: -1...1, using: &random) * scale
        }
        func text(_ random: inout SeededGenerator) -> String {
            let letters = ["a", "Ж", "щ ", "w", "\u{0}", "\u{1B}[2J", "e\u{301}", "👨‍👩‍👧", "\u{202E}", "<&>\""]
            let length = random.one(of: [0, 1, 5, 12, 40, 700])
            return (0..<length).map { _ in random.one(of: letters) }.joined()
        }
        let axis = random.below(5)
        let start = random.one(of: [0.0, 1.7e9, -6e10, 2.5e11])
        let spacing = random.one(of: [1.0, 60, 3600, 86_400, 604_800, 31_556_952])
        func points(_ random: inout SeededGenerator) -> [Point] {
            (0..<count).map { number in
                let place = axis == 0 ? start + Double(number) * spacing : Double(number)
                return Point(random.chance(1) ? .nan : place, value(&random))
            }
        }
        let horizontal: HorizontalAxis =
            switch axis {
            case 0: .time
            case 1:
                .moments(
                    (0..<count).map { number in
                        Instant(microseconds: Int64((start + Double(number) * spacing) * 1e6))
                    })
            case 2: .names((0..<count).map { _ in text(&random) })
            case 4:
                .groups([
                    HorizontalAxis.Group(text(&random), count: count),
                    HorizontalAxis.Group(text(&random), count: count),
                ])
            default: .numbers(random.chance(50) ? text(&random) : nil)
            }
        let series = (0..<random.one(of: [0, 1, 1, 2, 5, 24])).map { _ -> Series in
            let content: Series.Content =
                switch random.below(axis == 1 || axis == 4 ? 4 : 3) {
                case 0: .line(points(&random))
                case 1: .area(points(&random))
                case 2: .bars(points(&random))
                default:
                    .candles(
                        (0..<count).map { _ in
                            let sorted = (0..<4).map { _ in Double.random(in: 0...1, using: &random) * scale }.sorted()
                            return Candle(open: sorted[1], high: sorted[3], low: sorted[0], close: sorted[2])
                        })
                }
            let start = axis == 4 && random.chance(50) && content.isCandles ? count + 1 : 0
            return Series(
                text(&random), content, isDashed: random.chance(30), isMain: random.chance(20), start: start)
        }
        let marks = (0..<random.below(4)).map { _ -> Mark in
            random.chance(50)
                ? .level(Double.random(in: -1...1, using: &random) * scale, text(&random))
                : .period(from: start, to: start + Double(random.below(100)) * spacing, text(&random))
        }
        return Chart(
            title: text(&random), subtitle: random.chance(50) ? text(&random) : nil, series: series,
            horizontal: horizontal, measure: random.chance(50) ? text(&random) : nil,
            unit: random.chance(50) ? text(&random) : nil, marks: marks,
            footnote: random.chance(50) ? text(&random) : nil)
    }

    @Test func labelsAreTurnedOrShortenedBeforeTheyAreLeftOut() throws {
        func bars(_ names: [String]) -> Chart {
            Chart(
                title: "", series: [Series("", .bars(names.indices.map { Point(Double($0), 1) }))],
                horizontal: .names(names))
        }
        let few = try layout(bars(["rent", "food", "travel"]), 600, 400)
        #expect(few.texts.filter { ["rent", "food", "travel"].contains($0.text) && !$0.isUpright }.count == 3)
        let upright = try layout(bars((0..<20).map { "category \($0)" }), 600, 400)
        #expect(upright.texts.filter { $0.isUpright && $0.text.hasPrefix("category") }.count == 20)
        let some = try layout(bars((0..<200).map { "category \($0)" }), 600, 400)
        #expect((20..<60).contains(some.texts.filter { $0.isUpright }.count))
        let short = try layout(bars(["a category with a long name", "another with a long name", "c", "d"]), 600, 400)
        #expect(short.texts.contains { $0.text.hasSuffix("…") && $0.text.hasPrefix("a category") })
    }

    @Test func thePartsOfAChartAreThere() throws {
        func roles(_ name: String) throws -> [Layer.Role] {
            let chart = try #require(SampleCharts.all.first { $0.name == name }?.chart)
            return try layout(chart, 960, 540).layers.map(\.role)
        }
        #expect(try roles("line") == [.grid, .mark, .line, .mark, .axis, .legend, .text])
        #expect(try roles("candles") == [.grid, .mark, .candles, .axis, .legend, .text])
        #expect(try roles("months") == [.grid, .bars, .bars, .axis, .legend, .text])
        #expect(try roles("area") == [.grid, .area, .axis, .text])
    }

    @Test func bothThemesAreLegible() throws {
        func brightness(_ colour: Colour) -> Double {
            let parts = [16, 8, 0].map { shift -> Double in
                let part = Double(colour.rgb >> UInt32(shift) & 0xFF) / 255
                return part <= 0.03928 ? part / 12.92 : pow24((part + 0.055) / 1.055)
            }
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
        }
        // WCAG's contrast needs the power of 2.4; this product of powers is close enough, from below.
        func pow24(_ base: Double) -> Double { base * base * base.squareRoot().squareRoot() }
        for theme in Theme.allCases {
            let chart = try #require(SampleCharts.all.first { $0.name == "line" }?.chart)
            let picture = ChartPicture.layout(of: try CheckedChart(chart), theme: theme, ruler: PlainRuler())
            for text in picture.texts {
                let (one, two) = (brightness(text.colour), brightness(picture.background))
                #expect((max(one, two) + 0.05) / (min(one, two) + 0.05) >= 4.5, "\(theme): \(text.text)")
            }
        }
    }
}
