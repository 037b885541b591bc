import Coordination
import Reasons
import Signals

/// Computes the exact percentage of each share in the sum of all shares.
///
/// The time is proportional to the number of shares, also for a sum of exactly 100, because the largest remainders are
/// found without sorting. Beyond 18 digits it is also proportional to the square of the longest share's length. The
/// texts are parsed twice: first to validate them and find their common scale, then for their values. Only the last
/// step rounds.
enum SharePercents {
    /// The whole, in thousandths of a percent.
    static let whole = 100_000

    /// Returns the percentages of the shares, with three decimals.
    ///
    /// - Parameter sumsToHundred: Rounds down and distributes the missing thousandths by the largest remainders, the
    ///   earlier share first on a tie. Otherwise each percentage is rounded half away from zero.
    /// - Throws: ``Fault``: `empty`; for the first invalid share `notANumber` or `negative` with `details.index`;
    ///   `tooPrecise`; `zeroSum`.
    static func percents(of texts: [String], sumsToHundred: Bool) throws(Fault) -> [String] {
        try thousandths(of: texts, sumsToHundred: sumsToHundred).map(text)
    }

    /// Returns the same as whole numbers of thousandths of a percent.
    static func thousandths(of texts: [String], sumsToHundred: Bool) throws(Fault) -> [Int] {
        guard !texts.isEmpty else { throw Fault(.empty, .noShares, field: "shares") }
        let scale = try ShareScale(reading: texts)
        if let values = scale.smallValues(of: texts) {
            return try thousandths(of: values, sumsToHundred: sumsToHundred)
        }
        return try LargeShares(texts, scale).thousandths(sumsToHundred: sumsToHundred)
    }

    /// Returns the percentages of values that fit into 64 bits.
    private static func thousandths(of values: [Int64], sumsToHundred: Bool) throws(Fault) -> [Int] {
        let sum = values.reduce(Int128(0)) { $0 + Int128($1) }
        guard sum > 0 else { throw Fault.zeroSum }
        guard sumsToHundred else {
            return values.map { Int((Int128($0) * Int128(whole) * 2 + sum) / (sum * 2)) }
        }
        var parts: [Int] = []
        var remainders: [Int128] = []
        parts.reserveCapacity(values.count)
        remainders.reserveCapacity(values.count)
        for value in values {
            let (quotient, remainder) = (Int128(value) * Int128(whole)).quotientAndRemainder(dividingBy: sum)
            parts.append(Int(quotient))
            remainders.append(remainder)
        }
        giveMissing(to: &parts) { remainders[$0] > remainders[$1] }
        return parts
    }

    /// Adds the missing thousandths to the parts with the largest remainders, one each, the earlier part first on a
    /// tie.
    static func giveMissing(to parts: inout [Int], largerRemainder: (Int, Int) -> Bool) {
        let missing = whole - parts.reduce(0, +)
        guard missing > 0 else { return }
        var order = Array(parts.indices)
        order.bringToFront(missing) { left, right in
            if largerRemainder(left, right) { return true }
            return !largerRemainder(right, left) && left < right
        }
        for index in order.prefix(missing) { parts[index] += 1 }
    }

    /// Returns `12.500` for 12,500.
    static func text(_ thousandths: Int) -> String {
        let fraction = String(thousandths % 1000)
        return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }
}

extension [Int] {
    /// Moves the first `count` elements of the order to the front, unsorted, in expected linear time for any input.
    ///
    /// - Source: Hoare, "Algorithm 65: Find", 1961, with a random pivot.
    fileprivate mutating func bringToFront(_ count: Int, _ comesBefore: (Int, Int) -> Bool) {
        var (low, high) = (0, self.count)
        while high - low > 1 {
            swapAt(low, .random(in: low..<high))
            let pivot = self[low]
            var middle = low
            for index in (low + 1)..<high where comesBefore(self[index], pivot) {
                middle += 1
                swapAt(middle, index)
            }
            swapAt(low, middle)
            if middle == count { return }
            if middle < count { low = middle + 1 } else { high = middle }
        }
    }
}

extension Fault {
    static var zeroSum: Fault {
        Fault(.zeroSum, .sharesSumToZero, field: "shares")
    }
}
