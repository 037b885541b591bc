/// A search for bytes that need no escape in a JSON string, eight at a time.
///
/// A word holds bytes in memory order. The lowest set bit of a mask is the high bit of the first matching byte. Higher
/// bits may be false positives, because borrows propagate upwards. A mask is zero if no byte matches.
enum PlainText {
    private static let everyByte: UInt64 = 0x0101_0101_0101_0101
    private static let everyHighBit: UInt64 = 0x8080_8080_8080_8080

    /// Marks the bytes that a parser has to check: `"`, `\`, control characters, and everything beyond ASCII.
    @inline(__always)
    static func exceptions(in loaded: UInt64) -> UInt64 {
        let word = UInt64(littleEndian: loaded)
        return (candidates(in: word) | word) & everyHighBit
    }

    /// Marks bytes that a writer has to escape: `"`, `\` and control characters.
    @inline(__always)
    static func escapes(in loaded: UInt64) -> UInt64 {
        let word = UInt64(littleEndian: loaded)
        return candidates(in: word) & ~word & everyHighBit
    }

    @inline(__always)
    private static func candidates(in word: UInt64) -> UInt64 {
        let control = word &- everyByte &* 0x20
        let quotationMark = (word ^ everyByte &* 0x22) &- everyByte
        let backslash = (word ^ everyByte &* 0x5C) &- everyByte
        return control | quotationMark | backslash
    }

    @inline(__always)
    static func includes(_ byte: UInt8) -> Bool { needsNoEscape(byte) && byte < 0x80 }

    @inline(__always)
    static func needsNoEscape(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
}
