/// A worker that searches blocks of windows for a candle pattern. Each thread has one, with its own memory.
///
/// The directions of all candles are compared first, because they exclude most windows.
struct CandleWorker: ~Copyable {
    /// The number of windows per block.
    static let blockLength = 4096
    /// The pattern length from which the extremes of all windows of a block are computed together. Few windows have the
    /// directions of a shorter pattern; their extremes are computed one by one.
    private static let longPattern = 64

    private let pattern: CandlePattern
    private let core: Scratch<CandlePattern.Candle>
    private let lowest: Scratch<Double>
    private let highest: Scratch<Double>

    init(_ pattern: CandlePattern) {
        self.pattern = pattern
        core = Scratch(count: pattern.core.count, of: pattern.core[0])
        for (index, candle) in pattern.core.enumerated() { core.base[index] = candle }
        lowest = Scratch(count: Self.blockLength + pattern.length, of: 0)
        highest = Scratch(count: Self.blockLength + pattern.length, of: 0)
    }

    /// Reports the matching windows that begin at `starts` and end before `end`, and the number of windows examined.
    borrowing func search(
        _ columns: CandleColumns, starts: Range<Int>, end: Int, stop: StopFlag,
        found: (_ distance: Double, _ first: Int, _ length: Int) -> Void, done: (_ windows: Int) -> Void
    ) {
        let windows = min(starts.count, end - pattern.length + 1 - starts.lowerBound)
        guard windows > 0 else { return }
        let isLong = pattern.length >= Self.longPattern
        if isLong { findExtremes(columns, first: starts.lowerBound, windows: windows) }
        for window in 0..<windows {
            if window & 63 == 0, stop.isSet { return }
            let first = starts.lowerBound + window
            guard hasColours(columns, first) else { continue }
            if !isLong { findExtreme(columns, first, window) }
            let extent = CandlePattern.extent(lowest.base[window], highest.base[window])
            if let distance = distance(columns, first, lowest: lowest.base[window], extent: extent) {
                found(distance, first, pattern.length)
            }
        }
        done(windows)
    }

    /// Computes the lowest and highest price of each window by doubling: of runs of 1, 2, 4 ... candles, each from two
    /// runs of half the length.
    private borrowing func findExtremes(_ columns: CandleColumns, first: Int, windows: Int) {
        let count = windows + pattern.length - 1
        lowest.base.update(from: columns.low + first, count: count)
        highest.base.update(from: columns.high + first, count: count)
        var run = 1
        while run < pattern.length {
            let step = min(run, pattern.length - run)
            for index in 0..<count - run - step + 1 {
                lowest.base[index] = min(lowest.base[index], lowest.base[index + step])
                highest.base[index] = max(highest.base[index], highest.base[index + step])
            }
            run += step
        }
    }

    private borrowing func findExtreme(_ columns: CandleColumns, _ first: Int, _ window: Int) {
        var (low, high) = (columns.low[first], columns.high[first])
        for candle in first..<first + pattern.length {
            low = min(low, columns.low[candle])
            high = max(high, columns.high[candle])
        }
        lowest.base[window] = low
        highest.base[window] = high
    }

    @inline(__always)
    private borrowing func hasColours(_ columns: CandleColumns, _ first: Int) -> Bool {
        let tail = pattern.tailLength
        for index in 0..<pattern.length - tail {
            let candle = first + tail + index
            guard (columns.close[candle] > columns.open[candle]) == core.base[index].isUp else { return false }
        }
        return tail == 0 || (columns.close[first + tail - 1] > columns.open[first]) == pattern.isTailUp
    }

    /// Returns the distance; nil when a tolerance is exceeded.
    @inline(__always)
    private borrowing func distance(
        _ columns: CandleColumns, _ first: Int, lowest: Double, extent: Double
    ) -> Double? {
        let tail = pattern.tailLength
        var sum = 0.0
        for index in 0..<pattern.length - tail {
            let candle = CandlePattern.candle(columns, first + tail + index, lowest: lowest, extent: extent)
            let wanted = core.base[index]
            let open = abs(candle.open - wanted.open)
            let close = abs(candle.close - wanted.close)
            let upper = abs(candle.upperShadow - wanted.upperShadow)
            let lower = abs(candle.lowerShadow - wanted.lowerShadow)
            guard open <= pattern.bodyTolerance, close <= pattern.bodyTolerance, upper <= pattern.shadowTolerance,
                lower <= pattern.shadowTolerance
            else { return nil }
            sum += open + close + upper + lower
        }
        return sum / Double(4 * (pattern.length - tail))
    }
}
