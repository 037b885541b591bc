import Coordination
import Reasons
import Signals

/// What share of a whole each of many numbers is, in percent, exactly.
///
/// Takes time in proportion to the number of shares, times the square of the length of the longest where that is beyond
/// 18 digits, also for a sum of exactly 100: the largest remainders are found without sorting. The texts are read twice: first for what
/// cannot be a share and for what they are to be counted in, then for their values. Nothing is rounded before the last
/// step.
enum SharePercents {
    /// Thousandths of a percent in the whole.
    static let whole = 100_000

    /// The percents of the shares, each with three decimals.
    ///
    /// - Parameter sumsToHundred: Rounds down and gives what is missing to the largest remainders, the earlier first;
    ///   otherwise each is rounded by itself, half away from zero.
    /// - Throws: ``Fault``: `empty`; for the first share that is none `notANumber` or `negative` with `details.index`;
    ///   `tooPrecise`; `zeroSum`.
    static func percents(of texts: [String], sumsToHundred: Bool) throws(Fault) -> [String] {
        try thousandths(of: texts, sumsToHundred: sumsToHundred).map(text)
    }

    /// The same as whole numbers of thousandths of a percent.
    static func thousandths(of texts: [String], sumsToHundred: Bool) throws(Fault) -> [Int] {
        guard !texts.isEmpty else { throw Fault(.empty, .noShares, field: "shares") }
        let scale = try ShareScale(reading: texts)
        if let values = scale.smallValues(of: texts) {
            return try thousandths(of: values, sumsToHundred: sumsToHundred)
        }
        return try LargeShares(texts, scale).thousandths(sumsToHundred: sumsToHundred)
    }

    /// For values that 64 bits hold.
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

    /// Adds one to as many parts as are missing in the sum, those with the largest remainders, the earlier first.
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

    /// `12.500` for 12,500.
    static func text(_ thousandths: Int) -> String {
        let fraction = String(thousandths % 1000)
        return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }
}

extension [Int] {
    /// Brings the `count` elements that come before all others to the front, in any order; takes time in proportion to the
    /// number of elements, whatever they are, as far as chance allows.
    ///
    /// - Source: Hoare, "Algorithm 65: Find", 1961, with a pivot by chance.
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
