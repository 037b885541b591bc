import Reasons
import Signals
import XML

/// A piece of OFX 1 or 2. Names are in capitals, and the end of an element with a value may be missing.
enum OFXPiece: Hashable {
    case start(String)
    case text(String)
    case end(String)
}

/// Reads OFX 1, which is SGML: tags of values need not be closed.
///
/// - Source: OFX 1.6, 2 "Structure".
enum OFXMarkup {
    private static let longestName = 64
    private static let longestValue = 4_096

    /// Returns the fields of the OFX 1 header, one `KEY:VALUE` on each line, and the beginning of the elements; nil for
    /// a text without `<OFX>`.
    static func header(of text: String) -> (fields: [String: String], body: String.Index)? {
        guard let body = text.firstRange(of: "<OFX>") ?? text.firstRange(of: "<ofx>") else { return nil }
        var fields: [String: String] = [:]
        // Some banks write the whole header on one line, with spaces between the pairs.
        for pair in text[..<body.lowerBound].split(whereSeparator: \.isWhitespace).prefix(100) {
            let parts = pair.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { fields[parts[0].uppercased()] = String(parts[1]).uppercased() }
        }
        return (fields, body.lowerBound)
    }

    /// Passes each piece of a text to `take`, in order.
    static func read(
        _ text: Substring, firstLine: Int, _ take: (OFXPiece, _ line: Int) throws(LineProblem) -> Void
    ) throws(LineProblem) {
        var rest = text.utf8[...]
        var line = firstLine
        while let byte = rest.first {
            if byte == UInt8(ascii: "<") {
                let start = line
                guard let end = rest.prefix(longestName + 3).firstIndex(of: UInt8(ascii: ">")) else {
                    throw LineProblem(start, .strayAngleBracket)
                }
                let tag = rest[rest.index(after: rest.startIndex)..<end]
                rest = rest[rest.index(after: end)...]
                let isEnd = tag.first == UInt8(ascii: "/")
                let name = String(Substring(isEnd ? tag.dropFirst() : tag)).uppercased()
                // Declarations and processing instructions are not elements.
                if tag.first == UInt8(ascii: "?") || tag.first == UInt8(ascii: "!") { continue }
                guard !name.isEmpty, name.utf8.allSatisfy(isPartOfName) else {
                    throw LineProblem(start, .badTag, ["text": .quoted(name)])
                }
                try take(isEnd ? .end(name) : .start(name), start)
            } else {
                let end = rest.firstIndex(of: UInt8(ascii: "<")) ?? rest.endIndex
                let value = rest[..<end]
                rest = rest[end...]
                if value.contains(where: { $0 > 0x20 }) {
                    guard value.count <= longestValue else {
                        throw LineProblem(line, .tooLongValue, ["most": .number(longestValue)])
                    }
                    try take(.text(unescaped(Substring(value))), line)
                }
                line += value.count { $0 == 0x0A }
            }
        }
    }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
    }

    /// Resolves `&amp;`, `&#1050;` and the like. Anything else stays, since many banks write a bare ampersand.
    static func unescaped(_ text: Substring) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return String(text) }
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            rest = rest[start...]
            guard let end = rest.prefix(12).firstIndex(of: ";"),
                let scalar = scalar(rest[rest.index(after: rest.startIndex)..<end])
            else {
                result.append("&")
                rest = rest.dropFirst()
                continue
            }
            result.unicodeScalars.append(scalar)
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static func scalar(_ name: Substring) -> Unicode.Scalar? {
        switch name.lowercased() {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        case "nbsp": return "\u{A0}"
        case let number where number.hasPrefix("#x"):
            return UInt32(number.dropFirst(2), radix: 16).flatMap { Unicode.Scalar($0) }
        case let number where number.hasPrefix("#"): return UInt32(number.dropFirst()).flatMap { Unicode.Scalar($0) }
        default: return nil
        }
    }
}
