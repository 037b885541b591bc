import Domain

/// An amount to compare with, in any currency: exact, at most three decimals.
struct AmountBound: Hashable, Sendable {
    /// The amount in thousandths: no currency has more than three decimals.
    let thousandths: Int128

    private static let decimals = 3
    private static let longestByteCount = 32

    /// Reads a decimal such as `1234.5`.
    /// - Throws: ``MoneyRule``.
    init(_ text: String) throws(MoneyRule) {
        guard text.utf8.count <= Self.longestByteCount else { throw .tooLarge }
        var value: Int128 = 0
        var decimals: Int?
        for (index, byte) in text.utf8.enumerated() {
            if byte == UInt8(ascii: "."), decimals == nil, index > 0 {
                decimals = 0
            } else if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
                value = value * 10 + Int128(byte - UInt8(ascii: "0"))
                if let count = decimals { decimals = count + 1 }
            } else {
                throw .notDecimal
            }
        }
        guard !text.isEmpty, decimals != 0 else { throw .notDecimal }
        let given = decimals ?? 0
        guard given <= Self.decimals else { throw .tooManyDecimals }
        for _ in given..<Self.decimals { value *= 10 }
        thousandths = value
    }

    private init(thousandths: Int128) { self.thousandths = thousandths }

    /// The least bound above this one: amounts above this are the amounts of at least that.
    var next: AmountBound { AmountBound(thousandths: thousandths + 1) }

    /// The greatest bound below this one, less than zero for zero.
    var previous: AmountBound { AmountBound(thousandths: thousandths - 1) }

    /// Returns the least number of minor units that reaches the bound in a currency with `exponent` decimals; the
    /// largest number when none does.
    func leastMinorUnits(exponent: Int) -> Int64 { Int64(clamping: (minorThousandths(exponent) + 999) / 1000) }

    /// Returns the greatest number of minor units that does not exceed the bound.
    func greatestMinorUnits(exponent: Int) -> Int64 {
        thousandths < 0 ? 0 : Int64(clamping: minorThousandths(exponent) / 1000)
    }

    private func minorThousandths(_ exponent: Int) -> Int128 {
        (0..<exponent).reduce(thousandths) { value, _ in value * 10 }
    }
}
