import Reasons

/// An International Securities Identification Number, `RU000A0JW126`: a country, nine letters or digits, a check digit.
///
/// - Source: ISO 6166; the check digit is Luhn's over the digits that the letters stand for (A is 10, Z is 35).
public struct ISIN: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The twelve characters.
    public let text: String

    /// Parses twelve characters, letters in capitals; nil when the form or the check digit is wrong.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 12, bytes.prefix(2).allSatisfy(Self.isLetter),
            bytes[2..<11].allSatisfy({ Self.isLetter($0) || Self.isDigit($0) }), Self.isDigit(bytes[11]),
            Self.checksum(bytes) % 10 == 0
        else { return nil }
        self.text = text
    }

    public var description: String { text }

    /// Compares the characters.
    public static func < (left: ISIN, right: ISIN) -> Bool { left.text < right.text }

    private static func checksum(_ bytes: [UInt8]) -> Int {
        let digits = bytes.flatMap { byte -> [Int] in
            if isDigit(byte) { return [Int(byte - UInt8(ascii: "0"))] }
            let value = Int(byte - UInt8(ascii: "A")) + 10
            return [value / 10, value % 10]
        }
        return digits.reversed().enumerated().reduce(0) { sum, digit in
            let doubled = digit.offset % 2 == 1 ? digit.element * 2 : digit.element
            return sum + doubled / 10 + doubled % 10
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

extension ISIN: Codable {
    /// Decodes the twelve characters.
    public init(from decoder: any Decoder) throws {
        guard let isin = ISIN(try decoder.singleValueContainer().decode(String.self)) else {
            throw DecodingError.refused(.notAnISIN, at: decoder.codingPath)
        }
        self = isin
    }

    /// Encodes the twelve characters.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
