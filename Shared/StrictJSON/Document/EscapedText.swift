/// Unescaping of text that ``JSONParser`` has validated.
enum EscapedText {
    @inline(__always)
    static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte &- UInt8(ascii: "a") &+ 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte &- UInt8(ascii: "A") &+ 10
        default: nil
        }
    }

    /// Writes the unescaped text, which is never longer than the escaped text.
    ///
    /// - Parameters:
    ///   - text: The validated text between the quotation marks.
    ///   - output: Uninitialised memory, at least as long as `text`.
    /// - Returns: The number of bytes written.
    static func unescape(_ text: Slice<UnsafeBufferPointer<UInt8>>, into output: UnsafeMutableBufferPointer<UInt8>)
        -> Int
    {
        var written = 0
        func put(_ byte: UInt8) {
            output.initializeElement(at: written, to: byte)
            written += 1
        }
        var position = text.startIndex
        while position < text.endIndex {
            guard text[position] == UInt8(ascii: "\\") else {
                put(text[position])
                position += 1
                continue
            }
            let escape = text[position + 1]
            position += 2
            switch escape {
            case UInt8(ascii: "b"): put(0x08)
            case UInt8(ascii: "f"): put(0x0C)
            case UInt8(ascii: "n"): put(0x0A)
            case UInt8(ascii: "r"): put(0x0D)
            case UInt8(ascii: "t"): put(0x09)
            case UInt8(ascii: "u"):
                var scalar = codeUnit(text, at: position)
                position += 4
                if scalar & 0xF800 == 0xD800 {
                    scalar = 0x10000 + (scalar & 0x3FF) << 10 + codeUnit(text, at: position + 2) & 0x3FF
                    position += 6
                }
                switch scalar {
                case 0..<0x80: put(UInt8(truncatingIfNeeded: scalar))
                case 0x80..<0x800:
                    put(0xC0 | UInt8(truncatingIfNeeded: scalar >> 6))
                    put(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
                case 0x800..<0x10000:
                    put(0xE0 | UInt8(truncatingIfNeeded: scalar >> 12))
                    put(0x80 | UInt8(truncatingIfNeeded: scalar >> 6 & 0x3F))
                    put(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
                default:
                    put(0xF0 | UInt8(truncatingIfNeeded: scalar >> 18))
                    put(0x80 | UInt8(truncatingIfNeeded: scalar >> 12 & 0x3F))
                    put(0x80 | UInt8(truncatingIfNeeded: scalar >> 6 & 0x3F))
                    put(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
                }
            default: put(escape)  // quotation mark, backslash, slash
            }
        }
        return written
    }

    /// Returns the unescaped text.
    static func unescaped(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: text.count) { output, count in count = unescape(text, into: output) }
    }

    private static func codeUnit(_ text: Slice<UnsafeBufferPointer<UInt8>>, at position: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 << 4 | UInt32(hexadecimalDigit(text[position + $1]) ?? 0) }
    }
}
