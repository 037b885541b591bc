/// One value, or one member's name, on the tape: 16 bytes.
///
/// The tape holds values in the order of the text. A container is followed by its content, an object's
/// as name, value, name, value; `next` leaps over all of it.
struct JSONEntry {
    /// Offset of the first byte of the value, for a string its quotation mark.
    let start: UInt32
    /// Offset after the last byte of the value.
    var end: UInt32
    /// Tape index after the value and everything in it. While a container is open, its parent's index.
    var next: UInt32
    /// Kind in bits 0–3, the kind's own flag in bit 4, count in bits 8–31.
    private var bits: UInt32

    static let countUnit: UInt32 = 1 << 8
    private static let flagBit: UInt32 = 1 << 4

    init(_ kind: JSONKind, start: Int, end: Int, next: Int, flag: Bool = false) {
        self.start = UInt32(truncatingIfNeeded: start)
        self.end = UInt32(truncatingIfNeeded: end)
        self.next = UInt32(truncatingIfNeeded: next)
        bits = UInt32(kind.rawValue) | (flag ? Self.flagBit : 0)
    }

    var kind: JSONKind {
        // Only `init` writes these bits, so the raw value is always one of the enum's; .null is never reached.
        JSONKind(rawValue: UInt8(truncatingIfNeeded: bits & 0xF)) ?? .null
    }

    /// String: has escapes. Number: matches the integer grammar. Object: a name in it has escapes.
    var flag: Bool { bits & Self.flagBit != 0 }

    /// Elements of an array or members of an object.
    var count: Int { Int(bits >> 8) }

    mutating func setFlag() { bits |= Self.flagBit }
    mutating func countOneMore() { bits &+= Self.countUnit }

    /// The bytes between the quotation marks of a string or name.
    var content: Range<Int> { Int(start) + 1..<Int(end) - 1 }
    /// The bytes of the value, a string's with its quotation marks.
    var range: Range<Int> { Int(start)..<Int(end) }
}
