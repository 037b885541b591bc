/// Where everything of a chart goes: a pure function of the chart, the size, the theme and the widths of texts.
///
/// From the top: heading, subtitle, legend, plot, labels of the horizontal axis, footnote. Every text has a place of its
/// own, measured before it is taken, so that none covers another; what finds no place is shortened or left out, the least
/// important first.
struct ChartLayout {
    /// The space around the whole.
    static let margin = 16.0
    static let titleSize = 18.0
    static let textSize = 12.0
    static let footnoteSize = 11.0
    /// How far texts stay apart from left to right.
    static let gap = 12.0
    /// How low a plot may become before something else makes room.
    static let leastPlotHeight = 70.0

    let chart: CheckedChart
    let theme: Theme
    let ruler: any TextRuler
    let width: Double
    let height: Double

    /// The whole picture.
    static func picture(
        of chart: CheckedChart, width: Double, height: Double, theme: Theme, ruler: any TextRuler
    ) -> Picture {
        ChartLayout(chart: chart, theme: theme, ruler: ruler, width: width, height: height).picture()
    }

    private func picture() -> Picture {
        var texts = Layer(.text)
        let footnote = chart.footnote.flatMap { $0.isEmpty ? nil : $0 }
        let footnoteHeight = footnote == nil ? 0 : Self.footnoteSize * TextRun.lineHeight + 10
        let heading = heading(&texts)
        // What is below the plot is not known yet; two lines and a title of the axis are the usual most.
        let usualBelow = 56.0 + footnoteHeight + Self.margin
        let legend = Legend(
            self, top: heading, most: max(0, height - heading - usualBelow - Self.leastPlotHeight))
        let hasTitle = chart.verticalTitle != nil || chart.hasCandles
        let titleHeight = hasTitle ? Self.textSize * TextRun.lineHeight + 2 : 0
        let top = legend.bottom + titleHeight + Self.textSize * TextRun.lineHeight / 2 + 4
        var plot = Box(left: 0, top: top, right: width - Self.margin, bottom: height - usualBelow)
        var vertical = VerticalAxis(self, height: plot.height)
        plot.left = Self.margin + vertical.labelWidth + 10
        let values = BarLabels(self, plotWidth: plot.width, plotHeight: plot.height)
        if let values {
            vertical = VerticalAxis(self, height: plot.height, room: values.height)
            plot.left = Self.margin + vertical.labelWidth + 10
        }
        let bottom = height - Self.margin - footnoteHeight
        let horizontal = HorizontalLabels(self, plot: plot, most: max(34, bottom - top - Self.leastPlotHeight))
        plot.bottom = bottom - horizontal.height
        if let footnote {
            texts.add(
                text(
                    ruler.shortened(footnote, to: width - 2 * Self.margin, size: Self.footnoteSize), x: Self.margin,
                    y: height - Self.margin - TextRun.descent * Self.footnoteSize, size: Self.footnoteSize,
                    colour: theme.faintText))
        }
        let scale = PlotScale(plot: plot, places: chart.places, values: vertical.range)
        let series = SeriesShapes(self, scale, values)
        // The line at zero is whole, so it comes after those that cross it.
        var layers = [Layer(.grid, horizontal.grid(self, plot) + vertical.grid(self, scale))]
        layers += series.marks()
        // What the chart is about lies above what it is compared with.
        layers += chart.series.indices.filter { !chart.series[$0].isMain }.map { series.layer($0) }
        layers += chart.series.indices.filter { chart.series[$0].isMain }.map { series.layer($0) }
        var axis = vertical.labels(self, scale)
        if hasTitle { axis.shapes += verticalTitle(below: legend.bottom, plot) }
        axis.shapes += horizontal.shapes(self, plot)
        layers += [series.levels(), axis, legend.layer, texts].compactMap { $0 }.filter { !$0.shapes.isEmpty }
        return Picture(
            width: width, height: height, background: theme.background, title: chart.title,
            description: chart.summaries.prefix(6).map(\.sentence).joined(separator: " "), layers: layers)
    }

    /// What the values are, above their axis, and at the other end how many candles are drawn as one.
    private func verticalTitle(below top: Double, _ plot: Box) -> [Shape] {
        let y = top + 2 + TextRun.ascent * Self.textSize
        let room = width - 2 * Self.margin
        var shapes: [Shape] = []
        var left = Self.margin
        if let title = chart.verticalTitle {
            let shown = ruler.shortened(title, to: room, size: Self.textSize)
            shapes.append(text(shown, x: left, y: y, colour: theme.text))
            left += width(of: shown) + Self.gap
        }
        if let merged = chart.mergedText(SeriesShapes.candlesPerSlot(chart, plotWidth: plot.width)) {
            let shown = ruler.shortened(merged, to: width - Self.margin - left, size: Self.textSize)
            if !shown.isEmpty {
                shapes.append(
                    text(shown, x: width - Self.margin - width(of: shown), y: y, colour: theme.faintText))
            }
        }
        return shapes
    }

    /// Heading, on two lines where one is too short for it, and subtitle.
    /// - Returns: Where they end.
    private func heading(_ layer: inout Layer) -> Double {
        var y = Self.margin
        let room = width - 2 * Self.margin
        if !chart.title.isEmpty {
            for line in ruler.lines(of: chart.title, to: room, size: Self.titleSize, isBold: true) {
                y += TextRun.ascent * Self.titleSize
                layer.add(
                    text(line, x: Self.margin, y: y, size: Self.titleSize, isBold: true, colour: theme.text))
                y += TextRun.descent * Self.titleSize + 1
            }
            y += 3
        }
        if let subtitle = chart.subtitle, !subtitle.isEmpty {
            y += TextRun.ascent * Self.textSize
            layer.add(
                text(
                    ruler.shortened(subtitle, to: room, size: Self.textSize), x: Self.margin, y: y,
                    colour: theme.faintText))
            y += TextRun.descent * Self.textSize + 4
        }
        return y
    }

    // MARK: Texts

    func width(of text: String) -> Double { ruler.width(of: text, size: Self.textSize, isBold: false) }

    /// A text with its measure.
    func text(
        _ text: String, x: Double, y: Double, size: Double = textSize, isBold: Bool = false, colour: Colour,
        isUpright: Bool = false
    ) -> Shape {
        .text(
            TextRun(
                text: text, x: x, y: y, width: ruler.width(of: text, size: size, isBold: isBold), size: size,
                isBold: isBold, colour: colour, isUpright: isUpright))
    }
}

/// From places and values to points of the plot.
struct PlotScale {
    let plot: Box
    let places: ClosedRange<Double>
    let values: ClosedRange<Double>

    func x(_ place: Double) -> Double {
        plot.left + (place - places.lowerBound) / (places.upperBound - places.lowerBound) * plot.width
    }

    /// Values are halved first: the distance between the largest and its negative is still a number then.
    func y(_ value: Double) -> Double {
        let span = values.upperBound / 2 - values.lowerBound / 2
        return plot.bottom - (value / 2 - values.lowerBound / 2) / span * plot.height
    }

    /// How wide one place is.
    var slot: Double { plot.width / (places.upperBound - places.lowerBound) }
}
