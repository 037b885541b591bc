/// A currency of ISO 4217: three capital letters and the number of decimals of its amounts.
///
/// Stored as one 32-bit word, so that comparing and hashing cost as much as for an integer.
public struct Currency: Hashable, Sendable, CustomStringConvertible {
    /// The three letters, one byte each, the first in the highest byte, below the exponent.
    private let letters: UInt32

    /// The number of decimals of an amount: 2 for RUB and USD, 0 for JPY, 3 for KWD (ISO 4217, "minor unit").
    public var exponent: Int { Int(letters >> 24) }

    /// The number of minor units in one unit: 10 to the power of ``exponent``.
    public var minorUnitsPerUnit: Int64 { Self.powersOfTen[exponent] }

    /// The code of ISO 4217, such as `RUB`.
    public var code: String {
        String(
            decoding: [
                UInt8(truncatingIfNeeded: letters >> 16), UInt8(truncatingIfNeeded: letters >> 8),
                UInt8(truncatingIfNeeded: letters),
            ], as: UTF8.self)
    }

    public var description: String { code }

    /// Creates the currency with this code; nil when ISO 4217 lists no such active currency.
    ///
    /// - Parameter code: Exactly three ASCII capitals; `rub` is not a code.
    public init?(code: some StringProtocol) {
        var word: UInt32 = 0
        var count = 0
        for byte in code.utf8 {
            guard count < 3, byte >= UInt8(ascii: "A"), byte <= UInt8(ascii: "Z") else { return nil }
            word = word << 8 | UInt32(byte)
            count += 1
        }
        guard count == 3, let exponent = Self.exponents[word] else { return nil }
        letters = exponent << 24 | word
    }

    private init(word: UInt32, exponent: UInt32) { letters = exponent << 24 | word }

    /// All active currencies, by code.
    public static let all: [Currency] = exponents.map { Currency(word: $0.key, exponent: $0.value) }.sorted {
        $0.code < $1.code
    }

    private static let powersOfTen: [Int64] = [1, 10, 100, 1_000, 10_000]

    private static let exponents: [UInt32: UInt32] = {
        var table: [UInt32: UInt32] = [:]
        for (exponent, codes) in ISO4217.codesByExponent {
            for code in codes.split(separator: " ") {
                table[code.utf8.reduce(0) { $0 << 8 | UInt32($1) }] = UInt32(exponent)
            }
        }
        return table
    }()
}

/// The list of ISO 4217 (list one, active currencies, without funds and precious metals), grouped by minor unit.
private enum ISO4217 {
    static let codesByExponent: [(Int, String)] = [
        (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"),
        (3, "BHD IQD JOD KWD LYD OMR TND"),
        (
            2,
            """
            AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY \
            COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR \
            ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK \
            MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP \
            SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER \
            ZAR ZMW ZWG
            """
        ),
    ]
}
