extension JSONParser {
    /// Scans a string, from its opening to after its closing quotation mark.
    ///
    /// - Returns: True when it has escapes.
    /// - Source: RFC 8259 section 7, Unicode 16 table 3-7 for UTF-8.
    mutating func scanString() throws(JSONSyntaxError) -> Bool {
        var hasEscapes = false
        position += 1
        while true {
            skipPlainText()
            guard position < bytes.count else { throw failure(.unexpectedEnd) }
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return hasEscapes
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try scanEscape()
            case 0..<0x20: throw failure(.controlCharacter)
            case 0x80...:
                repeat { try scanMultibyteScalar() } while position < bytes.count && bytes[position] >= 0x80
            default: position += 1
            }
        }
    }

    /// Skips printable ASCII, eight bytes at a time, and stops at the first byte that needs a check.
    @inline(__always)
    private mutating func skipPlainText() {
        while position + 8 <= bytes.count {
            let mask = PlainText.exceptions(
                in: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: position, as: UInt64.self))
            if mask != 0 {
                position += mask.trailingZeroBitCount >> 3
                return
            }
            position += 8
        }
        while position < bytes.count, PlainText.includes(bytes[position]) { position += 1 }
    }

    private mutating func scanEscape() throws(JSONSyntaxError) {
        let start = position
        guard start + 1 < bytes.count else { throw failure(.unexpectedEnd, at: bytes.count) }
        switch bytes[start + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 2
        case UInt8(ascii: "u"):
            let unit = try scanCodeUnit()
            guard unit & 0xF800 == 0xD800 else { return }
            guard unit < 0xDC00 else { throw failure(.loneSurrogate, at: start) }
            guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
                bytes[position + 1] == UInt8(ascii: "u")
            else { throw failure(.loneSurrogate, at: start) }
            guard try scanCodeUnit() & 0xFC00 == 0xDC00 else { throw failure(.loneSurrogate, at: start) }
        default: throw failure(.invalidEscape)
        }
    }

    /// Scans `\u` and four hexadecimal digits.
    private mutating func scanCodeUnit() throws(JSONSyntaxError) -> UInt16 {
        guard position + 6 <= bytes.count else { throw failure(.invalidEscape) }
        var unit: UInt16 = 0
        for offset in 2..<6 {
            guard let digit = EscapedText.hexadecimalDigit(bytes[position + offset]) else {
                throw failure(.invalidEscape)
            }
            unit = unit << 4 | UInt16(digit)
        }
        position += 6
        return unit
    }

    @inline(__always)
    private mutating func scanMultibyteScalar() throws(JSONSyntaxError) {
        let lead = bytes[position]
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF:
            length = 3
            if lead == 0xE0 { second = 0xA0...0xBF }  // below: overlong
            if lead == 0xED { second = 0x80...0x9F }  // above: surrogates
        case 0xF0...0xF4:
            length = 4
            if lead == 0xF0 { second = 0x90...0xBF }  // below: overlong
            if lead == 0xF4 { second = 0x80...0x8F }  // above: beyond U+10FFFF
        default: throw failure(.invalidUTF8)
        }
        guard position + length <= bytes.count, second.contains(bytes[position + 1]) else {
            throw failure(.invalidUTF8)
        }
        for offset in 2..<max(length, 2) where bytes[position + offset] & 0xC0 != 0x80 { throw failure(.invalidUTF8) }
        position += length
    }
}
