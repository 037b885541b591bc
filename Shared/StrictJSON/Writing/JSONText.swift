extension [UInt8] {
    /// Appends a JSON string with its quotation marks.
    @inline(__always)
    mutating func appendJSONString(_ text: String) {
        var text = text
        text.withUTF8 { buffer in
            append(UInt8(ascii: "\""))
            let plain = buffer.lengthWithoutEscapes
            append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<plain]))
            if plain < buffer.count { appendEscaped(UnsafeBufferPointer(rebasing: buffer[plain...])) }
            append(UInt8(ascii: "\""))
        }
    }

    /// Appends what has something to escape. Slashes and everything beyond ASCII stay as they are.
    private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        let hexadecimal = StaticString("0123456789abcdef").utf8Start
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                append(UInt8(ascii: "\\"))
                append(byte)
            case 0x08: append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "b")])
            case 0x09: append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "t")])
            case 0x0A: append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "n")])
            case 0x0C: append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "f")])
            case 0x0D: append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "r")])
            case 0..<0x20:
                append(contentsOf: "\\u00".utf8)
                append(hexadecimal[Int(byte >> 4)])
                append(hexadecimal[Int(byte & 0xF)])
            default: append(byte)
            }
        }
    }

    /// Appends a whole number in decimal digits.
    @inline(__always)
    mutating func appendDecimal<Integer: FixedWidthInteger>(_ integer: Integer) {
        if integer < 0 { append(UInt8(ascii: "-")) }
        let start = count
        var rest = integer.magnitude
        repeat {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit))
            rest = quotient
        } while rest > 0
        self[start...].reverse()
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// How many bytes at the start stand for themselves.
    fileprivate var lengthWithoutEscapes: Int {
        var position = 0
        while position + 8 <= count {
            let word = UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: position, as: UInt64.self)
            let mask = PlainText.escapes(in: word)
            if mask != 0 { return position + (mask.trailingZeroBitCount >> 3) }
            position += 8
        }
        while position < count, PlainText.needsNoEscape(self[position]) { position += 1 }
        return position
    }
}
