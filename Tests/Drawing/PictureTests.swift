import Domain
import Drawing
import TestSupport
import Testing
import XML

/// The files of pictures.
@Suite struct PictureTests {
    private static let names = SampleCharts.all.map(\.name)

    private func chart(_ name: String) throws -> Chart {
        try #require(SampleCharts.all.first { $0.name == name }?.chart)
    }

    private func events(_ bytes: [UInt8]) throws -> [XMLEvent] {
        var events: [XMLEvent] = []
        try XMLReader.read(bytes, isUTF8: true) { (event, _) throws(XMLError) in events.append(event) }
        return events
    }

    private func texts(_ events: [XMLEvent], in element: String) -> [String] {
        var texts: [String] = []
        var isInside = false
        for event in events {
            switch event {
            case .start(element):
                isInside = true
                texts.append("")
            case .end(element): isInside = false
            case .text(let text) where isInside: texts[texts.count - 1] += text
            default: break
            }
        }
        return texts
    }

    @Test(arguments: names, Theme.allCases)
    func everyKindIsAWellFormedSVGOfTheSameParts(name: String, theme: Theme) throws {
        let chart = try chart(name)
        let size = try PictureSize(width: 800, height: 450)
        let bytes = try ChartPicture.bytes(of: chart, as: .svg, size: size, theme: theme)
        let events = try events(bytes)
        let picture = try ChartPicture.layout(of: CheckedChart(chart), size: size, theme: theme)
        let count = { (event: XMLEvent) in events.count { $0 == event } }
        #expect(events.first == .start("svg") && events.last == .end("svg"))
        #expect(count(.start("g")) == picture.layers.count)
        #expect(texts(events, in: "text") == picture.texts.map(\.text))
        let paths = picture.layers.flatMap(\.shapes).filter { if case .path = $0 { true } else { false } }
        #expect(count(.start("path")) == paths.count)
        #expect(texts(events, in: "title") == [picture.title])
        #expect(texts(events, in: "desc") == [picture.description])
        #expect(
            try ChartPicture.bytes(of: chart, as: .svg, size: size, theme: theme) == bytes, "same chart, same bytes")
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains(#"viewBox="0 0 800 450""#) && !text.contains("nan") && !text.contains("inf"))
    }

    @Test func textsMeasuredInTheRealFontDoNotOverlap() throws {
        for (name, chart) in SampleCharts.all {
            let boxes = try ChartPicture.layout(of: CheckedChart(chart)).texts
            for (index, text) in boxes.enumerated() {
                #expect(text.width > 0 && text.box.right <= 960, "\(name): \(text.text)")
                for other in boxes[(index + 1)...] {
                    #expect(!text.box.overlaps(other.box), "\(name): \(text.text) and \(other.text)")
                }
            }
        }
    }

    @Test(arguments: names, Theme.allCases)
    func everyKindIsAPNGOfItsSize(name: String, theme: Theme) throws {
        let size = try PictureSize(width: 400, height: 300, scale: 2)
        let bytes = try ChartPicture.bytes(of: chart(name), as: .png, size: size, theme: theme)
        #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        // The header chunk: width and height, four bytes each.
        #expect(Array(bytes[16..<24]) == [0, 0, 3, 32, 0, 0, 2, 88])
        #expect(bytes.suffix(8).starts(with: Array("IEND".utf8)))
        #expect(bytes.count > 4000, "there is more on it than the ground")
    }

