/// A chart laid out for a page: the plot with its labels as shapes, what the page says beside it, and the value at each
/// place. Pages and files have the same layout.
public struct ChartFigure: Sendable {
    /// The plot and the labels of its axes, without heading, legend and footnote.
    public let picture: Picture
    /// The conversion of places and values to coordinates.
    public let scale: PlotScale
    /// The values at places, from left to right.
    public let readings: [ChartReading]
    /// The explanations of series, candles and marks.
    public let key: [ChartKey]

    /// Returns a chart in several sizes, with texts measured in the font of pictures.
    ///
    /// - Parameters:
    ///   - sizes: The sizes, each with the largest number of readings.
    ///   - theme: The colours.
    /// - Throws: ``ChartError`` `unavailable`.
    public static func figures(
        of chart: CheckedChart, in sizes: [(size: PictureSize, most: Int)], theme: Theme = .light
    ) throws(ChartError) -> [ChartFigure] {
        try ChartPicture.measured { ruler in
            sizes.map { ChartFigure(chart, size: $0.size, most: $0.most, theme: theme, ruler: ruler) }
        }
    }

    /// Creates a figure with texts measured by `ruler`.
    ///
    /// - Parameter most: The largest number of readings, at least 2. Of more places, the first, the last, and some at
    ///   equal distances between them are read.
    public init(_ chart: CheckedChart, size: PictureSize, most: Int, theme: Theme = .light, ruler: any TextRuler) {
        let layout = ChartLayout(
            chart: chart, theme: theme, ruler: ruler, width: Double(size.width), height: Double(size.height),
            framing: .bare)
        (picture, scale) = layout.picture()
        readings = ChartReading.readings(of: layout, scale, most: max(2, most))
        key = ChartKey.entries(of: chart, theme)
    }
}

/// An explanation in the legend of a figure.
public struct ChartKey: Hashable, Sendable {
    /// The look of the explained shapes.
    public enum Swatch: Hashable, Sendable {
        /// No shape: the meaning and the unit of the values.
        case none
        /// A line.
        case line(Path.Stroke)
        /// A filled area.
        case area(Colour)
        /// A candle, hollow or filled.
        case candle(fill: Colour, edge: Colour)
    }

    /// The look.
    public let swatch: Swatch
    /// The text, cleaned.
    public let text: String

    static func entries(of chart: CheckedChart, _ theme: Theme) -> [ChartKey] {
        var entries: [ChartKey] = []
        if let title = chart.verticalTitle { entries.append(ChartKey(swatch: .none, text: title)) }
        // A single series is the subject of the page, and groups of candles have their names below them.
        for (index, series) in chart.series.enumerated() where chart.series.count > 1 {
            let colour = theme.colour(ofSeries: index)
            let swatch: Swatch? =
                switch series.content {
                case .line, .area: .line(SeriesShapes.stroke(of: series, index, theme))
                case .bars: .area(colour)
                case .candles: nil
                }
            if let swatch { entries.append(ChartKey(swatch: swatch, text: series.name)) }
        }
        if chart.hasCandles {
            for (isRising, fill, edge) in [
                (true, theme.background, theme.rising), (false, theme.falling, theme.falling),
            ] {
                let text = CandleKey.text(isRising: isRising, in: chart.language)
                entries.append(ChartKey(swatch: .candle(fill: fill, edge: edge), text: text))
            }
        }
        entries += chart.marks.map { mark in
            switch mark {
            case .period: ChartKey(swatch: .area(theme.mark.with(opacity: 0.3)), text: mark.name)
            case .level: ChartKey(swatch: .line(SeriesShapes.levelStroke(theme)), text: mark.name)
            }
        }
        return entries.filter { !$0.text.isEmpty }
    }
}
