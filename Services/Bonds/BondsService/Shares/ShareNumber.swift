import GMP

/// A share exactly as its text states it: a decimal (`1.5`, `.5`, `5.`, `1e3`) or a fraction of two decimals (`1/3`).
///
/// Its value is `numerator / denominator`. Digits and powers of ten are stored separately, and the number is computed
/// only on demand.
struct ShareNumber {
    /// A decimal: digits, possibly with a point, times a power of ten.
    struct Decimal {
        let isNegative: Bool
        /// The digits and the point as in the text.
        let digits: ArraySlice<UInt8>
        /// The value of the digits without the point, if 18 digits are enough.
        let small: Int64?
        /// The power of ten that the digits are multiplied by.
        let exponent: Int

        var isZero: Bool { small == 0 }

        func integer() -> BigInteger {
            if let small { return BigInteger(Int(small)) }
            return BigInteger(digits: digits.filter { $0 != UInt8(ascii: ".") }) ?? BigInteger()
        }
    }

    let numerator: Decimal
    /// Nil for a decimal.
    let denominator: Decimal?

    var isZero: Bool { numerator.isZero }
    var isNegative: Bool { !isZero && numerator.isNegative != (denominator?.isNegative ?? false) }

    /// The power of ten of the whole share.
    var exponent: Int { numerator.exponent - (denominator?.exponent ?? 0) }

    /// Parses a text; nil when it is not a share. A zero denominator is not valid.
    init?(_ text: some Collection<UInt8>) {
        var bytes = Array(text)[...]
        while let first = bytes.first, Self.isBlank(first) { bytes.removeFirst() }
        while let last = bytes.last, Self.isBlank(last) { bytes.removeLast() }
        guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")) else {
            guard let decimal = Self.decimal(bytes) else { return nil }
            (numerator, denominator) = (decimal, nil)
            return
        }
        guard let above = Self.decimal(bytes[..<slash]), let below = Self.decimal(bytes[(slash + 1)...]), !below.isZero
        else { return nil }
        (numerator, denominator) = (above, below)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    private static func decimal(_ text: ArraySlice<UInt8>) -> Decimal? {
        var rest = text
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        let mark = rest.firstIndex { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }
        var exponent = 0
        if let mark {
            guard let power = power(rest[(mark + 1)...]) else { return nil }
            exponent = power
            rest = rest[..<mark]
        }
        var (value, significant, count) = (Int64(0), 0, 0)
        var hasPoint = false
        for byte in rest {
            if byte == UInt8(ascii: "."), !hasPoint {
                hasPoint = true
                continue
            }
            guard isDigit(byte) else { return nil }
            count += 1
            if hasPoint { exponent -= 1 }
            if significant > 0 || byte != UInt8(ascii: "0") { significant += 1 }
            if significant <= 18 { value = value * 10 + Int64(byte - UInt8(ascii: "0")) }
        }
        guard count > 0 else { return nil }
        let small = significant <= 18 ? value : nil
        return Decimal(isNegative: isNegative, digits: rest, small: small, exponent: small == 0 ? 0 : exponent)
    }

    /// Parses an exponent. With more than nine digits the result is a placeholder for an exponent too large to compute
    /// with.
    private static func power(_ text: ArraySlice<UInt8>) -> Int? {
        var digits = text
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
        guard !digits.isEmpty, digits.allSatisfy(isDigit) else { return nil }
        let value = digits.drop { $0 == UInt8(ascii: "0") }
        let size = value.count > 9 ? 999_999_999 : value.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return isNegative ? -size : size
    }
}
