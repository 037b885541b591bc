import Domain

/// The values at the ends of bars, in the longest form that fits all of them: whole numbers, short numbers or vertical
/// text. When no form fits there are no values, and the axis has to suffice.
struct BarLabels {
    /// The distance between a value and its bar.
    private static let distance = 4.0

    /// The height that the values need above the highest bar.
    let height: Double
    private let isUpright: Bool
    private let write: (Double, Language) -> String

    /// - Parameter plotWidth: The estimated width of the plot, before its labels are final.
    init?(_ layout: ChartLayout, plotWidth: Double, plotHeight: Double) {
        let series = layout.chart.series.filter(\.content.isBars)
        let values = series.flatMap { series in
            if case .bars(let points) = series.content {
                points.compactMap { $0.value.flatMap { $0.isFinite ? $0 : nil } }
            } else {
                [Double]()
            }
        }
        let places = layout.chart.places.upperBound - layout.chart.places.lowerBound
        guard !values.isEmpty, values.count <= 400, places > 0, Self.isCounted(layout.chart.horizontal) else {
            return nil
        }
        let slot = plotWidth / places
        let pitch = series.count > 1 ? min(slot * 0.74 / Double(series.count), SeriesShapes.widestBar) : slot
        let language = layout.chart.language
        let line = ChartLayout.textSize * TextRun.lineHeight
        func widest(_ write: (Double, Language) -> String) -> Double {
            values.map { layout.width(of: write($0, language)) }.max() ?? 0
        }
        if widest(ValueLabel.text) + 6 <= pitch {
            (isUpright, write, height) = (false, ValueLabel.text, line + Self.distance)
        } else if widest(ValueLabel.short) + 4 <= pitch {
            (isUpright, write, height) = (false, ValueLabel.short, line + Self.distance)
        } else if pitch >= line + 1 {
            (isUpright, write, height) = (true, ValueLabel.short, widest(ValueLabel.short) + 2 * Self.distance)
        } else {
            return nil
        }
        guard height <= plotHeight * 0.35 else { return nil }
    }

    /// Returns false for time and numbers, where bars may be at any distance and may touch.
    private static func isCounted(_ axis: HorizontalAxis) -> Bool {
        switch axis {
        case .names, .moments, .groups: true
        case .time, .numbers: false
        }
    }

    /// Returns the value above the end of a bar, or below it for a negative bar; nil when it would leave the plot.
    func shape(_ layout: ChartLayout, _ value: Double, bar: Box, plot: Box) -> Shape? {
        let text = write(value, layout.chart.language)
        let (width, size) = (layout.width(of: text), ChartLayout.textSize)
        let middle = (bar.left + bar.right) / 2
        let isBelow = value < 0
        let line = TextRun.lineHeight * size
        let extent = isUpright ? width : line
        let top = isBelow ? bar.bottom + Self.distance : bar.top - Self.distance - extent
        let across = isUpright ? line : width
        guard top >= plot.top, top + extent <= plot.bottom, middle - across / 2 >= plot.left - 8,
            middle + across / 2 <= plot.right + 8
        else { return nil }
        return isUpright
            ? layout.text(
                text, x: middle + (TextRun.ascent - TextRun.lineHeight / 2) * size, y: top + width,
                colour: layout.theme.text, isUpright: true)
            : layout.text(
                text, x: middle - width / 2, y: top + TextRun.ascent * size, colour: layout.theme.text,
                anchor: .middle)
    }
}