    @Test(arguments: names, PicturePurpose.allCases)
    func everyKindFitsWhatAPictureIsFor(name: String, purpose: PicturePurpose) throws {
        let size = purpose.size
        let texts = try ChartPicture.layout(of: CheckedChart(chart(name)), size: size).texts
        for (index, text) in texts.enumerated() {
            for other in texts[(index + 1)...] { #expect(!text.box.overlaps(other.box), "\(text.text), \(other.text)") }
        }
        // On a phone that shows the picture from edge to edge: 390 points wide, or 844 for landscape.
        let shown = size.width > size.height ? 844.0 : 390.0
        let least = texts.map(\.size).min() ?? 0
        #expect(least * shown / Double(size.width) >= 11, "letters of \(least) of \(size.width)")
    }

    @Test(arguments: [(1080, 1080), (1080, 1920), (1920, 1080), (1000, 777), (300, 250)])
    func aPNGHasThePixelsThatWereAskedFor(width: Int, height: Int) throws {
        guard width >= 320 else {
            #expect(throws: ChartError(.invalidSize, "")) { try PictureSize(pixelWidth: width, pixelHeight: height) }
            return
        }
        let size = try PictureSize(pixelWidth: width, pixelHeight: height)
        let bytes = try ChartPicture.bytes(of: chart("categories"), as: .png, size: size)
        let sides = [bytes[16..<20], bytes[20..<24]].map { $0.reduce(0) { $0 * 256 + Int($1) } }
        #expect(sides == [width, height])
    }

    @Test func theAxisSaysWhatItsValuesAreAndCandlesThatTheyAreMerged() throws {
        func texts(_ name: String) throws -> [String] {
            ChartPicture.layout(of: try CheckedChart(chart(name)), ruler: PlainRuler()).texts.map(\.text)
        }
        #expect(try texts("line").contains("yield, % a year"))
        let few = try texts("candles")
        #expect(few.contains("price, RUB") && few.contains("up") && few.contains("down"))
        #expect(!few.contains { $0.hasPrefix("merged") })
        #expect(try texts("many-candles").contains("merged: 12 candles in one"))
        let pair = try texts("candle-shapes")
        #expect(pair.filter { $0 == "5" }.count == 2 && pair.contains("SBER 2025-10-06"))
    }

    @Test func everyRunOfCandlesHasItsNameOnAPhone() throws {
        let groups = ["SBER 06.10.2025", "GAZP 12.03.2020", "GAZP 22.05.2024"].map {
            HorizontalAxis.Group($0, count: 3)
        }
        let candle = Candle(open: 1, high: 4, low: 0, close: 3)
        let chart = Chart(
            title: "",
            series: zip(groups, HorizontalAxis.starts(of: groups)).map {
                Series($0.name, .candles([candle, candle, candle]), start: $1)
            }, horizontal: .groups(groups))
        let texts = try ChartPicture.layout(of: CheckedChart(chart), size: PicturePurpose.phone.size).texts.map(\.text)
        #expect(texts.filter { $0.hasPrefix("SBER") || $0.hasPrefix("GAZP") }.count == 3, "\(texts)")
    }

    @Test func barsCarryTheirValues() throws {
        func texts(_ name: String, _ width: Int) throws -> [String] {
            let size = try PictureSize(width: width, height: 500)
            return ChartPicture.layout(of: try CheckedChart(chart(name)), size: size, ruler: PlainRuler()).texts
                .map(\.text)
        }
        #expect(try texts("categories", 960).contains("41\u{A0}200"))
        #expect(try texts("categories", 400).contains("41k"), "short where there is no room")
        #expect(try texts("many-names", 1400).contains("-12"), "upright where there is less")
    }

    @Test func theShapeThatWasSearchedIsTheThickestAndLiesAbove() throws {
        let picture = ChartPicture.layout(of: try CheckedChart(chart("shapes")), ruler: PlainRuler())
        let widths = picture.layers.filter { $0.role == .line }.flatMap(\.shapes).compactMap { shape -> Double? in
            if case .path(let path) = shape { path.stroke?.width } else { nil }
        }
        #expect(widths == [1.5, 3.5])
    }

    @Test func whatRoseIsHollowHoweverManyCandlesThereAre() throws {
        for name in ["candles", "many-candles"] {
            let picture = ChartPicture.layout(of: try CheckedChart(chart(name)), ruler: PlainRuler())
            let bodies = picture.layers.filter { $0.role == .candles }.flatMap(\.shapes).compactMap { shape -> Bool? in
                if case .path(let path) = shape, path.fill != nil { path.fill == picture.background } else { nil }
            }
            #expect(bodies == [true, false], "\(name): hollow for what rose, filled for what fell")
        }
    }

    @Test func whatIsCountedIsCountedInWholeNumbers() throws {
        let few = Chart(
            title: "", series: [Series("", .line((1...3).map { Point(Double($0), Double($0)) }))],
            horizontal: .numbers("candles"), measure: "x")
        let texts = ChartPicture.layout(of: try CheckedChart(few), ruler: PlainRuler()).texts
        let below = Set(texts.map(\.text).filter { Double($0) != nil })
        #expect(below.isSuperset(of: ["1", "2", "3"]))
        let lowest = texts.filter { Double($0.text) != nil }.map(\.y).max() ?? 0
        #expect(texts.filter { $0.y == lowest }.map(\.text) == ["1", "2", "3"])
    }

    @Test(arguments: names)
    func everyKindIsAPDFOfOnePage(name: String) throws {
        let bytes = try ChartPicture.bytes(of: chart(name), as: .pdf)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.hasPrefix("%PDF-1.") && text.hasSuffix("%%EOF\n"))
        #expect(text.contains("/MediaBox [ 0 0 960 540 ]") && text.contains("/Count 1"))
    }

    @Test func aTextOfAStrangerEndsNothing() throws {
        let bytes = try ChartPicture.bytes(
            of: chart("long-texts"), as: .svg, size: PictureSize(width: 2000, height: 600))
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.contains("<script") && text.contains("&lt;script&gt;"))
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
    }

    @Test func whatIsTooMuchForItsPixelsIsThinnedAndExtremesStay() throws {
        var values = Array(repeating: 1.0, count: 300_000)
        values[123_456] = 50
        values[200_001] = -50
        let chart = Chart(
            title: "", series: [Series("", .line(values.enumerated().map { Point(Double($0.offset), $0.element) }))],
            horizontal: .numbers(nil))
        let picture = ChartPicture.layout(of: try CheckedChart(chart), ruler: PlainRuler())
        let layer = try #require(picture.layers.first { $0.role == .line })
        guard case .path(let path)? = layer.shapes.first else { throw ChartError(.empty, "no line") }
        #expect(path.steps.count < 4 * 960)
        let heights = path.steps.compactMap { step -> Double? in
            switch step {
            case .move(_, let y), .line(_, let y): y
            case .close: nil
            }
        }
        let flat = heights[0]
        #expect(heights.contains { $0 < flat - 100 } && heights.contains { $0 > flat + 100 })
    }
}
