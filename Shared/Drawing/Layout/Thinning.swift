/// Reduces data that exceed the resolution without changing the picture.
enum Thinning {
    /// Returns the runs of points of a line, with at most four points per column of pixels: first, lowest, highest and
    /// last. The line through them covers the same pixels as the line through all points (M4). Extremes are preserved.
    ///
    /// - Source: Jugel, Jerzak, Hackenbroich, Markl, "M4: A Visualization-Oriented Time Series Data Aggregation".
    static func runs(
        _ points: [Point], over places: ClosedRange<Double>, columns: Int
    ) -> [[(place: Double, value: Double)]] {
        let columns = max(1, columns)
        let isLarge = points.count > 4 * columns
        let perPlace = Double(columns) / (places.upperBound - places.lowerBound)
        var runs: [[(place: Double, value: Double)]] = []
        var run = Run(isLarge: isLarge)
        var isBroken = false
        for point in points {
            guard let value = point.value, value.isFinite else {
                isBroken = true
                continue
            }
            let column = Int((point.place - places.lowerBound) * perPlace)
            // With very many points, a gap narrower than a pixel is not visible.
            if isBroken, let last = run.last, !isLarge || (point.place - last) * perPlace >= 1 {
                runs.append(run.finish())
                run = Run(isLarge: isLarge)
            }
            isBroken = false
            run.add((point.place, value), column: column)
        }
        let rest = run.finish()
        if !rest.isEmpty { runs.append(rest) }
        return runs
    }

    /// Returns the highest and the lowest bar of each column of pixels that has several.
    static func bars(
        _ points: [Point], over places: ClosedRange<Double>, columns: Int
    ) -> [(place: Double, value: Double)] {
        let known = points.compactMap { point in
            point.value.flatMap { $0.isFinite ? (place: point.place, value: $0) : nil }
        }
        let columns = max(1, columns)
        guard known.count > columns else { return known }
        let perPlace = Double(columns) / (places.upperBound - places.lowerBound)
        var kept: [(place: Double, value: Double)] = []
        var index = 0
        while index < known.count {
            let column = Int((known[index].place - places.lowerBound) * perPlace)
            var (low, high) = (known[index], known[index])
            while index < known.count, Int((known[index].place - places.lowerBound) * perPlace) == column {
                if known[index].value < low.value { low = known[index] }
                if known[index].value > high.value { high = known[index] }
                index += 1
            }
            kept.append(high)
            if low.value < 0, low.place != high.place { kept.append(low) }
        }
        return kept
    }
}

extension Candle {
    /// Returns the number of candles to merge into one when there is room for `most` candles.
    public static func perSlot(_ count: Int, most: Int) -> Int {
        max(1, (count + max(1, most) - 1) / max(1, most))
    }

    /// Merges neighbours: the first opening, the highest, the lowest and the last closing price.
    public static func merged(_ candles: [Candle], perSlot: Int) -> [Candle] {
        guard perSlot > 1 else { return candles }
        return stride(from: 0, to: candles.count, by: perSlot).map { start in
            let slot = candles[start..<min(start + perSlot, candles.count)]
            let (first, last) = (slot[slot.startIndex], slot[slot.endIndex - 1])
            return slot.reduce(
                Candle(open: first.open, high: first.high, low: first.low, close: last.close)
            ) { all, candle in
                Candle(
                    open: all.open, high: max(all.high, candle.high), low: min(all.low, candle.low), close: all.close)
            }
        }
    }
}

/// The points of an uninterrupted line, thinned while they are added.
private struct Run {
    private let isLarge: Bool
    private var kept: [(place: Double, value: Double)] = []
    private var column: Int?
    private var first = (place: 0.0, value: 0.0)
    private var low = (place: 0.0, value: 0.0)
    private var high = (place: 0.0, value: 0.0)
    private var latest = (place: 0.0, value: 0.0)

    init(isLarge: Bool) { self.isLarge = isLarge }

    /// The place of the newest point.
    var last: Double? { isLarge ? (column == nil ? nil : latest.place) : kept.last?.place }

    mutating func add(_ point: (place: Double, value: Double), column: Int) {
        guard isLarge else {
            kept.append(point)
            return
        }
        if column != self.column {
            keepColumn()
            (self.column, first, low, high) = (column, point, point, point)
        }
        if point.value < low.value { low = point }
        if point.value > high.value { high = point }
        latest = point
    }

    mutating func finish() -> [(place: Double, value: Double)] {
        keepColumn()
        return kept
    }

    private mutating func keepColumn() {
        guard isLarge, column != nil else { return }
        let extremes = low.place <= high.place ? [low, high] : [high, low]
        for point in [first] + extremes + [latest] where kept.last.map({ $0 != point }) ?? true {
            kept.append(point)
        }
        column = nil
    }
}
