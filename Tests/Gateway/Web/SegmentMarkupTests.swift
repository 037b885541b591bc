import Domain
import Drawing
import GatewayWords
import Testing

@testable import GatewayScenes
@testable import GatewayWeb

/// The segment of a chart on a page: its grips and its fields.
@Suite struct SegmentMarkupTests {
    private static let days = (0..<64).map { CalendarDay(daysSince1970: 20_000 + $0) }

    private func segment(_ range: ClosedRange<Int>, refusal: SegmentRefusal? = nil) -> ChartSegment {
        func end(_ index: Int) -> ChartSegment.End {
            ChartSegment.End(place: Double(index), name: .day(Self.days[index]), key: Self.days[index].description)
        }
        return ChartSegment(
            from: end(range.lowerBound), to: end(range.upperBound), movesEnd: true,
            stops: Self.days.enumerated().map {
                ChartSegment.Stop(place: Double($0.offset), key: $0.element.description)
            }, refusal: refusal)
    }

    private func page(_ range: ClosedRange<Int>) -> MarkupReader {
        let block = ChartBlock(rows: nil, segment: segment(range)) { _ in
            Chart(
                title: "",
                series: [
                    Series(
                        "SBER",
                        .candles(Self.days.indices.map { Candle(open: 1, high: 3, low: 0, close: Double($0 % 3)) }))
                ], horizontal: .moments(Self.days.map(\.startInUTC)))
        }
        return MarkupReader(ChartMarkup.figure(block, name: "candles", language: .russian).markup)
    }

    @Test(arguments: [0...1, 0...63, 30...31, 62...63, 10...40])
    func bothEndsHaveAGripThatCanBeCaughtAndSaysWhereItIs(range: ClosedRange<Int>) throws {
        let page = page(range)
        for (size, width, most) in [("wide", 760.0, 64), ("slim", 360.0, 32)] {
            #expect(page.all("svg", size).first?.attributes["role"] == "group")
            let inside = page.within("svg", size)
            let grips = inside.filter { $0.classes.contains("grip") }
            #expect(grips.map { $0.attributes["data-end"] } == ["first", "last"])
            #expect(grips.allSatisfy { $0.attributes["role"] == "slider" && $0.attributes["tabindex"] == "0" })
            #expect(grips.allSatisfy { $0.attributes["aria-valuemin"] == "0" })
            #expect(grips.allSatisfy { $0.attributes["aria-valuemax"] == "63" })
            let ends = [range.lowerBound, range.upperBound]
            #expect(grips.map { $0.attributes["aria-valuenow"] } == ends.map(String.init))
            let named = ends.map { DayText.of(Self.days[$0], in: .russian) }
            #expect(grips.map { $0.attributes["aria-valuetext"] } == named)
            #expect(grips.map { $0.attributes["aria-label"] } == ["Начало отрезка", "Конец отрезка"])
            let caught = inside.filter { $0.tag == "rect" && $0.attributes["height"] == "56" }
            #expect(caught.count == 2 && caught.allSatisfy { $0.number("width") >= 44 })
            #expect(caught.allSatisfy { $0.number("x") >= 0 && $0.number("x") + $0.number("width") <= width })
            #expect(caught[0].number("x") < caught[1].number("x"), "close grips can be caught, too")
            let band = try #require(inside.first { $0.classes.contains("band") })
            #expect(band.attributes["pointer-events"] == "none" && band.number("width") > 0)
            let hairs = inside.filter { $0.classes.contains("hair") }
            let keys = hairs.compactMap { $0.attributes["data-key"] }
            #expect(keys.count == most && Set(keys).count == most)
            #expect(keys.first == Self.days[0].description && keys.last == Self.days[63].description)
        }
        let desc = page.all("desc").map(\.text)
        #expect(desc.allSatisfy { $0.contains("Отрезок: \(DayText.of(Self.days[range.lowerBound], in: .russian)) – ") })
    }

    @Test func theFieldsHoldDaysOrTextsAndSayWhatIsWrong() throws {
        let fields = MarkupReader(ChartMarkup.spanFields(segment(3...9), language: .english).markup)
        #expect(fields.all("label").map(\.text) == ["From", "To"])
        let inputs = fields.all("input")
        #expect(inputs.map { $0.attributes["name"] } == ["span-first", "span-last"])
        #expect(inputs.map { $0.attributes["value"] } == [Self.days[3].description, Self.days[9].description])
        #expect(inputs.allSatisfy { $0.attributes["type"] == "date" && $0.attributes["aria-invalid"] == nil })
        let button = try #require(fields.all("button").first)
        #expect(button.attributes["name"] == "do" && button.attributes["value"] == "span")

        let refusal = SegmentRefusal(
            first: "someday", last: Self.days[9].description, isAboutLast: false, Text("No day.", "Не день."))
        let refused = MarkupReader(
            ChartMarkup.spanFields(segment(3...9, refusal: refusal), language: .russian).markup)
        let wrong = refused.all("input")
        #expect(wrong.map { $0.attributes["type"] } == ["text", "date"])
        #expect(wrong.map { $0.attributes["value"] } == ["someday", Self.days[9].description])
        #expect(wrong.map { $0.attributes["aria-invalid"] } == ["true", nil])
        let error = try #require(refused.all("p", "error").first)
        #expect(error.text == "Не день." && error.attributes["id"] == wrong[0].attributes["aria-describedby"])
    }

    @Test func fieldsOfHoursAreTexts() {
        let end = ChartSegment.End(place: 0, name: .blank, key: "2026-11-23T10:00:00Z")
        let segment = ChartSegment(from: end, to: end, movesEnd: true, stops: [])
        let inputs = MarkupReader(ChartMarkup.spanFields(segment, language: .english).markup).all("input")
        #expect(inputs.allSatisfy { $0.attributes["type"] == "text" })
    }
}
