import Domain

/// Quotes of a bond in order of time, in contiguous columns: 24 bytes per quote.
package struct QuoteColumns: Sendable {
    /// Microseconds since 1970.
    package private(set) var times: [Int64] = []
    /// In percent of the outstanding face, without accrued interest.
    package private(set) var prices: [Double] = []
    /// In percent a year; NaN when the source states none.
    package private(set) var yields: [Double] = []

    var count: Int { times.count }

    mutating func reserveCapacity(_ count: Int) {
        times.reserveCapacity(count)
        prices.reserveCapacity(count)
        yields.reserveCapacity(count)
    }

    mutating func append(time: Int64, price: Double, yield: Double) {
        times.append(time)
        prices.append(price)
        yields.append(yield)
    }

    mutating func append(_ other: QuoteColumns, _ range: Range<Int>) {
        times.append(contentsOf: other.times[range])
        prices.append(contentsOf: other.prices[range])
        yields.append(contentsOf: other.yields[range])
    }

    /// Returns the last quote before `place`, which is not 0.
    func quote(before place: Int) -> Quote {
        let yield = yields[place - 1]
        return Quote(
            time: Instant(microseconds: times[place - 1]), price: prices[place - 1], yield: yield.isNaN ? nil : yield)
    }

    /// Returns the places of the quotes from `start` to `end`, both inclusive.
    func range(from start: Int64, through end: Int64) -> Range<Int> {
        let first = place(of: start)
        return first..<max(first, end == .max ? count : place(of: end + 1))
    }

    /// Returns the place of the first quote at or after `time`.
    func place(of time: Int64) -> Int {
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] >= time { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Returns the quotes in order of time; of quotes at the same moment the last one wins.
    func sorted() -> QuoteColumns {
        if zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }) { return self }
        let order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
        var result = QuoteColumns()
        result.reserveCapacity(count)
        for (position, place) in order.enumerated() {
            if position + 1 < order.count, times[order[position + 1]] == times[place] { continue }
            result.append(time: times[place], price: prices[place], yield: yields[place])
        }
        return result
    }

    /// Returns these quotes merged with a part of others, which replace quotes at the same moment.
    func merged(
        with others: QuoteColumns, _ part: Range<Int>
    ) -> (columns: QuoteColumns, added: Int, updated: Int) {
        var result = QuoteColumns()
        result.reserveCapacity(count + part.count)
        var (own, added, updated) = (0, 0, 0)
        for place in part {
            let start = own
            while own < count, times[own] < others.times[place] { own += 1 }
            result.append(self, start..<own)
            let other = (price: others.prices[place], yield: others.yields[place])
            if own < count, times[own] == others.times[place] {
                let isSame =
                    prices[own] == other.price
                    && (yields[own] == other.yield || (yields[own].isNaN && other.yield.isNaN))
                if !isSame { updated += 1 }
                own += 1
            } else {
                added += 1
            }
            result.append(time: others.times[place], price: other.price, yield: other.yield)
        }
        result.append(self, own..<count)
        return (result, added, updated)
    }
}

// The format of stored blocks: times, prices and, if there are any, yields, in little-endian order.
extension QuoteColumns {
    /// Returns the stored form of a part.
    func bytes(of range: Range<Int>) -> [UInt8] {
        let hasYields = yields[range].contains { !$0.isNaN }
        let size = range.count * 8
        return [UInt8](unsafeUninitializedCapacity: size * (hasYields ? 3 : 2)) { buffer, count in
            let bytes = UnsafeMutableRawBufferPointer(buffer)
            func copy<Value>(_ column: [Value], to start: Int) {
                column[range].withUnsafeBytes { bytes[start..<(start + size)].copyBytes(from: $0) }
            }
            copy(times, to: 0)
            copy(prices, to: size)
            if hasYields { copy(yields, to: 2 * size) }
            count = buffer.count
        }
    }

    /// Appends `count` quotes from the output of ``bytes(of:)``; false when the size does not fit.
    mutating func append(_ bytes: UnsafeRawBufferPointer, count: Int) -> Bool {
        let size = count * 8
        guard bytes.count == size * 2 || bytes.count == size * 3 else { return false }
        Self.append(bytes[..<size], to: &times)
        Self.append(bytes[size..<2 * size], to: &prices)
        if bytes.count == size * 3 {
            Self.append(bytes[(2 * size)...], to: &yields)
        } else {
            yields.append(contentsOf: repeatElement(.nan, count: count))
        }
        return true
    }

    /// Copies the values without requiring alignment.
    private static func append<Value: BitwiseCopyable>(_ bytes: Slice<UnsafeRawBufferPointer>, to column: inout [Value])
    {
        let values = bytes.count / MemoryLayout<Value>.stride
        column.append(addingCapacity: values) { span in
            span.withUnsafeMutableBufferPointer { room, count in
                UnsafeMutableRawBufferPointer(room).copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes))
                count = values
            }
        }
    }
}
