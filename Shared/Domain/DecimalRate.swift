import Reasons

/// An exchange rate as an exact decimal number above zero: at most 9 digits before the point and 12 after it.
public struct DecimalRate: Hashable, Sendable, CustomStringConvertible {
    /// The most digits before the point.
    public static let wholeDigits = 9
    /// The most digits after the point.
    public static let fractionDigits = 12
    private static let one: Int128 = 1_000_000_000_000

    /// The rate multiplied by 10 to the power of 12.
    private let scaled: Int128

    /// Parses `92.4504`; nil for anything but digits with at most one point between them, for zero, and for too many
    /// digits.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), (1...Self.wholeDigits).contains(parts[0].count),
            parts.count == 1 || (1...Self.fractionDigits).contains(parts[1].count)
        else { return nil }
        var digits = parts.flatMap { $0 }
        guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        let fraction = parts.count == 2 ? parts[1].count : 0
        digits += Array(repeating: UInt8(ascii: "0"), count: Self.fractionDigits - fraction)
        scaled = digits.reduce(0) { $0 * 10 + Int128($1 - UInt8(ascii: "0")) }
        guard scaled > 0 else { return nil }
    }

    /// The number without trailing zeros: `92.4504`, `1`, `0.5`.
    public var description: String {
        let (whole, rest) = scaled.quotientAndRemainder(dividingBy: Self.one)
        guard rest > 0 else { return "\(whole)" }
        let digits = "\(rest)"
        let fraction = String(repeating: "0", count: Self.fractionDigits - digits.count) + digits
        let needed = fraction.lastIndex { $0 != "0" } ?? fraction.startIndex
        return "\(whole).\(fraction[...needed])"
    }

    /// Returns the value of an amount in minor units of `currency`, rounded down; nil when it does not fit 64 bits.
    ///
    /// Exact: nothing is rounded before the end.
    public func convert(_ amount: Money, to currency: Currency) -> Int64? {
        let shift = currency.exponent - amount.currency.exponent
        // For amounts of transfers at most 10^15 times 10^21. A product that overflows 128 bits is too large for 64
        // bits anyway.
        let (product, isTooMuch) = Int128(amount.minorUnits).multipliedReportingOverflow(by: scaled)
        let (numerator, isMore) = product.multipliedReportingOverflow(by: Self.power(max(0, shift)))
        guard !isTooMuch, !isMore else { return nil }
        return Int64(exactly: numerator / (Self.one * Self.power(max(0, -shift))))
    }

    private static func power(_ exponent: Int) -> Int128 { (0..<exponent).reduce(1) { power, _ in power * 10 } }
}

extension DecimalRate: Codable {
    /// Decodes a text such as `92.4504`.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let rate = DecimalRate(text) else {
            throw DecodingError.refused(.notARate, at: decoder.codingPath)
        }
        self = rate
    }

    /// Encodes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension DecimalRate {
    /// Returns the value of an amount in minor units of `currency`, by the rate from `currency` to the amount's
    /// currency, rounded down; nil when it does not fit 64 bits.
    public func convertBack(_ amount: Money, to currency: Currency) -> Int64? {
        let shift = currency.exponent - amount.currency.exponent
        let (product, isTooMuch) = Int128(amount.minorUnits).multipliedReportingOverflow(by: Self.one)
        let (numerator, isMore) = product.multipliedReportingOverflow(by: Self.power(max(0, shift)))
        let (denominator, isLarge) = scaled.multipliedReportingOverflow(by: Self.power(max(0, -shift)))
        guard !isTooMuch, !isMore, !isLarge else { return nil }
        return Int64(exactly: numerator / denominator)
    }
}
