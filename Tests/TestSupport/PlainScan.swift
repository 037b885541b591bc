/// A direct implementation of the scan's definition: the reference for the engine, and the baseline of its benchmark.
public struct PlainScan: Sendable {
    /// Four columns of prices.
    public struct Series: Sendable {
        /// The ticker.
        public let ticker: String
        /// The opening prices.
        public let open: [Double]
        /// The highest prices.
        public let high: [Double]
        /// The lowest prices.
        public let low: [Double]
        /// The closing prices.
        public let close: [Double]

        /// Creates a series from its columns.
        public init(ticker: String, open: [Double], high: [Double], low: [Double], close: [Double]) {
            self.ticker = ticker
            self.open = open
            self.high = high
            self.low = low
            self.close = close
        }
    }

    /// A matching window.
    public struct Window: Hashable, Sendable {
        /// The distance to the segment.
        public let distance: Double
        /// The index of its series.
        public let series: Int
        /// The index of its first candle.
        public let first: Int
        /// The number of its candles.
        public let length: Int
    }

    /// The series to search.
    public let series: [Series]
    /// The range of windows for each series.
    public let ranges: [Range<Int>]

    /// Creates a scan of series within ranges.
    public init(series: [Series], ranges: [Range<Int>]) {
        self.series = series
        self.ranges = ranges
    }

    // MARK: Candles

    /// Returns the windows that match `segment` of series `own`.
    public func candle(
        own: Int, segment: Range<Int>, tail: Int, body: Double, shadow: Double
    ) -> [Window] {
        let wanted = Self.normal(series[own], segment)
        var found: [Window] = []
        for index in series.indices {
            var first = ranges[index].lowerBound
            while first + segment.count <= ranges[index].upperBound {
                let window = Self.normal(series[index], first..<first + segment.count)
                if let distance = Self.distance(window, wanted, tail, body, shadow) {
                    found.append(Window(distance: distance, series: index, first: first, length: segment.count))
                }
                first += 1
            }
        }
        return found
    }

    private struct Candle {
        let open, high, low, close: Double
        let isUp: Bool
    }

    private static func normal(_ series: Series, _ range: Range<Int>) -> (candles: [Candle], isUp: (Int) -> Bool) {
        let lowest = series.low[range].min() ?? 0
        let extent = (series.high[range].max() ?? 0) - lowest
        let scale = extent == 0 ? 1 : extent
        let candles = range.map { index in
            Candle(
                open: (series.open[index] - lowest) / scale, high: (series.high[index] - lowest) / scale,
                low: (series.low[index] - lowest) / scale, close: (series.close[index] - lowest) / scale,
                isUp: series.close[index] > series.open[index])
        }
        return (candles, { series.close[range.lowerBound + $0 - 1] > series.open[range.lowerBound] })
    }

    private static func distance(
        _ window: (candles: [Candle], isUp: (Int) -> Bool), _ wanted: (candles: [Candle], isUp: (Int) -> Bool),
        _ tail: Int, _ body: Double, _ shadow: Double
    ) -> Double? {
        if tail > 0, window.isUp(tail) != wanted.isUp(tail) { return nil }
        var sum = 0.0
        for (left, right) in zip(window.candles, wanted.candles).dropFirst(tail) {
            let open = abs(left.open - right.open)
            let close = abs(left.close - right.close)
            let upper = abs((left.high - max(left.open, left.close)) - (right.high - max(right.open, right.close)))
            let lower = abs((min(left.open, left.close) - left.low) - (min(right.open, right.close) - right.low))
            guard left.isUp == right.isUp, max(open, close) <= body, max(upper, lower) <= shadow else { return nil }
            sum += open + close + upper + lower
        }
        return sum / Double(4 * (window.candles.count - tail))
    }

    // MARK: Lines

    /// Returns the windows of these lengths that match `segment`.
    public func chart(
        segment: [Double], lengths: ClosedRange<Int>, points: Int, band: Double, tolerance: Double
    ) -> [Window] {
        let wanted = Self.shape(segment[...], points: points)
        let radius = Int((band * Double(points) + 1e-9).rounded(.down))
        var found: [Window] = []
        for index in series.indices {
            for length in lengths {
                var first = ranges[index].lowerBound
                while first + length <= ranges[index].upperBound {
                    let window = Self.shape(series[index].close[first..<first + length], points: points)
                    let distance = (Self.warped(window, wanted, radius) / Double(points)).squareRoot()
                    if distance <= tolerance {
                        found.append(Window(distance: distance, series: index, first: first, length: length))
                    }
                    first += 1
                }
            }
        }
        return found
    }

    /// Returns closes z-normalised, then resampled.
    public static func shape(_ closes: ArraySlice<Double>, points: Int) -> [Double] {
        guard let least = closes.min(), let greatest = closes.max(), least < greatest, let base = closes.first else {
            return Array(repeating: 0, count: points)
        }
        let count = Double(closes.count)
        let mean = closes.reduce(0) { $0 + ($1 - base) } / count
        let differences = closes.map { $0 - base - mean }
        let deviation = (differences.reduce(0) { $0 + $1 * $1 } / count).squareRoot()
        guard deviation > 0 else { return Array(repeating: 0, count: points) }
        let normal = differences.map { $0 / deviation }
        guard normal.count != points else { return normal }
        return (0..<points).map { point in
            let position = Double(point * (normal.count - 1)) / Double(points - 1)
            let index = min(Int(position), normal.count - 2)
            return normal[index] + (normal[index + 1] - normal[index]) * (position - Double(index))
        }
    }

    /// Returns the least sum of squares over all warping paths within the band.
    public static func warped(_ left: [Double], _ right: [Double], _ radius: Int) -> Double {
        let count = left.count
        var above = [Double](repeating: .infinity, count: count + 1)
        above[0] = 0
        for row in 0..<count {
            var current = [Double](repeating: .infinity, count: count + 1)
            for column in max(0, row - radius)...min(count - 1, row + radius) {
                let difference = left[row] - right[column]
                current[column + 1] =
                    min(above[column], above[column + 1], current[column]) + difference * difference
            }
            above = current
        }
        return above[count]
    }

    // MARK: Selection

    /// Returns the nearest window, then the nearest without a common candle with it, and so on; none overlaps the
    /// segment.
    public func selected(of found: [Window], segment: (series: Int, range: Range<Int>)?) -> [Window] {
        var taken: [Window] = []
        let sorted = found.sorted {
            ($0.distance, $0.series, $0.first, $0.length) < ($1.distance, $1.series, $1.first, $1.length)
        }
        for window in sorted {
            let range = window.first..<window.first + window.length
            if let segment, segment.series == window.series, segment.range.overlaps(range) { continue }
            let meets = taken.contains {
                $0.series == window.series && range.overlaps($0.first..<$0.first + $0.length)
            }
            if !meets { taken.append(window) }
        }
        return taken
    }
}
