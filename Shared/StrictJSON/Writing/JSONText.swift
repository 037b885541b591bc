extension [UInt8] {
    /// Appends a JSON string with its quotation marks.
    ///
    /// - Parameters:
    ///   - afterComma: True to put a comma before it.
    ///   - isName: True to put a colon after it.
    @inline(__always)
    mutating func appendJSONString(_ text: String, afterComma: Bool = false, isName: Bool = false) {
        var text = text
        text.withUTF8 { buffer in
            let plain = buffer.lengthWithoutEscapes
            // The capacity is checked once for the whole string, because most strings are short names and values.
            append(addingCapacity: plain + 4) { span in
                span.withUnsafeMutableBufferPointer { target, count in
                    if afterComma {
                        target[0] = UInt8(ascii: ",")
                        count = 1
                    }
                    target[count] = UInt8(ascii: "\"")
                    count += 1
                    UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(target)[count...])
                        .copyMemory(from: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<plain]))
                    count += plain
                    guard plain == buffer.count else { return }
                    target[count] = UInt8(ascii: "\"")
                    count += 1
                    guard isName else { return }
                    target[count] = UInt8(ascii: ":")
                    count += 1
                }
            }
            guard plain < buffer.count else { return }
            appendEscaped(UnsafeBufferPointer(rebasing: buffer[plain...]))
            append(UInt8(ascii: "\""))
            if isName { append(UInt8(ascii: ":")) }
        }
    }

    /// Appends text with characters to escape. Slashes and everything beyond ASCII are not escaped.
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
    mutating func appendDecimal(_ integer: Int64) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var (start, rest) = (20, integer.magnitude)
            repeat {
                start -= 1
                let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
                digits[start] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
                rest = quotient
            } while rest > 0
            if integer < 0 {
                start -= 1
                digits[start] = UInt8(ascii: "-")
            }
            append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The number of leading bytes that need no escape.
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
