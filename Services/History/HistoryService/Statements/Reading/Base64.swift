/// Base64 of RFC 4648, section 4.
enum Base64 {
    /// Decodes a text; nil for invalid text. Whitespace and missing padding are invalid.
    static func decode(_ text: String) -> [UInt8]? {
        let digits = text.utf8
        guard digits.count.isMultiple(of: 4) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 4 * 3)
        var buffer: UInt32 = 0
        var bits = 0
        var padding = 0
        for digit in digits {
            let value: UInt32
            switch digit {
            case 0x41...0x5A: value = UInt32(digit - 0x41)
            case 0x61...0x7A: value = UInt32(digit - 0x61) + 26
            case 0x30...0x39: value = UInt32(digit - 0x30) + 52
            case UInt8(ascii: "+"): value = 62
            case UInt8(ascii: "/"): value = 63
            case UInt8(ascii: "="):
                padding += 1
                continue
            default: return nil
            }
            guard padding == 0 else { return nil }
            buffer = buffer << 6 | value
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            }
        }
        guard padding <= 2, bits < 6, bits == padding * 2, buffer & (1 << UInt32(bits) - 1) == 0 else { return nil }
        return bytes
    }
}
