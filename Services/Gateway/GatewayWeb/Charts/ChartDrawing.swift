import Domain
import Drawing
import GatewayWords

/// One size of a chart: the shapes, the values to read, and the segment.
///
/// Colours are those of the light theme, as attributes. The style sheet replaces them with those of the page's theme.
struct ChartDrawing {
    let chart: CheckedChart
    let figure: ChartFigure
    let size: ChartSize
    let segment: ChartSegment?
    let name: String
    let language: Language

    var markup: HTML {
        let title = "\(ChartID.of(name))-\(size.rawValue)-title"
        let description = "\(ChartID.of(name))-\(size.rawValue)-desc"
        let words = ChartWords(language)
        var content: [HTML] = [
            .tag(.title, .text(.id, title), text: heading(words)),
            .tag(.desc, .text(.id, description), text: summary(words)),
        ]
        content += figure.picture.layers.map(LayerMarkup.group)
        content.append(HairMarkup(figure: figure, segment: segment).markup)
        if let segment {
            content.append(
                SegmentMarkup(chart: chart, figure: figure, size: size, segment: segment, language: language).markup)
        }
        return .tag(
            .svg, .classes(size.rawValue), .text(.viewBox, "0 0 \(size.width) \(size.height)"),
            .text(.role, segment == nil ? "img" : "group"), .text(.ariaLabelledBy, "\(title) \(description)"),
            .text(.fontSize, SVGFormat.compact.number(LayerMarkup.usualSize)), content: content)
    }

    /// Returns the name of the chart, which the page usually has as a heading.
    private func heading(_ words: ChartWords) -> String {
        [chart.title, chart.series.first?.name ?? "", chart.verticalTitle ?? ""].first { !$0.isEmpty } ?? words.chart
    }

    private func summary(_ words: ChartWords) -> String {
        let chosen = segment.map { [words.segment($0)] } ?? []
        return ([figure.picture.description] + chosen).filter { !$0.isEmpty }.joined(separator: " ")
    }
}

/// Ids of the parts of charts.
enum ChartID {
    /// Returns a name as a part of an id, without spaces and signs that a list of ids or a selector would read.
    /// Different names stay different.
    static func of(_ name: String) -> String {
        var id = ""
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                id.unicodeScalars.append(Unicode.Scalar(byte))
            default: id += "_" + String(byte, radix: 16)
            }
        }
        return id
    }
}
