import Drawing
import GatewayWords

/// The values of a chart at its places. Each is shown while the pointer is in its column, without JavaScript.
struct HairMarkup {
    /// The baseline of the text above the plot.
    private static let baseline = "13"
    private static let format = SVGFormat.compact
    private static let (ink, soft) = ("#1f2328", "#59636e")

    let figure: ChartFigure
    let segment: ChartSegment?

    var markup: HTML {
        // A place of several stops, such as a day with two quotes, has the key of the last.
        let keys = Dictionary((segment?.stops ?? []).map { ($0.place, $0.key) }) { $1 }
        let last = figure.readings.count - 1
        return .tag(
            .g, .classes("hairs"), .text(.fill, Self.ink), .text(.strokeDashArray, "2 2"),
            content: figure.readings.enumerated().map { index, reading in
                hair(reading, key: keys[reading.places.upperBound], isShown: index == last)
            })
    }

    private func hair(_ reading: ChartReading, key: String?, isShown: Bool) -> HTML {
        let plot = figure.scale.plot
        let number = Self.format.number
        var attributes: [HTMLAttribute] = [isShown ? .classes("hair", "on") : .classes("hair")]
        if let key = key.flatMap({ HTMLAttribute.data("key", $0) }) { attributes.append(key) }
        let line: [Path.Step] = [.move(reading.x, plot.top), .line(reading.x, plot.bottom)]
        return .element(
            .g, attributes,
            [
                // The column reaches to the text, so that a pointer on it stays in the column.
                .tag(
                    .rect, .text(.x, number(reading.column.lowerBound)),
                    .text(.width, number(reading.column.upperBound - reading.column.lowerBound)),
                    .text(.height, number(plot.bottom)), .text(.fillOpacity, "0")),
                .tag(.path, .text(.d, Self.format.data(of: line)), .text(.stroke, Self.soft)),
                .tag(.circle, .text(.cx, number(reading.x)), .text(.cy, number(reading.y)), .text(.r, "4")),
                .tag(.text, .text(.x, number(plot.left)), .text(.y, Self.baseline), text: reading.text),
            ])
    }
}
