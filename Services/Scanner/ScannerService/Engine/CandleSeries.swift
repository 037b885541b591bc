/// The candles of one security in one timeframe, oldest first, a flat column for each price. Never changes: an import
/// makes a new one.
package final class CandleSeries: Sendable {
    /// What the security is called.
    package let ticker: String
    /// When each candle began: minutes since 1970-01-01 00:00 by the clock of its exchange, strictly ascending.
    package let times: [Int32]
    package let open: [Double]
    package let high: [Double]
    package let low: [Double]
    package let close: [Double]

    /// - Precondition: All columns are of one length, times ascend.
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

    /// How many candles there are.
    package var count: Int { times.count }

    /// The index of the first candle that is at `time` or later.
    package func index(atOrAfter time: Int32) -> Int {
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] < time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The candles that begin at `times.lowerBound` or later and at `times.upperBound` or earlier.
    package func indices(within times: ClosedRange<Int32>) -> Range<Int> {
        let first = index(atOrAfter: times.lowerBound)
        let end = times.upperBound == .max ? count : index(atOrAfter: times.upperBound + 1)
        return first..<max(first, end)
    }

    /// Lends the columns as bare pointers, for loops that cannot pay for bounds checks.
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

/// The columns of a series while they are lent.
struct CandleColumns {
    let open: UnsafePointer<Double>
    let high: UnsafePointer<Double>
    let low: UnsafePointer<Double>
    let close: UnsafePointer<Double>
}
