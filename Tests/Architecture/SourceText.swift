/// Blanked code, read from the left word by word.
struct SourceText {
    let bytes: [UInt8]
    var position: Int

    /// A parameter: `to writer: inout JSONWriter` has the label `to` and the name `writer`.
    typealias Parameter = (label: String, name: String)

    // MARK: Words

    /// Reads attributes and modifiers up to the keyword of a declaration; nil when there is none.
    mutating func readKeywords() -> (kind: String, isPublic: Bool)? {
        var isPublic = false
        while true {
            skipBlanks()
            if take("@") {
                _ = readWord()
                skipBrackets()
                continue
            }
            let word = readWord()
            if word == "class", isFollowed(by: ["func", "var"]) { continue }
            if Self.kinds.contains(word) { return (word, isPublic) }
            guard Self.modifiers.contains(word) else { return nil }
            let isOfPart = skipBrackets()
            if !isOfPart, word == "public" || word == "open" { isPublic = true }
        }
    }

    /// Reads the declared name: `Connection.Statement`, `==`, or the keyword itself where there is no name.
    mutating func readName(of kind: String) -> String {
        if kind == "init" || kind == "subscript" { return kind }
        skipBlanks()
        let name = readWord(with: ".`").filter { $0 != "`" }
        return name.isEmpty ? read { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "(") } : name
    }

    /// Reads the parameters in parentheses, after generic ones if there are any; nil when something else follows.
    mutating func readParameters() -> [Parameter]? {
        if next == UInt8(ascii: "<") { _ = readList(closing: ">") }
        skipBlanks()
        guard next == UInt8(ascii: "(") else { return nil }
        return readList(closing: ")").map { parameter in
            let words = parameter.prefix { $0 != ":" }.split { " \n`".contains($0) }.map(String.init)
            return (words.first ?? "", words.last ?? "")
        }
    }

    /// Reads the protocols and classes after the colon of a type.
    mutating func readInherited() -> [String] {
        if next == UInt8(ascii: "<") { _ = readList(closing: ">") }
        let header = read { $0 != UInt8(ascii: "{") }
        guard header.drop(while: { $0 == " " || $0 == "\n" }).hasPrefix(":") else { return [] }
        return header.split { " \n:,&<>".contains($0) }.prefix { $0 != "where" }.map(String.init)
    }

    /// Returns true when a body follows that assigns each of `names` to the property with that name and does nothing
    /// else.
    mutating func assignsOnly(_ names: [String]) -> Bool {
        skipBlanks()
        guard next == UInt8(ascii: "{") else { return false }
        let end = bytes[position...].firstIndex(of: UInt8(ascii: "}")) ?? bytes.endIndex
        let body = String(decoding: bytes[(position + 1)..<end], as: UTF8.self)
        let statements = body.split { $0 == "\n" || $0 == ";" }.map { $0.split { " `".contains($0) } }
            .filter { !$0.isEmpty }
        return statements.map { $0.joined(separator: " ") }.sorted() == names.map { "self.\($0) = \($0)" }.sorted()
    }

    private static let kinds: Set<String> = [
        "let", "var", "func", "init", "subscript", "typealias", "associatedtype", "struct", "enum", "class", "actor",
        "protocol", "extension",
    ]

    private static let modifiers: Set<String> = [
        "public", "open", "package", "internal", "fileprivate", "private", "static", "final", "mutating", "nonmutating",
        "consuming", "borrowing", "nonisolated", "convenience", "required", "override", "lazy", "weak", "indirect",
    ]

    // MARK: Bytes

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: scalar) else { return false }
        position += 1
        return true
    }

    private mutating func read(while isWanted: (UInt8) -> Bool) -> String {
        let start = position
        while let byte = next, isWanted(byte) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func readWord(with others: String = "") -> String {
        read { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || byte == UInt8(ascii: "_") || others.utf8.contains(byte)
        }
    }

    private mutating func skipBlanks() { _ = read { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") } }

    private func isFollowed(by words: Set<String>) -> Bool {
        var ahead = self
        ahead.skipBlanks()
        return words.contains(ahead.readWord())
    }

    /// Skips the content of parentheses, if they follow.
    @discardableResult
    private mutating func skipBrackets() -> Bool {
        guard next == UInt8(ascii: "(") else { return false }
        _ = readList(closing: ")")
        return true
    }

    /// Reads a list in brackets and splits it at its own commas. The bracket of an arrow closes nothing.
    private mutating func readList(closing: Unicode.Scalar) -> [String] {
        position += 1
        var (parts, start, depth, last): ([String], Int, Int, UInt8) = ([], position, 0, 0)
        while let byte = next {
            let isEnd = depth == 0 && byte == UInt8(ascii: closing) && last != UInt8(ascii: "-")
            if isEnd || (depth == 0 && byte == UInt8(ascii: ",")) {
                parts.append(String(decoding: bytes[start..<position], as: UTF8.self))
                start = position + 1
            }
            position += 1
            if isEnd { break }
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "<"), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ">") where last == UInt8(ascii: "-"): break
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: ">"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
            last = byte
        }
        return parts.filter { part in part.contains { $0 != " " && $0 != "\n" } }
    }
}
