/// The shapes of series and marks.
struct SeriesShapes {
    private let layout: ChartLayout
    private let scale: PlotScale
    private let values: BarLabels?
    private var chart: CheckedChart { layout.chart }
    private var theme: Theme { layout.theme }

    init(_ layout: ChartLayout, _ scale: PlotScale, _ values: BarLabels?) {
        self.layout = layout
        self.scale = scale
        self.values = values
    }

    /// Returns the number of candles merged into one. Each is at least four points wide, so that hollow and filled ones
    /// can be distinguished.
    static func candlesPerSlot(_ chart: CheckedChart, plotWidth: Double) -> Int {
        // Groups side by side share the plot.
        let count = chart.series.reduce(0) { $1.content.isCandles ? $0 + $1.content.count : $0 }
        guard case .groups = chart.horizontal else {
            let longest = chart.series.map { $0.content.isCandles ? $0.content.count : 0 }.max() ?? 0
            return Candle.perSlot(longest, most: mostCandles(plotWidth))
        }
        return Candle.perSlot(count, most: mostCandles(plotWidth))
    }

    private static func mostCandles(_ plotWidth: Double) -> Int { max(1, Int(plotWidth / 4)) }

    /// Returns the layer of a series.
    func layer(_ index: Int) -> Layer {
        switch chart.series[index].content {
        case .line(let points): line(points, index, isFilled: false)
        case .area(let points): line(points, index, isFilled: true)
        case .bars(let points): bars(points, index)
        case .candles(let candles): self.candles(candles, from: chart.series[index].start)
        }
    }

    // MARK: Lines

    private func line(_ points: [Point], _ index: Int, isFilled: Bool) -> Layer {
        var layer = Layer(isFilled ? .area : .line)
        let colour = theme.colour(ofSeries: index)
        let runs = Thinning.runs(points, over: chart.places, columns: layout.columns(of: scale.plot))
        var path = Path(stroke: Self.stroke(of: chart.series[index], index, theme))
        var dots = Path(fill: colour)
        for run in runs {
            let places = run.map { (x: scale.x($0.place), y: scale.y($0.value)) }
            if places.count == 1 { dots.add(Self.dot(places[0].x, places[0].y)) }
            if isFilled, let first = places.first, let last = places.last, places.count > 1 {
                let zero = scale.y(0)
                var area = Path(fill: colour.with(opacity: 0.18))
                area.steps = [.move(first.x, zero)] + places.map { .line($0.x, $0.y) } + [.line(last.x, zero), .close]
                layer.add(.path(area))
            }
            for (number, place) in places.enumerated() where places.count > 1 {
                path.steps.append(number == 0 ? .move(place.x, place.y) : .line(place.x, place.y))
            }
        }
        if !path.steps.isEmpty { layer.add(.path(path)) }
        if !dots.steps.isEmpty { layer.add(.path(dots)) }
        return layer
    }

    /// Returns the style of a series' line.
    static func stroke(of series: Series, _ index: Int, _ theme: Theme) -> Path.Stroke {
        Path.Stroke(
            colour: theme.colour(ofSeries: index), width: series.isMain ? 3.5 : series.isDashed ? 1.5 : 1.75,
            dashes: theme.dashes(ofSeries: index, isDashed: series.isDashed))
    }

    /// Returns the style of a marked value.
    static func levelStroke(_ theme: Theme) -> Path.Stroke {
        Path.Stroke(colour: theme.mark, width: 1.5, dashes: [4, 3])
    }

    /// Returns the shape of a point without neighbours.
    private static func dot(_ x: Double, _ y: Double) -> Box {
        Box(left: x - 2.5, top: y - 2.5, right: x + 2.5, bottom: y + 2.5)
    }

    // MARK: Bars

    /// The largest width of a bar, so that a single bar does not fill the plot.
    static let widestBar = 72.0

