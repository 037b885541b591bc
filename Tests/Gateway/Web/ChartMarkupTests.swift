import Domain
import Drawing
import GatewayWords
import TestSupport
import Testing

@testable import GatewayScenes
@testable import GatewayWeb

/// Charts as figures of a page.
@Suite struct ChartMarkupTests {
    private static let names = SampleCharts.all.map(\.name)
    private static let attack = "\"><script>alert('1')</script>&"

    private func block(_ chart: Chart, segment: ChartSegment? = nil) -> ChartBlock {
        ChartBlock(rows: nil, segment: segment) { _ in chart }
    }

    private func markup(_ chart: Chart, name: String = "main", _ language: Language = .english) -> String {
        ChartMarkup.figure(block(chart), name: name, language: language).markup
    }

    private func sample(_ name: String) throws -> Chart {
        try #require(SampleCharts.all.first { $0.name == name }?.chart)
    }

    private static let sizes = [("wide", 760.0, 330.0, 80), ("slim", 360.0, 270.0, 32)]

    @Test(arguments: names, Language.allCases)
    func everyKindIsAFigureOfBothSizes(name: String, language: Language) throws {
        let text = markup(try sample(name), name: name, language)
        let page = MarkupReader(text)
        #expect(page.elements.first?.tag == "figure" && page.elements.first?.attributes["data-chart"] == name)
        #expect(!text.contains("textLength") && !text.contains("nan") && !text.contains("inf\""))
        let ids = page.elements.compactMap { $0.attributes["id"] }
        #expect(Set(ids).count == ids.count && ids.count == 4)
        for (size, width, height, most) in Self.sizes {
            let drawing = try #require(page.all("svg", size).first)
            #expect(drawing.attributes["viewBox"] == "0 0 \(Int(width)) \(Int(height))")
            #expect(drawing.attributes["role"] == "img")
            #expect(drawing.attributes["aria-labelledby"] == "\(name)-\(size)-title \(name)-\(size)-desc")
            let inside = page.within("svg", size)
            for part in ["title", "desc"] {
                let described = inside.first { $0.attributes["id"] == "\(name)-\(size)-\(part)" }
                #expect(described?.tag == part && described?.text.isEmpty == false)
            }
            let paints = inside.flatMap { [$0.attributes["fill"], $0.attributes["stroke"]] }.compactMap { $0 }
            #expect(paints.allSatisfy { $0 == "none" || $0.wholeMatch(of: /#[0-9a-f]{6}/) != nil }, "\(paints)")
            let numbers = inside.flatMap { element in
                ["x", "y", "cx", "cy", "width", "height", "d"].compactMap { element.attributes[$0] }
            }
            #expect(!numbers.contains { $0.contains(/\.[0-9]{2}/) }, "one decimal is enough")
            let hairs = inside.filter { $0.classes.contains("hair") }
            #expect((1...most).contains(hairs.count) && hairs.count { $0.classes.contains("on") } == 1)
            for dot in inside.filter({ $0.tag == "circle" }) {
                #expect((0...width).contains(dot.number("cx")) && (0...height).contains(dot.number("cy")))
            }
            let columns = page.within("svg", size).filter { $0.tag == "rect" }
            for (left, right) in zip(columns, columns.dropFirst()) {
                let gap = right.number("x") - left.number("x") - left.number("width")
                #expect(abs(gap) < 0.21, "the columns of a chart touch")
            }
        }
        #expect(page.all("output", "say").first?.attributes["aria-live"] == "polite")
        #expect(text.utf8.count < 60_000, "24 series")
    }

    @Test func equalChartsHaveEqualMarkup() throws {
        #expect(markup(try sample("candles")) == markup(try sample("candles")))
    }

    @Test func aPageWithTwoChartsHasNoIdTwice() throws {
        let names = ["a", "a b", "a_20b", "a-b", "ä", Self.attack, ""]
        let text = try names.map { markup(try sample("line"), name: $0) }.joined()
        let ids = MarkupReader(text).elements.compactMap { $0.attributes["id"] }
        #expect(ids.count == 4 * names.count && Set(ids).count == ids.count)
        #expect(ids.allSatisfy { $0.wholeMatch(of: /[A-Za-z0-9_-]+/) != nil }, "\(ids)")
    }

    @Test func textsOfOthersStayTexts() throws {
        let moments = (0..<3).map { CalendarDay(daysSince1970: 20_000 + $0).startInUTC }
        let points = (0..<3).map { Point(Double($0), Double($0)) }
        let chart = Chart(
            title: Self.attack, series: [Series(Self.attack, .line(points)), Series("b", .line(points.dropLast()))],
            horizontal: .moments(moments), measure: Self.attack, unit: Self.attack,
            marks: [.period(from: 0, to: 1, Self.attack), .level(1, Self.attack)])
        let segment = ChartSegment(
            from: ChartSegment.End(place: 0, name: Text(verbatim: Self.attack), key: Self.attack),
            to: ChartSegment.End(place: 2, name: Text(verbatim: Self.attack), key: Self.attack), movesEnd: true,
            stops: [ChartSegment.Stop(place: 0, key: Self.attack)],
            refusal: SegmentRefusal(first: Self.attack, last: "", isAboutLast: false, Text(verbatim: Self.attack)))
        let figure = ChartMarkup.figure(block(chart, segment: segment), name: Self.attack, language: .english).markup
        for text in [figure, ChartMarkup.spanFields(segment, language: .english).markup] {
            #expect(!text.contains("<script") && text.contains("&lt;script&gt;"))
            #expect(MarkupReader(text).all("script").isEmpty)
        }
    }

