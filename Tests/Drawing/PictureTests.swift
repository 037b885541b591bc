import Domain
import Drawing
import TestSupport
import Testing
import XML

/// The files.
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
