/// A text literal of Swift source, as far as it can be told without a compiler.
struct SwiftLiteral: Sendable {
    /// What it says, with `{0}`, `{1}` ... for what is interpolated; literals with a plus between them are one.
    var text: String
    /// The byte it begins with.
    let offset: Int
    /// The calls it is an argument of, the outermost first: `Fault`, `.invalidArgument`.
    let calls: [String]
    /// Some of the code in front of it.
    let before: String
    /// How much is interpolated.
    var places: Int
}

/// Reads the literals of Swift source.
struct SwiftLiteralReader {
    private let bytes: [UInt8]
    private var position = 0
    private var found: [SwiftLiteral] = []

    /// The literals of `source`, in no order but that those of one file stay with it.
    static func literals(of source: String) -> [SwiftLiteral] {
        var reader = SwiftLiteralReader(bytes: Array(source.utf8))
        reader.readCode(in: [], isInterpolation: false)
        return reader.found
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    // MARK: Code

    /// Reads to the end, or to the parenthesis that ends an interpolation.
    private mutating func readCode(in calls: [String], isInterpolation: Bool) {
        var brackets = calls
        var last: (index: Int, end: Int)?
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "/") where isNext("//"): skip { $0 != UInt8(ascii: "\n") }
            case UInt8(ascii: "/") where isNext("/*"): skipBlockComment()
            case UInt8(ascii: "\""): last = readLiteral(signs: 0, in: brackets, behind: last)
            case UInt8(ascii: "#"):
                let signs = bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count
                position += signs
                if isNext("\"") { last = readLiteral(signs: signs, in: brackets, behind: last) }
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
                brackets.append(bytes[position] == UInt8(ascii: "(") ? callee() : "")
                position += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                position += 1
                if isInterpolation, brackets.count == calls.count { return }
                _ = brackets.popLast()
            default: position += 1
            }
        }
    }

    /// The name in front of the parenthesis that is next.
    private func callee() -> String {
        let name = bytes[..<position].reversed().prefix { byte in
            byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
                || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        }
        return String(decoding: name.reversed(), as: UTF8.self)
    }

    private mutating func skip(while isSkipped: (UInt8) -> Bool) {
        while position < bytes.count, isSkipped(bytes[position]) { position += 1 }
    }

    private mutating func skipBlockComment() {
        position += 2
        while position < bytes.count, !isNext("*/") { position += 1 }
        position = min(bytes.count, position + 2)
    }

    private func isNext(_ text: String) -> Bool { bytes[min(position, bytes.count)...].starts(with: text.utf8) }

    // MARK: Literals

    /// - Parameter last: The literal before, which this one goes on where only a plus stands between them.
    private mutating func readLiteral(
        signs: Int, in calls: [String], behind last: (index: Int, end: Int)?
    ) -> (index: Int, end: Int) {
        let start = position
        let delimiter = isNext("\"\"\"") ? "\"\"\"" : "\""
        let marks = String(repeating: "#", count: signs)
        position += delimiter.utf8.count
        let join = last.flatMap { last in isPlus(bytes[last.end..<start]) ? last.index : nil }
        let first = join.map { found[$0].places } ?? 0
        var (text, places): ([UInt8], Int) = ([], first)
        let (end, escape) = (delimiter + marks, "\\" + marks)
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\""), isNext(end) { break }
            if byte == UInt8(ascii: "\\"), isNext(escape + "(") {
                position += 2 + signs
                readCode(in: calls, isInterpolation: true)
                text += Array("{\(places)}".utf8)
                places += 1
            } else if byte == UInt8(ascii: "\\"), isNext(escape) {
                position += 1 + signs
                text += escaped()
            } else {
                text.append(byte)
                position += 1
            }
        }
        position = min(bytes.count, position + delimiter.utf8.count + signs)
        let said = Self.unindented(text, isMultiline: delimiter.count == 3)
        if let join {
            found[join].text += said
            found[join].places = places
            return (join, position)
        }
        let before = bytes[..<start].suffix(80)
        found.append(
            SwiftLiteral(
                text: said, offset: start, calls: calls,
                before: String(decoding: before, as: UTF8.self), places: places))
        return (found.count - 1, position)
    }

    private func isPlus(_ between: ArraySlice<UInt8>) -> Bool {
        let code = between.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }
        return code == [UInt8(ascii: "+")]
    }

    /// What an escape stands for; a broken line goes on behind it, which a mark says.
    private mutating func escaped() -> [UInt8] {
        defer { position += 1 }
        switch bytes[position] {
        case UInt8(ascii: "n"): return [UInt8(ascii: "\n")]
        case UInt8(ascii: "t"): return [UInt8(ascii: "\t")]
        case UInt8(ascii: "\n"): return [Self.broken]
        case UInt8(ascii: "u"):
            let digits = bytes[position...].dropFirst(2).prefix { $0 != UInt8(ascii: "}") }
            position += digits.count + 2
            let scalar = UInt32(String(decoding: digits, as: UTF8.self), radix: 16).flatMap { Unicode.Scalar($0) }
            return scalar.map { Array(String($0).utf8) } ?? []
        default: return [bytes[position]]
        }
    }

    private static let broken: UInt8 = 1

    /// Without the indentation of the closing delimiter.
    private static func unindented(_ text: [UInt8], isMultiline: Bool) -> String {
        guard isMultiline else { return String(decoding: text, as: UTF8.self) }
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropFirst()
        let indentation = lines.last?.count ?? 0
        let whole = lines.dropLast().map { String(decoding: $0.dropFirst(indentation), as: UTF8.self) }
        let mark = String(decoding: [broken], as: UTF8.self)
        return whole.joined(separator: "\n").replacing(mark + String(repeating: " ", count: indentation), with: "")
    }
}