    @Test func linesDifferInTheirDashesAndTheLegendSaysHow() throws {
        let page = MarkupReader(markup(try sample("two-lines")))
        for (size, _, _, _) in Self.sizes {
            let lines = page.within("svg", size).filter { $0.tag == "path" && $0.attributes["stroke-width"] != nil }
            #expect(lines.map { $0.attributes["stroke"] } == ["#0072b2", "#d55e00"])
            #expect(lines.map { $0.attributes["stroke-dasharray"] } == [nil, "6 4"])
        }
        let key = page.within("figcaption", "key")
        #expect(key.filter { $0.tag == "span" }.map(\.text) == ["price, % of the face", "Kamaz", "Gazprombank"])
        #expect(key.filter { $0.tag == "path" }.map { $0.attributes["stroke-dasharray"] } == [nil, "6 4"])
    }

    @Test func shapesAreReadTogether() throws {
        let page = MarkupReader(markup(try sample("shapes")))
        let said = page.within("svg", "wide").filter { $0.tag == "text" }.map(\.text)
        #expect(said.contains { $0.contains("SBER") && $0.contains(", ") })
    }

    @Test func candlesAreReadWithTheirFourPrices() throws {
        let english = MarkupReader(markup(try sample("candles"))).within("g", "hairs").filter { $0.tag == "text" }
        #expect(english.allSatisfy { $0.text.contains(/^20[0-9-]+  O [0-9.]+ H [0-9.]+ L [0-9.]+ C [0-9.]+$/) })
        let russian = MarkupReader(markup(try sample("candles"), .russian)).within("g", "hairs")
        #expect(russian.contains { $0.text.contains(/[0-9]{2}\.[0-9]{2}\.20[0-9]{2}  О [0-9,]+ В [0-9,]+ Н/) })
        let key = MarkupReader(markup(try sample("candles"), .russian)).within("figcaption", "key")
        #expect(key.map(\.text).contains("вверх") && key.map(\.text).contains("вниз"))
        #expect(key.contains { $0.attributes["fill"] == "#ffffff" && $0.attributes["stroke"] == "#007a5c" })
    }

    @Test func daysAheadAreMarkedFromTodayOn() throws {
        let today = CalendarDay(daysSince1970: 20_000)
        let points = (-30...30).map { Point(at: today.adding(days: $0).startInUTC, Double($0 * $0)) }
        let chart = Chart(
            title: "", series: [Series("balance", .line(points))], horizontal: .time,
            marks: [
                .period(
                    from: Point(at: today.startInUTC, 0).place, to: points[60].place, "days ahead"),
                .level(100, "buffer"),
            ])
        let page = MarkupReader(markup(chart))
        let marks = page.within("svg", "wide").filter { $0.attributes["fill"] == "#e69f00" }
        #expect(marks.count == 1 && marks[0].attributes["fill-opacity"] == "0.2")
        let dots = page.within("svg", "wide").filter { $0.tag == "circle" }
        let start = marks[0].attributes["d"]?.prefixMatch(of: /M([0-9.]+)/).flatMap { Double($0.1) } ?? 0
        #expect(abs(start - dots[30].number("cx")) < 0.11, "the band begins at today's value")
        let key = page.within("figcaption", "key").filter { $0.tag == "span" }.map(\.text)
        #expect(key == ["days ahead", "buffer"])
        #expect(page.all("title").map(\.text) == ["balance", "balance"], "a chart without a heading has a name")
    }

    @Test func aChartThatCannotBeDrawnIsSaidInWords() {
        let empty = Chart(title: "", series: [Series("", .line([]))], horizontal: .time)
        #expect(markup(empty, .russian) == "<p class=\"say faint\">Рисовать нечего.</p>")
        let wrong = Chart(title: "", series: [Series("", .line([Point(.nan, 1)]))], horizontal: .time)
        #expect(markup(wrong).hasPrefix("<p class=\"say faint\">The place nan"))
    }

    @Test func oneValueIsOneColumnAsWideAsThePlot() throws {
        let page = MarkupReader(markup(try sample("one-point")))
        let columns = page.within("svg", "wide").filter { $0.tag == "rect" }
        #expect(columns.count == 1 && columns[0].number("width") > 600)
    }

    @Test func aFigureOfManyCandlesIsSmall() throws {
        let all = try sample("many-candles")
        guard case .candles(let candles) = all.series[0].content, case .moments(let moments) = all.horizontal else {
            Issue.record("They are candles.")
            return
        }
        for (count, most) in [(60, 32_000), (120, 42_000)] {
            let chart = Chart(
                title: "", series: [Series("SBER", .candles(Array(candles.prefix(count))))],
                horizontal: .moments(Array(moments.prefix(count))), measure: "price", unit: "RUB")
            // Russian letters take two bytes.
            let size = markup(chart, .russian).utf8.count
            print("a figure of \(count) candles has \(size) bytes")
            #expect(size < most, "\(count) candles")
        }
    }
}
