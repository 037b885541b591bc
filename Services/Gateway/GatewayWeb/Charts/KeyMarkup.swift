import Drawing

/// The legend of a chart.
enum KeyMarkup {
    private static let (width, height) = (24.0, 10.0)

    /// Returns the caption; nothing without entries.
    static func caption(_ entries: [ChartKey]) -> HTML {
        guard !entries.isEmpty else { return .nothing }
        return .tag(
            .figcaption, .classes("key"),
            content: entries.map { entry in
                .tag(.span, content: [swatch(entry.swatch), .text(entry.text)])
            })
    }

    private static func swatch(_ swatch: ChartKey.Swatch) -> HTML {
        let middle = height / 2
        switch swatch {
        case .none: return .nothing
        case .line(let stroke):
            return drawing(Path(steps: [.move(0, middle), .line(width, middle)], fill: nil, stroke: stroke), width)
        case .area(let colour):
            return drawing(Path(steps: box(0, 0, width, height), fill: colour, stroke: nil), width)
        case .candle(let fill, let edge):
            let stroke = Path.Stroke(colour: edge, width: 1.5)
            return drawing(
                Path(steps: box(1, 1, height - 1, height - 1), fill: fill, stroke: stroke), height)
        }
    }

    private static func box(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> [Path.Step] {
        [.move(left, top), .line(right, top), .line(right, bottom), .line(left, bottom), .close]
    }

    private static func drawing(_ path: Path, _ width: Double) -> HTML {
        let (width, height) = (SVGFormat.compact.number(width), SVGFormat.compact.number(height))
        return .tag(
            .svg, .text(.width, width), .text(.height, height), .text(.viewBox, "0 0 \(width) \(height)"),
            .text(.ariaHidden, "true"), content: [LayerMarkup.markup(path)])
    }
}
