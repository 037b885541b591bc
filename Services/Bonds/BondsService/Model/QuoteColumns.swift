import Domain

/// All quotes of a bond in order of time, each column in one stretch of memory: 24 bytes a quote.
struct QuoteColumns: Sendable {
    /// Microseconds since 1970.
    private(set) var times: [Int64] = []
    private(set) var prices: [Double] = []
    /// In percent; not a number where the source said none.
    private(set) var yields: [Double] = []

    var count: Int { times.count }

    mutating func reserveCapacity(_ count: Int) {
        times.reserveCapacity(count)
        prices.reserveCapacity(count)
        yields.reserveCapacity(count)
    }

    /// - Precondition: Later than all before.
    mutating func append(time: Int64, price: Double, yield: Double) {
        times.append(time)
        prices.append(price)
        yields.append(yield)
    }

    /// The places of the quotes from `start` to `end`, both included.
    func range(from start: Int64, through end: Int64) -> Range<Int> {
        let first = firstPlace { $0 >= start }
        return first..<max(first, firstPlace { $0 > end })
    }

    /// The first place at which `isBehind` holds, which from there on holds everywhere.
    private func firstPlace(where isBehind: (Int64) -> Bool) -> Int {
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(times[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
