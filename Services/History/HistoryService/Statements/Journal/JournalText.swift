import Domain

/// Texts of people in the lines of a journal.
enum JournalText {
    /// Returns a text on one line: white space and line ends become spaces, other steering characters `�`.
    static func line(_ text: String) -> String {
        if !text.utf8.contains(where: PlainText.maySteer) { return text }
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { line.append(scalar.properties.isWhitespace ? " " : scalar) }
        return PlainText.clean(String(line))
    }

    /// Appends a text between quotation marks, with escapes, as Beancount reads it.
    static func append(quoted text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in line(text).utf8 {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
