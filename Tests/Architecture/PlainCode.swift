/// Swift source with comments and the contents of literals replaced by blanks, so that a rule about code does not match
/// a sentence about code. Line numbers stay the same.
struct PlainCode {
    private enum Context {
        /// Code; an interpolation ends at its closing parenthesis.
        case code(openParentheses: Int)
        /// A string literal with this number of number signs.
        case string(signs: Int, isMultiline: Bool)
    }

    private let bytes: [UInt8]
    private var position = 0
    private var plain: [UInt8] = []
    private var contexts: [Context] = [.code(openParentheses: 0)]

    /// Returns the blanked lines of `source`.
    static func lines(of source: String) -> [String] {
        var reader = PlainCode(bytes: Array(source.utf8))
        reader.readAll()
        return String(decoding: reader.plain, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func readAll() {
        while position < bytes.count {
            switch contexts.last {
            case .string(let signs, let isMultiline): readLiteral(signs: signs, isMultiline: isMultiline)
            case .code(let open): readCode(openParentheses: open)
            case nil: return
            }
        }
    }

    private mutating func readCode(openParentheses open: Int) {
        keep(length { $0 != slash && $0 != quote && $0 != sign && $0 != opening && $0 != closing })
        guard position < bytes.count else { return }
        if isNext("//") { return blank(length { $0 != newline }) }
        if isNext("/*") { return blankBlockComment() }
        let signs = length { $0 == sign }
        if isNext("\"", at: position + signs) {
            let isMultiline = isNext("\"\"\"", at: position + signs)
            contexts.append(.string(signs: signs, isMultiline: isMultiline))
            return keep(signs + (isMultiline ? 3 : 1))
        }
        if isNext("(") { contexts[contexts.count - 1] = .code(openParentheses: open + 1) }
        if isNext(")") {
            if open == 0, contexts.count > 1 {
                contexts.removeLast()
            } else {
                contexts[contexts.count - 1] = .code(openParentheses: open - 1)
            }
        }
        keep(max(signs, 1))
    }

    private mutating func readLiteral(signs: Int, isMultiline: Bool) {
        blank(length { $0 != backslash && $0 != quote })
        guard position < bytes.count else { return }
        let raw = String(repeating: "#", count: signs)
        if isNext("\\" + raw + "(") {
            contexts.append(.code(openParentheses: 0))
            return keep(signs + 2)
        }
        let end = (isMultiline ? "\"\"\"" : "\"") + raw
        if isNext(end) {
            contexts.removeLast()
            return keep(end.utf8.count)
        }
        blank(isNext("\\" + raw) ? signs + 2 : 1)
    }

    private mutating func blankBlockComment() {
        var depth = 0
        repeat {
            if isNext("/*") { depth += 1 }
            if isNext("*/") { depth -= 1 }
            blank(isNext("/*") || isNext("*/") ? 2 : 1)
        } while depth > 0 && position < bytes.count
    }

    private func isNext(_ text: String, at place: Int? = nil) -> Bool {
        bytes[min(place ?? position, bytes.count)...].starts(with: text.utf8)
    }

    private mutating func keep(_ count: Int) {
        let end = min(position + count, bytes.count)
        plain += bytes[position..<end]
        position = end
    }

    private mutating func blank(_ count: Int) {
        let end = min(position + count, bytes.count)
        while position < end {
            plain.append(bytes[position] == newline ? newline : space)
            position += 1
        }
    }

    /// Returns the number of the next bytes that satisfy the condition. Most of a file consists of runs without a
    /// meaning here. Byte by byte through the rules above, reading the repository took most of a minute, because tests
    /// are not optimised.
    private func length(_ isWanted: (UInt8) -> Bool) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            var end = position
            while end < bytes.count, isWanted(bytes[end]) { end += 1 }
            return end - position
        }
    }
}

private let slash = UInt8(ascii: "/")
private let backslash = UInt8(ascii: "\\")
private let quote = UInt8(ascii: "\"")
private let sign = UInt8(ascii: "#")
private let opening = UInt8(ascii: "(")
private let closing = UInt8(ascii: ")")
private let newline = UInt8(ascii: "\n")
private let space = UInt8(ascii: " ")
