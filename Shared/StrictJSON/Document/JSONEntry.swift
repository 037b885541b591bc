/// An entry of the tape: a value or the name of a member, in 16 bytes.
///
/// The tape has the order of the text. A container is followed by its content, an object's as name, value, name, value.
/// `next` skips all of it.
struct JSONEntry {
    /// The offset of the first byte of the value; of a string, its quotation mark.
    let start: UInt32
    /// The offset after the last byte of the value.
    var end: UInt32
    /// The tape index after the value and its content. While a container is open, it is the index of the parent.
    var next: UInt32
    /// The kind in bits 0–3, a flag specific to the kind in bit 4, the count in bits 8–31.
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
        // Only `init` writes these bits, so the raw value is always valid and .null is never reached.
        JSONKind(rawValue: UInt8(truncatingIfNeeded: bits & 0xF)) ?? .null
    }

    /// For a string: it has escapes. For a number: it matches the integer grammar. For an object: a name has escapes.
    var flag: Bool { bits & Self.flagBit != 0 }

    /// The number of elements or members.
    var count: Int { Int(bits >> 8) }

    mutating func setFlag() { bits |= Self.flagBit }
    mutating func countOneMore() { bits &+= Self.countUnit }

    /// The bytes between the quotation marks of a string or name.
    var content: Range<Int> { Int(start) + 1..<Int(end) - 1 }
    /// The bytes of the value, including the quotation marks of a string.
    var range: Range<Int> { Int(start)..<Int(end) }
}
