/// The layout of a chart: a pure function of the chart, the size, the theme and the widths of texts.
///
/// From the top: heading, subtitle, legend, plot, labels of the horizontal axis, footnote. The place of every text is
/// measured before it is assigned, so that no text covers another. A text without enough room is shortened or omitted,
/// the least important first.
struct ChartLayout {
    static let titleSize = 18.0
    static let textSize = 12.0
    static let footnoteSize = 11.0
    /// The smallest horizontal gap between texts.
    static let gap = 12.0
    /// The smallest height of a plot before other parts give way.
    static let leastPlotHeight = 70.0

    let chart: CheckedChart
    let theme: Theme
    let ruler: any TextRuler
    let width: Double
    let height: Double
    let framing: Framing

    /// What surrounds the plot.
    enum Framing: Sendable {
        /// Heading, legend, title of the axis and footnote: a picture that stands for itself.
        case whole
        /// Only the labels of both axes; a page says the rest in its own words, and shows the value at the pointer in
        /// the line above the plot.
        case bare
    }

    /// The margin around the picture.
    var margin: Double { framing == .bare ? 8 : 16 }
    /// The room for the line above a bare plot.
    static let readingHeight = 12.0

    /// The number of columns of pixels that lines are thinned to. A page repeats a chart in several sizes, so its lines
    /// have a quarter of the points; their extremes stay.
    func columns(of plot: Box) -> Int { Int(framing == .bare ? plot.width / 4 : plot.width) }

    /// Returns the whole picture.
    static func picture(
        of chart: CheckedChart, width: Double, height: Double, theme: Theme, ruler: any TextRuler
    ) -> Picture {
        ChartLayout(chart: chart, theme: theme, ruler: ruler, width: width, height: height, framing: .whole).picture()
            .picture
    }

    func picture() -> (picture: Picture, scale: PlotScale) {
        var texts = Layer(.text)
        let footnote = framing == .bare ? nil : chart.footnote.flatMap { $0.isEmpty ? nil : $0 }
        let footnoteHeight = footnote == nil ? 0 : Self.footnoteSize * TextRun.lineHeight + 10
        let heading = framing == .bare ? Self.readingHeight : heading(&texts)
        // The height below the plot is not known yet. Two lines of labels and a title of the axis are the usual
        // maximum.
        let usualBelow = 56.0 + footnoteHeight + margin
        let room = framing == .bare ? 0 : max(0, height - heading - usualBelow - Self.leastPlotHeight)
        let legend = Legend(self, top: heading, most: room)
        let hasTitle = framing == .whole && (chart.verticalTitle != nil || chart.hasCandles)
        let titleHeight = hasTitle ? Self.textSize * TextRun.lineHeight + 2 : 0
        let top = legend.bottom + titleHeight + Self.textSize * TextRun.lineHeight / 2 + 4
        var plot = Box(left: 0, top: top, right: width - margin, bottom: height - usualBelow)
        var vertical = VerticalAxis(self, height: plot.height)
        plot.left = margin + vertical.labelWidth + 10
        let values = BarLabels(self, plotWidth: plot.width, plotHeight: plot.height)
        if let values {
            vertical = VerticalAxis(self, height: plot.height, room: values.height)
            plot.left = margin + vertical.labelWidth + 10
        }
        let bottom = height - margin - footnoteHeight
        let horizontal = HorizontalLabels(self, plot: plot, most: max(34, bottom - top - Self.leastPlotHeight))
        plot.bottom = bottom - horizontal.height
        if let footnote {
            texts.add(
                text(
                    ruler.shortened(footnote, to: width - 2 * margin, size: Self.footnoteSize), x: margin,
                    y: height - margin - TextRun.descent * Self.footnoteSize, size: Self.footnoteSize,
                    colour: theme.faintText))
        }
        let scale = PlotScale(plot: plot, places: chart.places, values: vertical.range)
        let series = SeriesShapes(self, scale, values)
        // The line at zero is solid, so it is drawn after the grid lines that cross it.
        var layers = [Layer(.grid, horizontal.grid(self, plot) + vertical.grid(self, scale))]
        layers += series.marks()
        // Main series are drawn above the series that they are compared with.
        layers += chart.series.indices.filter { !chart.series[$0].isMain }.map { series.layer($0) }
        layers += chart.series.indices.filter { chart.series[$0].isMain }.map { series.layer($0) }
        var axis = vertical.labels(self, scale)
        if hasTitle { axis.shapes += verticalTitle(below: legend.bottom, plot) }
        axis.shapes += horizontal.shapes(self, plot)
        layers += [series.levels(), axis, legend.layer, texts].compactMap { $0 }.filter { !$0.shapes.isEmpty }
        let picture = Picture(
            width: width, height: height, background: theme.background, title: chart.title,
            description: chart.summaries.prefix(6).map(\.sentence).joined(separator: " "), layers: layers)
        return (picture, scale)
    }