    private func bars(_ points: [Point], _ index: Int) -> Layer {
        let all = chart.series.indices.filter { number in
            if case .bars = chart.series[number].content { true } else { false }
        }
        let (number, count) = (Double(all.firstIndex(of: index) ?? 0), Double(all.count))
        let kept = Thinning.bars(points, over: chart.places, columns: layout.columns(of: scale.plot))
        var nearest = Double.infinity
        for (left, right) in zip(kept, kept.dropFirst()) where right.place > left.place {
            nearest = min(nearest, right.place - left.place)
        }
        if case .names = chart.horizontal { nearest = 1 }
        if case .moments = chart.horizontal { nearest = 1 }
        let slot = min(scale.slot * nearest, scale.plot.width)
        let group = min(slot * (slot > 6 ? 0.74 : 0.96), Self.widestBar * count)
        let width = max(0.5, group / count * (count > 1 ? 0.94 : 1))
        let zero = scale.y(0)
        var path = Path(fill: theme.colour(ofSeries: index))
        var (texts, shapes): ([Box], [Shape]) = ([], [])
        for bar in kept {
            let left = scale.x(bar.place) - group / 2 + number * group / count
            let y = scale.y(bar.value)
            // A bar beyond the edge of the plot keeps a width of one pixel.
            let box = Box(
                left: max(scale.plot.left, min(left, scale.plot.right - 1)), top: min(y, zero),
                right: min(scale.plot.right, max(left + width, scale.plot.left + 1)), bottom: max(y, zero))
            path.add(box)
            // Bars cut by the edge of the plot overlap, as do bars at the same place.
            let isWhole = left >= scale.plot.left && left + width <= scale.plot.right
            if isWhole, case .text(let text)? = values?.shape(layout, bar.value, bar: box, plot: scale.plot),
                texts.last.map({ !$0.overlaps(text.box) }) ?? true
            {
                texts.append(text.box)
                shapes.append(.text(text))
            }
        }
        return Layer(.bars, path.steps.isEmpty ? [] : [.path(path)] + shapes)
    }

    // MARK: Candles

    private func candles(_ candles: [Candle], from start: Int) -> Layer {
        let perSlot = Self.candlesPerSlot(chart, plotWidth: scale.plot.width)
        let shown = Candle.merged(candles, perSlot: perSlot)
        let slot = scale.slot * Double(perSlot)
        let width = max(1, min(18, (slot * 0.68).rounded()))
        let kinds: [(colour: Colour, isRising: Bool)] = [(theme.rising, true), (theme.falling, false)]
        var layer = Layer(.candles)
        for kind in kinds {
            var wicks = Path(stroke: Path.Stroke(colour: kind.colour, width: 1))
            // Rising candles are hollow, falling ones are filled: the shape differs as well as the colour.
            var bodies = Path(
                fill: kind.isRising ? theme.background : kind.colour,
                stroke: Path.Stroke(colour: kind.colour, width: 1))
            for (number, candle) in shown.enumerated() where candle.isRising == kind.isRising {
                let place =
                    Double(start + number * perSlot) + Double(min(perSlot, candles.count - number * perSlot) - 1) / 2
                let x = scale.x(place).rounded(.down) + 0.5
                let (top, bottom) = (scale.y(max(candle.open, candle.close)), scale.y(min(candle.open, candle.close)))
                wicks.steps += [.move(x, scale.y(candle.high)), .line(x, scale.y(candle.low))]
                let half = width / 2
                // An unchanged price is drawn as a line of one pixel.
                let grown = max(0, 1 - (bottom - top)) / 2
                bodies.add(Box(left: x - half, top: top - grown, right: x + half, bottom: bottom + grown))
            }
            if !wicks.steps.isEmpty { layer.shapes += [.path(wicks), .path(bodies)] }
        }
        return layer
    }

    // MARK: Marks

    /// Returns the highlighted periods, which are drawn below the series.
    func marks() -> [Layer] {
        var layer = Layer(.mark)
        for case .period(let from, let to, _) in chart.marks {
            // Where places have a width, the ends include theirs.
            let half = chart.series.contains { $0.content.hasWidth } ? 0.5 : 0
            let isCounted = if case .time = chart.horizontal { false } else { true }
            let margin = isCounted ? half : 0
            let left = max(scale.plot.left, scale.x(from - margin))
            let right = min(scale.plot.right, max(scale.x(to + margin), left + 1))
            layer.add(
                .path(
                    .box(
                        Box(left: left, top: scale.plot.top, right: right, bottom: scale.plot.bottom),
                        fill: theme.mark.with(opacity: 0.2))))
            let edge = Path.Stroke(colour: theme.mark.with(opacity: 0.8), width: 1)
            layer.add(
                .path(
                    Path(
                        steps: [
                            .move(left, scale.plot.top), .line(left, scale.plot.bottom),
                            .move(right, scale.plot.top), .line(right, scale.plot.bottom),
                        ], stroke: edge)))
        }
        return layer.shapes.isEmpty ? [] : [layer]
    }

    /// Returns the highlighted levels, which are drawn above the series.
    func levels() -> Layer? {
        var layer = Layer(.mark)
        for case .level(let value, _) in chart.marks {
            let y = scale.y(value)
            layer.add(
                .path(
                    .line(
                        from: (scale.plot.left, y), to: (scale.plot.right, y), Self.levelStroke(theme))))
        }
        return layer
    }
}
