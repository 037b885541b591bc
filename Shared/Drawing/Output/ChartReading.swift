import Domain

/// The values at one place of a figure, or of a few places that share a column.
public struct ChartReading: Hashable, Sendable {
    /// The first and the last place of the column; equal for a single place.
    public let places: ClosedRange<Double>
    /// The x coordinate of the shape at the place.
    public let x: Double
    /// The y coordinate of the value: that of the main series, or of the last one; the close of a candle.
    public let y: Double
    /// The left and the right edge of the column in which this place is the nearest.
    public let column: ClosedRange<Double>
    /// The place and its values: `2026-10-13  97.04 % of the face`.
    public let text: String
}

extension ChartReading {
    /// The values at a place, before they are written.
    private struct Stop {
        var places: ClosedRange<Double>
        let x: Double
        var values: [(series: Int, value: Value)] = []
    }

    private enum Value: Hashable {
        case number(Double)
        case candle(Candle)
    }

    static func readings(of layout: ChartLayout, _ scale: PlotScale, most: Int) -> [ChartReading] {
        let all = stops(of: layout, scale)
        let kept = all.count <= most ? all : (0..<most).map { all[$0 * (all.count - 1) / (most - 1)] }
        let wording = Wording(layout, scale)
        return kept.enumerated().map { index, stop in
            let left = index == 0 ? scale.plot.left : (kept[index - 1].x + stop.x) / 2
            let right = index == kept.count - 1 ? scale.plot.right : (stop.x + kept[index + 1].x) / 2
            let main = stop.values.last(where: { layout.chart.series[$0.series].isMain }) ?? stop.values.last
            let value: Double =
                switch main?.value {
                case .number(let value): value
                case .candle(let candle): candle.close
                case nil: 0
                }
            return ChartReading(
                places: stop.places, x: stop.x, y: scale.y(value), column: min(left, right)...max(left, right),
                text: wording.of(stop.places, stop.values))
        }
    }

    /// Returns the places with a value, from left to right.
    private static func stops(of layout: ChartLayout, _ scale: PlotScale) -> [Stop] {
        let chart = layout.chart
        let perSlot = SeriesShapes.candlesPerSlot(chart, plotWidth: scale.plot.width)
        var stops: [Double: Stop] = [:]
        func add(_ value: Value, _ series: Int, at place: Double, over places: ClosedRange<Double>) {
            var stop = stops[place] ?? Stop(places: places, x: scale.x(place))
            // Of several values of a series at one place, the last counts.
            stop.values.removeAll { $0.series == series }
            stop.values.append((series, value))
            stops[place] = stop
        }
        let columns = layout.columns(of: scale.plot)
        for (index, series) in chart.series.enumerated() {
            switch series.content {
            case .line(let points), .area(let points):
                for run in Thinning.runs(points, over: chart.places, columns: columns) {
                    for (place, value) in run { add(.number(value), index, at: place, over: place...place) }
                }
            case .bars(let points):
                for (place, value) in Thinning.bars(points, over: chart.places, columns: columns) {
                    add(.number(value), index, at: place, over: place...place)
                }
            case .candles(let candles):
                for (number, candle) in Candle.merged(candles, perSlot: perSlot).enumerated() {
                    let first = series.start + number * perSlot
                    let last = min(first + perSlot, series.start + candles.count) - 1
                    add(.candle(candle), index, at: Double(first + last) / 2, over: Double(first)...Double(last))
                }
            }
        }
        return stops.values.sorted { $0.x < $1.x }
    }

    /// The texts of readings.
    private struct Wording {
        let layout: ChartLayout
        let scale: PlotScale
        let places: PlaceText

        init(_ layout: ChartLayout, _ scale: PlotScale) {
            (self.layout, self.scale) = (layout, scale)
            places = PlaceText(
                axis: layout.chart.horizontal, isDaily: layout.chart.isDaily, language: layout.chart.language)
        }

        /// Returns the text, cut to the room above the plot.
        func of(_ range: ClosedRange<Double>, _ values: [(series: Int, value: Value)]) -> String {
            let chart = layout.chart
            let (first, last) = (places.text(range.lowerBound), places.text(range.upperBound))
            let place = first == last ? first : "\(first) – \(last)"
            // Series that lie on each other are read once.
            var read: Set<Value> = []
            let distinct = values.filter { read.insert($0.value).inserted }
            var parts = distinct.map { series, value in
                let name = chart.series[series].name
                return distinct.count > 1 && !name.isEmpty ? "\(name) \(written(value))" : written(value)
            }
            if let unit = chart.unit, !unit.isEmpty, distinct.count == 1, case .number? = distinct.first?.value {
                parts[0] += AmountText.noBreakSpace + unit
            }
            let whole = [place, parts.joined(separator: ", ")].filter { !$0.isEmpty }.joined(separator: "  ")
            return layout.ruler.shortened(
                whole, to: layout.width - scale.plot.left - layout.margin, size: ChartLayout.textSize, isBold: true)
        }

        private func written(_ value: Value) -> String {
            let language = layout.chart.language
            switch value {
            case .number(let value): return ChartSummary.text(value, in: language)
            case .candle(let candle):
                return zip(CandleKey.prices(in: language), [candle.open, candle.high, candle.low, candle.close])
                    .map { "\($0) \(ChartSummary.text($1, in: language))" }.joined(separator: " ")
            }
        }
    }
}
