import Domain
import Drawing
import GatewayWords

/// The segment of a chart: its band, and a grip at each end.
struct SegmentMarkup {
    private static let coin = Colour(0xE69F00)
    private static let page = Colour(0xFFFFFF)
    private static let format = SVGFormat.compact

    let chart: CheckedChart
    let figure: ChartFigure
    let size: ChartSize
    let segment: ChartSegment
    let language: Language

    var markup: HTML {
        let plot = figure.scale.plot
        // Where places have a width, the ends include theirs.
        let half = chart.series.contains { $0.content.hasWidth } ? 0.5 : 0
        func edge(_ place: Double) -> Double { min(max(figure.scale.x(place), plot.left), plot.right) }
        let left = edge(segment.from.place - half)
        let right = max(left, edge(segment.to.place + half))
        let number = Self.format.number
        let band = HTML.element(
            .rect,
            [
                .classes("band"), .text(.x, number(left)), .text(.y, number(plot.top)),
                .text(.width, number(right - left)), .text(.height, number(plot.height)),
                .text(.pointerEvents, "none"),
            ] + LayerMarkup.fill(Colour(Self.coin.rgb, opacity: 0.16)), [])
        let words = ChartWords(language)
        // Close grips share the room between them, so that each can be caught.
        let middle = (left + right) / 2
        let reach = size.catchWidth / 2
        return .tag(
            .g, .classes("segment"),
            content: [
                band,
                grip(segment.from, "first", words.beginning, at: left, from: min(left + reach, middle) - 2 * reach),
                grip(segment.to, "last", words.end, at: right, from: max(right - reach, middle)),
            ])
    }

    /// Returns a grip.
    ///
    /// - Parameter start: The left edge of what can be caught.
    private func grip(
        _ end: ChartSegment.End, _ name: String, _ label: String, at x: Double, from start: Double
    ) -> HTML {
        let plot = figure.scale.plot
        let middle = plot.top + plot.height * 0.5
        let number = Self.format.number
        let within = min(max(start, 0), Double(size.width) - size.catchWidth)
        let index = segment.stops.firstIndex { $0.key == end.key } ?? 0
        let paint = LayerMarkup.stroke(Path.Stroke(colour: Self.coin, width: 2))
        let attributes: [HTMLAttribute?] = [
            .classes("grip"), .text(.role, "slider"), .text(.tabindex, "0"), .data("end", name),
            .text(.ariaLabel, label), .text(.ariaValueMin, "0"),
            .text(.ariaValueMax, String(max(0, segment.stops.count - 1))), .text(.ariaValueNow, String(index)),
            .text(.ariaValueText, end.name.spoken(in: language)),
        ]
        func line(_ steps: [Path.Step]) -> HTML {
            .element(.path, [.text(.d, Self.format.data(of: steps)), .text(.fill, "none")] + paint, [])
        }
        return .element(
            .g, attributes.compactMap { $0 },
            [
                .tag(
                    .rect, .text(.x, number(within)), .text(.y, number(middle - 28)),
                    .text(.width, number(size.catchWidth)), .text(.height, "56"), .text(.fillOpacity, "0")),
                line([.move(x, plot.top), .line(x, plot.bottom)]),
                .element(
                    .rect,
                    [
                        .text(.x, number(x - 7)), .text(.y, number(middle - 18)), .text(.width, "14"),
                        .text(.height, "36"), .text(.rx, "7"),
                    ] + LayerMarkup.fill(Self.page) + paint, []),
                line([
                    .move(x - 2, middle - 6), .line(x - 2, middle + 6), .move(x + 2, middle - 6),
                    .line(x + 2, middle + 6),
                ]),
            ])
    }
}
