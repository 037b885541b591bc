/// The candles of one security in one timeframe, oldest first, in one flat column per price. Immutable: an import
/// creates a new series.
package final class CandleSeries: Sendable {
    /// The ticker of the security.
    package let ticker: String
    /// The beginnings of the candles in minutes since 1970-01-01 00:00 by the clock of the exchange, strictly
    /// ascending.
    package let times: [Int32]
    package let open: [Double]
    package let high: [Double]
    package let low: [Double]
    package let close: [Double]

    /// - Precondition: All columns have the same length; times ascend.
    package init(
        ticker: String, times: [Int32], open: [Double], high: [Double], low: [Double], close: [Double]
    ) {
        precondition(
            [open.count, high.count, low.count, close.count].allSatisfy { $0 == times.count },
            "The columns of a series are of one length.")
        self.ticker = ticker
        self.times = times
        self.open = open
        self.high = high
        self.low = low
        self.close = close
    }

    /// The number of candles.
    package var count: Int { times.count }

    /// Returns the index of the first candle at or after `time`.
    package func index(atOrAfter time: Int32) -> Int {
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] < time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the candles that begin within the closed range.
    package func indices(within times: ClosedRange<Int32>) -> Range<Int> {
        let first = index(atOrAfter: times.lowerBound)
        let end = times.upperBound == .max ? count : index(atOrAfter: times.upperBound + 1)
        return first..<max(first, end)
    }

    /// Calls `body` with the columns as unsafe pointers, for loops that cannot afford bounds checks.
    func withColumns<Result>(_ body: (CandleColumns) -> Result) -> Result {
        open.withUnsafeBufferPointer { open in
            high.withUnsafeBufferPointer { high in
                low.withUnsafeBufferPointer { low in
                    close.withUnsafeBufferPointer { close in
                        guard let open = open.baseAddress, let high = high.baseAddress, let low = low.baseAddress,
                            let close = close.baseAddress
                        else { preconditionFailure("A series without candles is not searched.") }
                        return body(CandleColumns(open: open, high: high, low: low, close: close))
                    }
                }
            }
        }
    }
}

/// The columns of a series; valid only within ``CandleSeries/withColumns(_:)``.
struct CandleColumns {
    let open: UnsafePointer<Double>
    let high: UnsafePointer<Double>
    let low: UnsafePointer<Double>
    let close: UnsafePointer<Double>
}
