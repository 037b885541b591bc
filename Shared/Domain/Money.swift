import Reasons

/// An exact amount of money: a number of minor units (kopecks, cents) in one currency.
///
/// In JSON it is `{"amount": "1234.50", "currency": "RUB"}`. The amount is a decimal string, written with exactly the
/// currency's decimals and read with at most as many. Binary floating point is not used anywhere.
public struct Money: Hashable, Sendable {
    /// The amount in minor units. It may be negative where the meaning allows it (an overdraft, an imbalance).
    public let minorUnits: Int64
    /// The currency of the amount.
    public let currency: Currency

    /// Creates an amount of `minorUnits` kopecks, cents or the like.
    public init(minorUnits: Int64, currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// The amount in decimal, with exactly the currency's decimals: `-0.05`, `746.50`, `1000` (JPY).
    public var decimalText: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(24)
        appendDecimal(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends ``decimalText`` as ASCII, without creating a string.
    public func appendDecimal(to bytes: inout [UInt8]) {
        // Nineteen digits, a point and a sign, from right to left.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { text in
            var (start, rest, written) = (24, minorUnits.magnitude, 0)
            func put(_ byte: UInt8) {
                start -= 1
                text[start] = byte
            }
            repeat {
                if written == currency.exponent, written > 0 { put(UInt8(ascii: ".")) }
                put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
                rest /= 10
                written += 1
            } while rest > 0 || written <= currency.exponent
            if minorUnits < 0 { put(UInt8(ascii: "-")) }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
        }
    }
}

/// The reason why a text is not an amount. Each case is a rule that the author of the text can follow.
public enum MoneyRule: Error, Sendable {
    /// Not of the form `-?digits(.digits)?` in ASCII digits.
    case notDecimal
    /// More decimals than the currency has.
    case tooManyDecimals
    /// Exceeds 64 bits of minor units.
    case tooLarge

    /// The rule in words.
    public var reason: Reason {
        switch self {
        case .notDecimal: .notDecimal
        case .tooManyDecimals: .tooManyDecimals
        case .tooLarge: .tooLargeAmount
        }
    }
}

extension Money {
    /// Parses a decimal text such as `1234.5`, `-0.05` or `1000`.
    ///
    /// - Throws: ``MoneyRule`` for a text that is no amount of `currency`: spaces, signs other than one leading minus,
    ///   exponents, digits that are not ASCII, a point without digits on both sides, more decimals than the currency
    ///   has, or more than 64 bits of minor units.
    public init(decimal text: some StringProtocol, currency: Currency) throws(MoneyRule) {
        var text = String(text)
        let parsed = text.withUTF8 { Self.parse($0, exponent: currency.exponent) }
        self.init(minorUnits: try parsed.get(), currency: currency)
    }

    private static func parse(_ bytes: UnsafeBufferPointer<UInt8>, exponent: Int) -> Result<Int64, MoneyRule> {
        let isNegative = bytes.first == UInt8(ascii: "-")
        var total: Int64 = 0
        var digits = 0
        var decimals: Int?
        var overflowed = false
        func append(_ digit: Int64) {
            let (shifted, tooBig) = total.multipliedReportingOverflow(by: 10)
            let (sum, tooLow) = shifted.subtractingReportingOverflow(digit)
            (total, overflowed) = (sum, overflowed || tooBig || tooLow)
        }
        // Accumulated downwards, because the lowest Int64 has no positive counterpart.
        for byte in bytes.dropFirst(isNegative ? 1 : 0) {
            if byte == UInt8(ascii: "."), decimals == nil, digits > 0 {
                decimals = 0
            } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
                digits += 1
                if let count = decimals { decimals = count + 1 }
                if decimals ?? 0 <= exponent { append(Int64(byte - UInt8(ascii: "0"))) }
            } else {
                return .failure(.notDecimal)
            }
        }
        guard digits > 0, decimals != 0 else { return .failure(.notDecimal) }
        guard decimals ?? 0 <= exponent else { return .failure(.tooManyDecimals) }
        for _ in (decimals ?? 0)..<exponent { append(0) }
        if !isNegative, total == Int64.min { overflowed = true }
        return overflowed ? .failure(.tooLarge) : .success(isNegative ? total : -total)
    }
}
