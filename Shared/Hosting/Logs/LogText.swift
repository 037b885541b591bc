/// Untrusted text in a log line: a JSON string (RFC 8259, section 7) on one line, of limited length, that cannot steer
/// a terminal.
enum LogText {
    /// The most bytes of UTF-8 that are kept. An ellipsis marks a cut.
    static let limit = 1_024

    /// Returns the text as a word of a line for people: in quotation marks if it is not a plain word.
    static func word(_ text: String) -> [UInt8] {
        let isPlain =
            !text.isEmpty && text.utf8.count <= limit
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") }
        return isPlain ? Array(text.utf8) : quoted(text)
    }

    /// Returns the bytes of a text as they are, up to the limit.
    static func bytes(_ text: String) -> [UInt8] {
        guard text.utf8.count > limit else { return Array(text.utf8) }
        var kept: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard let bytes = UTF8.encode(scalar), kept.count + bytes.count <= limit else { break }
            kept += bytes
        }
        return kept + Array("…".utf8)
    }

    /// Returns the text in quotation marks.
    static func quoted(_ text: String) -> [UInt8] {
        var line: [UInt8] = [UInt8(ascii: "\"")]
        var written = 0
        for scalar in text.unicodeScalars {
            let bytes = UTF8.encode(scalar)
            written += bytes?.count ?? 0
            if written > limit {
                line.append(contentsOf: "…".utf8)
                break
            }
            switch scalar {
            case "\"": line.append(contentsOf: "\\\"".utf8)
            case "\\": line.append(contentsOf: "\\\\".utf8)
            case "\n": line.append(contentsOf: "\\n".utf8)
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                // JSON allows the latter of these unescaped, but they steer terminals or end lines in some readers.
                let digits = String(scalar.value, radix: 16)
                line.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8)
            default: if let bytes { line.append(contentsOf: bytes) }
            }
        }
        line.append(UInt8(ascii: "\""))
        return line
    }
}
