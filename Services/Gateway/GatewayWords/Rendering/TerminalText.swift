import Domain

/// Cleans texts of others, such as services and files, for a terminal. Output to anything else is not changed.
enum TerminalText {
    /// Returns equivalent JSON in which every character that would control the terminal is `\uXXXX` (RFC 8259, 7).
    static func json(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(where: isSuspect) else { return bytes }
        var safe: [UInt8] = []
        safe.reserveCapacity(bytes.count + 64)
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            if isBreak(scalar) || PlainText.isShown(scalar) {
                safe.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            } else {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    safe += Array("\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8)
                }
            }
        }
        return safe
    }

    /// Returns lines of text with `�` for every character that would control the terminal. Line breaks and tabs stay.
    static func lines(_ text: String) -> String {
        guard text.utf8.contains(where: isSuspect) else { return text }
        var safe = String.UnicodeScalarView()
        // `\r\n` is one line break.
        for scalar in text.replacing("\r\n", with: "\n").unicodeScalars {
            safe.append(isBreak(scalar) || PlainText.isShown(scalar) ? scalar : "\u{FFFD}")
        }
        return String(safe)
    }

    private static func isSuspect(_ byte: UInt8) -> Bool {
        byte != UInt8(ascii: "\n") && byte != UInt8(ascii: "\t") && PlainText.maySteer(byte)
    }

    private static func isBreak(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\t" }
}