    /// Returns the title of the vertical axis and, at the right, the note about merged candles.
    private func verticalTitle(below top: Double, _ plot: Box) -> [Shape] {
        let y = top + 2 + TextRun.ascent * Self.textSize
        let room = width - 2 * margin
        var shapes: [Shape] = []
        var left = margin
        if let title = chart.verticalTitle {
            let shown = ruler.shortened(title, to: room, size: Self.textSize)
            shapes.append(text(shown, x: left, y: y, colour: theme.text))
            left += width(of: shown) + Self.gap
        }
        if let merged = chart.mergedText(SeriesShapes.candlesPerSlot(chart, plotWidth: plot.width)) {
            let shown = ruler.shortened(merged, to: width - margin - left, size: Self.textSize)
            if !shown.isEmpty {
                shapes.append(
                    text(shown, x: width - margin - width(of: shown), y: y, colour: theme.faintText))
            }
        }
        return shapes
    }

    /// Adds the heading, on two lines when one is too short, and the subtitle.
    /// - Returns: The bottom of the heading.
    private func heading(_ layer: inout Layer) -> Double {
        var y = margin
        let room = width - 2 * margin
        if !chart.title.isEmpty {
            for line in ruler.lines(of: chart.title, to: room, size: Self.titleSize, isBold: true) {
                y += TextRun.ascent * Self.titleSize
                layer.add(
                    text(line, x: margin, y: y, size: Self.titleSize, isBold: true, colour: theme.text))
                y += TextRun.descent * Self.titleSize + 1
            }
            y += 3
        }
        if let subtitle = chart.subtitle, !subtitle.isEmpty {
            y += TextRun.ascent * Self.textSize
            layer.add(
                text(
                    ruler.shortened(subtitle, to: room, size: Self.textSize), x: margin, y: y,
                    colour: theme.faintText))
            y += TextRun.descent * Self.textSize + 4
        }
        return y
    }

    // MARK: Texts

    func width(of text: String) -> Double { ruler.width(of: text, size: Self.textSize, isBold: false) }

    /// Returns a text with its measured width.
    func text(
        _ text: String, x: Double, y: Double, size: Double = textSize, isBold: Bool = false, colour: Colour,
        isUpright: Bool = false, anchor: TextRun.Anchor = .start
    ) -> Shape {
        .text(
            TextRun(
                text: text, x: x, y: y, width: ruler.width(of: text, size: size, isBold: isBold), size: size,
                isBold: isBold, colour: colour, isUpright: isUpright, anchor: anchor))
    }
}

/// The conversion of places and values to coordinates of the plot.
public struct PlotScale: Sendable {
    /// The rectangle of the plot.
    public let plot: Box
    /// The places from the left to the right edge.
    let places: ClosedRange<Double>
    /// The values from the bottom to the top edge.
    let values: ClosedRange<Double>

    /// Returns the x coordinate of a place.
    public func x(_ place: Double) -> Double {
        plot.left + (place - places.lowerBound) / (places.upperBound - places.lowerBound) * plot.width
    }

    /// Returns the y coordinate of a value. Values are halved first, so that the distance between extreme values stays
    /// finite.
    public func y(_ value: Double) -> Double {
        let span = values.upperBound / 2 - values.lowerBound / 2
        return plot.bottom - (value / 2 - values.lowerBound / 2) / span * plot.height
    }

    /// The width of one place.
    var slot: Double { plot.width / (places.upperBound - places.lowerBound) }
}
