/// A validated scan with its candles, ready for the engine.
package struct ScanPlan: Sendable {
    /// A series, and the range of it that is searched.
    package struct Part: Sendable {
        package let series: CandleSeries
        /// The candles that windows lie in.
        package let range: Range<Int>
        /// The number of visible candles: a candle from this index on has no influence.
        package let visible: Int

        package init(series: CandleSeries, range: Range<Int>, visible: Int) {
            precondition(range.upperBound <= visible && visible <= series.count, "A search stays within what is seen.")
            self.series = series
            self.range = range
            self.visible = visible
        }
    }

    /// The criterion of a match.
    package enum Pattern: Sendable {
        case candle(CandlePattern)
        case chart(ChartPattern)
    }

    /// The series to search, sorted by ticker, each once.
    package let parts: [Part]
    /// The segment itself, with whose candles no match may overlap. The whole is nil when its series is not searched.
    package let segment: (part: Int, range: Range<Int>)?
    package let pattern: Pattern
    /// The number of candles between a match and its outcome; 0 for the whole run.
    package let daysToWatch: Int

    package init(
        parts: [Part], segment: (part: Int, range: Range<Int>)?, pattern: Pattern, daysToWatch: Int
    ) {
        self.parts = parts
        self.segment = segment
        self.pattern = pattern
        self.daysToWatch = daysToWatch
    }

    /// The possible lengths of windows.
    var lengths: ClosedRange<Int> {
        switch pattern {
        case .candle(let pattern): pattern.length...pattern.length
        case .chart(let pattern): pattern.lengths
        }
    }

    /// The number of candles to search.
    package var candleCount: Int { parts.reduce(0) { $0 + $1.range.count } }

    /// The number of windows to search.
    package var windowCount: Int {
        parts.reduce(0) { sum, part in lengths.reduce(sum) { $0 + max(0, part.range.count - $1 + 1) } }
    }
}

/// A matching window, before the selection.
package struct WindowMatch: Hashable, Sendable {
    package let distance: Double
    /// The index of its part in the plan.
    package let part: Int32
    /// The index of its first candle.
    package let first: Int32
    /// The number of its candles.
    package let length: Int32

    package init(distance: Double, part: Int, first: Int, length: Int) {
        self.distance = distance
        self.part = Int32(truncatingIfNeeded: part)
        self.first = Int32(truncatingIfNeeded: first)
        self.length = Int32(truncatingIfNeeded: length)
    }

    /// The indices of its candles.
    package var range: Range<Int> { Int(first)..<Int(first) + Int(length) }
}

extension WindowMatch: Comparable {
    /// By distance, then ticker, first and last candle: a total order, independent of the threads.
    package static func < (left: WindowMatch, right: WindowMatch) -> Bool {
        if left.distance != right.distance { return left.distance < right.distance }
        if left.part != right.part { return left.part < right.part }
        if left.first != right.first { return left.first < right.first }
        return left.length < right.length
    }
}
