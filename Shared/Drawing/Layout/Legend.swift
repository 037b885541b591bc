import Domain

/// The legend of series and marks: entries from left to right, on as many lines as there is room for.
struct Legend {
    private(set) var layer = Layer(.legend)
    /// The bottom of the legend.
    private(set) var bottom: Double

    private static let swatch = 22.0
    private static let candleSwatch = 9.0
    private static let line = 20.0

    private enum Entry {
        case series(Int)
        /// The key of rising or falling candles.
        case candles(isRising: Bool)
        case mark(Mark)
        case more(Int)
    }

    /// - Parameter most: The largest height.
    init(_ layout: ChartLayout, top: Double, most: Double) {
        bottom = top
        let chart = layout.chart
        var entries: [Entry] = []
        // A single series is the subject of the heading, and groups of candles have their names below them.
        if chart.series.count > 1 {
            entries += chart.series.indices.filter { !chart.series[$0].content.isCandles }.map { .series($0) }
        }
        if chart.hasCandles { entries += [.candles(isRising: true), .candles(isRising: false)] }
        entries += chart.marks.map { .mark($0) }
        let lines = min(5, Int(most / Self.line))
        guard !entries.isEmpty, lines > 0 else { return }
        let (left, right) = (layout.margin, layout.width - layout.margin)
        var (x, number) = (left, 0)
        for (index, entry) in entries.enumerated() {
            let isLast = index == entries.count - 1
            let more = Self.width(of: .more(entries.count - index), layout, room: right - left)
            let width = Self.width(of: entry, layout, room: right - left)
            if x + width > right {
                x = left
                number += 1
            }
            // The last line reserves room for the number of omitted entries.
            if number >= lines || (number == lines - 1 && !isLast && x > left && x + width + more > right) {
                if number >= lines { break }
                add(.more(entries.count - index), at: x, top + Double(number) * Self.line, layout, room: right - x)
                break
            }
            add(entry, at: x, top + Double(number) * Self.line, layout, room: right - left)
            x += width
        }
        bottom = top + Double(min(number, lines - 1) + 1) * Self.line
    }

    private static func label(_ entry: Entry, _ layout: ChartLayout, room: Double) -> String {
        let chart = layout.chart
        let text =
            switch entry {
            case .series(let index): chart.series[index].name
            case .candles(let isRising): CandleKey.text(isRising: isRising, in: chart.language)
            case .mark(let mark): mark.name
            case .more(let count): chart.language == .russian ? "и ещё \(count)" : "and \(count) more"
            }
        return layout.ruler.shortened(text, to: min(room - swatch - 16, 320), size: ChartLayout.textSize)
    }

    private static func width(of entry: Entry, _ layout: ChartLayout, room: Double) -> Double {
        let text = layout.width(of: label(entry, layout, room: room)) + 18
        switch entry {
        case .more: return text
        case .candles: return text + candleSwatch + 6
        case .series, .mark: return text + swatch + 6
        }
    }

    private mutating func add(_ entry: Entry, at x: Double, _ top: Double, _ layout: ChartLayout, room: Double) {
        let theme = layout.theme
        let middle = top + TextRun.lineHeight * ChartLayout.textSize / 2
        var textLeft = x
        let swatch = Box(left: x, top: middle - 5, right: x + Self.swatch, bottom: middle + 5)
        switch entry {
        case .more: break
        case .candles(let isRising):
            let body = Box(left: x + 1, top: middle - 5, right: x + Self.candleSwatch - 1, bottom: middle + 5)
            layer.add(
                .path(
                    isRising
                        ? .box(body, fill: theme.background, stroke: Path.Stroke(colour: theme.rising, width: 1.5))
                        : .box(body, fill: theme.falling, stroke: Path.Stroke(colour: theme.falling, width: 1.5))))
            textLeft += Self.candleSwatch + 6
        case .series(let index):
            let series = layout.chart.series[index]
            let colour = theme.colour(ofSeries: index)
            switch series.content {
            case .line, .area:
                layer.add(
                    .path(
                        .line(
                            from: (swatch.left, middle), to: (swatch.right, middle),
                            Path.Stroke(
                                colour: colour, width: series.isMain ? 4 : 2,
                                dashes: theme.dashes(ofSeries: index, isDashed: series.isDashed)))))
            case .bars: layer.add(.path(.box(swatch, fill: colour)))
            case .candles: break
            }
            textLeft += Self.swatch + 6
        case .mark(let mark):
            switch mark {
            case .period: layer.add(.path(.box(swatch, fill: theme.mark.with(opacity: 0.3))))
            case .level:
                layer.add(
                    .path(
                        .line(
                            from: (swatch.left, middle), to: (swatch.right, middle),
                            Path.Stroke(colour: theme.mark, width: 1.5, dashes: [4, 3]))))
            }
            textLeft += Self.swatch + 6
        }
        let text = Self.label(entry, layout, room: room)
        guard !text.isEmpty else { return }
        layer.add(
            layout.text(
                text, x: textLeft, y: top + TextRun.ascent * ChartLayout.textSize, colour: theme.faintText))
    }
}
