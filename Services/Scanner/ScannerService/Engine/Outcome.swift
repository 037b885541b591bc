/// The change of the close after a candle.
package enum Outcome {
    /// The longest run that is followed.
    static let longestRun = 30

    /// Returns the change of the close after candle `index`, as a share of that close; nil when the data end before it
    /// is known.
    ///
    /// - Parameters:
    ///   - watched: The number of candles until the change is taken; 0 for the end of the run that begins with the next
    ///     candle.
    ///   - visible: The number of candles that may be used.
    @inline(__always)
    static func change(
        after index: Int, watched: Int, _ close: UnsafePointer<Double>, visible: Int
    ) -> Double? {
        if watched > 0 {
            guard index + watched < visible else { return nil }
            return close[index + watched] / close[index] - 1
        }
        guard index + 1 < visible else { return nil }
        let isRising = close[index + 1] > close[index]
        guard isRising || close[index + 1] < close[index] else { return 0 }
        var end = index + 1
        while end - index < longestRun {
            guard end + 1 < visible else { return nil }
            let goesOn = isRising ? close[end + 1] > close[end] : close[end + 1] < close[end]
            guard goesOn else { break }
            end += 1
        }
        return close[end] / close[index] - 1
    }

    /// Returns the same for a series.
    package static func change(after index: Int, watched: Int, in series: CandleSeries, visible: Int) -> Double? {
        series.withColumns { change(after: index, watched: watched, $0.close, visible: visible) }
    }
}

/// The number of changes in each direction.
package struct DirectionCount: Hashable, Sendable {
    package var up = 0
    package var down = 0
    package var flat = 0

    package init() {}

    /// The number of all changes.
    package var total: Int { up + down + flat }

    @inline(__always)
    mutating func add(_ change: Double) {
        if change > 0 { up += 1 } else if change < 0 { down += 1 } else { flat += 1 }
    }

    static func + (left: DirectionCount, right: DirectionCount) -> DirectionCount {
        var sum = left
        sum.up += right.up
        sum.down += right.down
        sum.flat += right.flat
        return sum
    }
}
