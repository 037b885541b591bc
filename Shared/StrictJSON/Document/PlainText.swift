/// Bytes that stand for themselves in a JSON string, found eight at a time.
///
/// The words hold bytes as they lie in memory. A mask's lowest set bit is the high bit of the first byte looked for;
/// bits above it may be false, since a borrow runs upwards only. A mask is zero if there is no such byte.
enum PlainText {
    private static let everyByte: UInt64 = 0x0101_0101_0101_0101
    private static let everyHighBit: UInt64 = 0x8080_8080_8080_8080

    /// Marks bytes that a reader has to look at: `"`, `\`, control characters, and everything beyond ASCII.
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
