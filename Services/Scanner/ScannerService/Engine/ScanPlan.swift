/// A scan whose request was checked and whose candles were found: what the engine works on.
package struct ScanPlan: Sendable {
    /// A series, and which part of it is searched.
    package struct Part: Sendable {
        package let series: CandleSeries
        /// The candles that windows lie in.
        package let range: Range<Int>
        /// How many candles may be seen at all: nothing from this index on has an influence.
        package let visible: Int

        package init(series: CandleSeries, range: Range<Int>, visible: Int) {
            precondition(range.upperBound <= visible && visible <= series.count, "A search stays within what is seen.")
            self.series = series
            self.range = range
            self.visible = visible
        }
    }

    /// What makes a window a match.
    package enum Pattern: Sendable {
        case candle(CandlePattern)
        case chart(ChartPattern)
    }

    /// The series searched, in the order of their tickers, each once.
    package let parts: [Part]
    /// The segment itself, whose candles no match may share: which part, nil when its series is not searched.
    package let segment: (part: Int, range: Range<Int>)?
    package let pattern: Pattern
    /// How many candles after a match its outcome is taken; 0 for as long as the run lasts.
    package let daysToWatch: Int

    package init(
        parts: [Part], segment: (part: Int, range: Range<Int>)?, pattern: Pattern, daysToWatch: Int
    ) {
        self.parts = parts
        self.segment = segment
        self.pattern = pattern
        self.daysToWatch = daysToWatch
    }

    /// The lengths that windows have.
    var lengths: ClosedRange<Int> {
        switch pattern {
        case .candle(let pattern): pattern.length...pattern.length
        case .chart(let pattern): pattern.lengths
        }
    }

    /// How many candles are searched.
    package var candleCount: Int { parts.reduce(0) { $0 + $1.range.count } }

    /// How many windows there are.
    package var windowCount: Int {
        parts.reduce(0) { sum, part in lengths.reduce(sum) { $0 + max(0, part.range.count - $1 + 1) } }
    }
}

/// A window that passed, before the selection.
package struct WindowMatch: Hashable, Sendable {
    package let distance: Double
    /// Which part of the plan.
    package let part: Int32
    /// The index of its first candle.
    package let first: Int32
    /// How many candles it has.
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
    /// By distance, then by ticker, first and last candle: a total order, whoever found what first.
    package static func < (left: WindowMatch, right: WindowMatch) -> Bool {
        if left.distance != right.distance { return left.distance < right.distance }
        if left.part != right.part { return left.part < right.part }
        if left.first != right.first { return left.first < right.first }
        return left.length < right.length
    }
}
