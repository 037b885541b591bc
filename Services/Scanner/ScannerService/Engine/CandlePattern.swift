/// A pattern of a few candles, each scaled to the price range of the pattern.
package struct CandlePattern: Sendable {
    /// A candle with prices between 0 and 1.
    struct Candle: Sendable {
        let open: Double
        let close: Double
        let upperShadow: Double
        let lowerShadow: Double
        let isUp: Bool
    }

    /// The number of candles.
    let length: Int
    /// The number of leading candles of which only the direction counts.
    let tailLength: Int
    let bodyTolerance: Double
    let shadowTolerance: Double
    let isTailUp: Bool
    /// The candles after the tail.
    let core: [Candle]

    /// - Precondition: At least one candle, and a tail shorter than the range.
    package init(
        of series: CandleSeries, range: Range<Int>, tailLength: Int, bodyTolerance: Double, shadowTolerance: Double
    ) {
        precondition(!range.isEmpty && tailLength >= 0 && tailLength < range.count, "A tail leaves a candle.")
        length = range.count
        self.tailLength = tailLength
        self.bodyTolerance = bodyTolerance
        self.shadowTolerance = shadowTolerance
        isTailUp = tailLength > 0 && series.close[range.lowerBound + tailLength - 1] > series.open[range.lowerBound]
        let lowest = series.low[range].min() ?? 0
        let extent = Self.extent(lowest, series.high[range].max() ?? 0)
        core = series.withColumns { columns in
            range.dropFirst(tailLength).map { Self.candle(columns, $0, lowest: lowest, extent: extent) }
        }
    }

    /// Returns the divisor of a price's distance from the lowest price.
    @inline(__always)
    static func extent(_ lowest: Double, _ highest: Double) -> Double {
        let extent = highest - lowest
        return extent == 0 ? 1 : extent
    }

    /// Returns a candle scaled to the price range of its window.
    @inline(__always)
    static func candle(_ columns: CandleColumns, _ index: Int, lowest: Double, extent: Double) -> Candle {
        let open = (columns.open[index] - lowest) / extent
        let close = (columns.close[index] - lowest) / extent
        let high = (columns.high[index] - lowest) / extent
        let low = (columns.low[index] - lowest) / extent
        return Candle(
            open: open, close: close, upperShadow: high - max(open, close), lowerShadow: min(open, close) - low,
            isUp: columns.close[index] > columns.open[index])
    }
}
