import Coordination
import Domain
import GMP
import Reasons
import Signals

/// The common unit of shares: `10^smallestExponent / denominator`, of which each share is a multiple.
struct ShareScale: ~Copyable {
    /// The largest size in bits of the common denominator, and of each share in that unit: some 2,400 digits.
    static let mostBits = 8_192
    /// The largest total size in bits of all shares that exceed 64 bits: 128 MiB.
    static let mostBitsInAll = 1 << 30

    private var smallestExponent = 0
    private var largestExponent = 0
    /// The least common multiple of all denominators.
    private var denominator = BigInteger(1)

    /// Parses all shares once.
    /// - Throws: ``Fault``: `notANumber` or `negative` for the first invalid share; `tooPrecise`.
    init(reading texts: [String]) throws(Fault) {
        var range: ClosedRange<Int>?
        var lastDenominator: Int64 = 1
        for (index, text) in texts.enumerated() {
            guard text.utf8.count <= Self.mostBits, let share = ShareNumber(text.utf8) else {
                throw Self.fault(.notANumber, .notAShare, at: index)
            }
            if share.isNegative { throw Self.fault(.negative, .mustNotBeNegative, at: index) }
            if share.isZero { continue }
            range =
                range.map { min($0.lowerBound, share.exponent)...max($0.upperBound, share.exponent) }
                ?? share.exponent...share.exponent
            // The same denominator usually repeats.
            if let below = share.denominator, below.small == nil || below.small != lastDenominator {
                lastDenominator = below.small ?? 1
                denominator.makeLeastCommonMultiple(with: below.integer())
                guard denominator.bitCount <= Self.mostBits else { throw Self.tooPrecise }
            }
        }
        (smallestExponent, largestExponent) = (range?.lowerBound ?? 0, range?.upperBound ?? 0)
        // A digit takes a little more than three bits.
        guard largestExponent - smallestExponent <= Self.mostBits / 4 else { throw Self.tooPrecise }
    }

    /// Returns the values as whole numbers; nil when one of them does not fit.
    borrowing func smallValues(of texts: [String]) -> [Int64]? {
        guard let denominator = denominator.int else { return nil }
        var values: [Int64] = []
        values.reserveCapacity(texts.count)
        for text in texts {
            guard let share = ShareNumber(text.utf8), var value = share.numerator.small else { return nil }
            if value != 0 {
                guard let below = share.denominator.map(\.small) ?? 1 else { return nil }
                var exponent = share.exponent - smallestExponent
                var overflow = false
                while exponent > 0, !overflow {
                    (value, overflow) = value.multipliedReportingOverflow(by: 10)
                    exponent -= 1
                }
                guard !overflow else { return nil }
                (value, overflow) = value.multipliedReportingOverflow(by: Int64(denominator) / below)
                guard !overflow else { return nil }
            }
            values.append(value)
        }
        return values
    }

    /// Returns the value of a share as a whole number.
    borrowing func value(of share: ShareNumber) -> BigInteger {
        var value = share.numerator.integer()
        guard !share.isZero else { return value }
        value *= BigInteger(tenToThe: UInt(share.exponent - smallestExponent))
        if let below = share.denominator {
            value *= denominator
            value.divideExactly(by: below.integer())
        } else {
            value *= denominator
        }
        return value
    }

    static var tooPrecise: Fault {
        Fault(.tooPrecise, .sharesTooPrecise, ["most": .number(mostBits)], field: "shares")
    }

    private static func fault(_ code: FaultCode, _ rule: Reason, at index: Int) -> Fault {
        Fault(code, rule, ["index": .number(index)], field: "shares[\(index)]")
    }
}

/// Shares that exceed 64 bits, at least in part.
struct LargeShares: ~Copyable {
    private let texts: [String]
    private let scale: ShareScale

    init(_ texts: [String], _ scale: consuming ShareScale) {
        self.texts = texts
        self.scale = scale
    }

    consuming func thousandths(sumsToHundred: Bool) throws(Fault) -> [Int] {
        var sum = BigInteger()
        var bits = 0
        for text in texts {
            guard let share = ShareNumber(text.utf8) else { continue }
            let value = scale.value(of: share)
            bits += value.bitCount
            guard value.bitCount <= ShareScale.mostBits, bits <= ShareScale.mostBitsInAll else {
                throw ShareScale.tooPrecise
            }
            sum += value
        }
        guard sum.signum > 0 else { throw Fault.zeroSum }
        var parts: [Int] = []
        var remainders: [[UInt64]] = []
        var double = BigInteger()
        double.set(to: sum)
        double *= 2
        var remainder = BigInteger()
        for text in texts {
            guard let share = ShareNumber(text.utf8) else { continue }
            var part = scale.value(of: share)
            part *= SharePercents.whole
            if sumsToHundred {
                part.divide(by: sum, remainder: &remainder)
                remainders.append(remainder.words)
            } else {
                part *= 2
                part += sum
                part.divide(by: double, remainder: &remainder)
            }
            parts.append(part.int ?? 0)
        }
        if sumsToHundred {
            SharePercents.giveMissing(to: &parts) { Self.isGreater(remainders[$0], remainders[$1]) }
        }
        return parts
    }

    private static func isGreater(_ left: [UInt64], _ right: [UInt64]) -> Bool {
        guard left.count == right.count else { return left.count > right.count }
        return right.reversed().lexicographicallyPrecedes(left.reversed())
    }
}
