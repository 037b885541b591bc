/// A parser of the subset of YAML that compose.yaml uses: block maps, block lists of texts, flow lists of texts on one
/// line, plain and double-quoted texts, comments, anchors on maps and merges of them.
struct YAMLReader {
    /// A value.
    indirect enum Value: Equatable, Sendable {
        case text(String)
        case list([String])
        case map([String: Value])

        /// The member of a map; nil for other values.
        subscript(name: String) -> Value? {
            guard case .map(let members) = self else { return nil }
            return members[name]
        }

        /// The text; nil for other values.
        var text: String? {
            guard case .text(let text) = self else { return nil }
            return text
        }

        /// The list; empty for other values.
        var list: [String] {
            guard case .list(let list) = self else { return [] }
            return list
        }

        /// The map; empty for other values.
        var members: [String: Value] {
            guard case .map(let members) = self else { return [:] }
            return members
        }
    }

    /// The error of text outside the subset, with its line.
    struct Malformed: Error, Equatable {
        let line: Int
        let rule: String
    }

    private struct Line {
        let number: Int
        let indentation: Int
        let content: Substring
    }

    private let lines: [Line]
    private var position = 0
    private var anchors: [String: [String: Value]] = [:]

    /// Returns the document in `text`.
    static func read(_ text: String) throws(Malformed) -> Value {
        var reader = try YAMLReader(text)
        let value = try reader.map(indentation: 0)
        if let line = reader.next { throw Malformed(line: line.number, rule: "is indented in no known way") }
        return .map(value)
    }

    private init(_ text: String) throws(Malformed) {
        var lines: [Line] = []
        for (index, raw) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if raw.contains("\t") { throw Malformed(line: index + 1, rule: "has a tab") }
            let content = raw.drop { $0 == " " }
            if content.isEmpty || content.hasPrefix("#") { continue }
            if content.contains(" #") { throw Malformed(line: index + 1, rule: "has a comment behind a value") }
            lines.append(Line(number: index + 1, indentation: raw.count - content.count, content: content))
        }
        self.lines = lines
    }

    private var next: Line? { position < lines.count ? lines[position] : nil }

    private mutating func map(indentation: Int) throws(Malformed) -> [String: Value] {
        var members: [String: Value] = [:]
        var merged: [String: Value] = [:]
        while let line = next, line.indentation == indentation, !line.content.hasPrefix("- ") {
            guard let colon = line.content.firstIndex(of: ":") else {
                throw Malformed(line: line.number, rule: "has no colon")
            }
            let name = String(line.content[..<colon])
            let rest = line.content[line.content.index(after: colon)...].drop { $0 == " " }
            position += 1
            if name == "<<" {
                guard rest.hasPrefix("*"), let anchor = anchors[String(rest.dropFirst())] else {
                    throw Malformed(line: line.number, rule: "merges what is not there")
                }
                merged.merge(anchor) { _, new in new }
                continue
            }
            guard members[name] == nil else { throw Malformed(line: line.number, rule: "names \(name) twice") }
            members[name] = try value(rest, below: line)
        }
        return merged.merging(members) { _, own in own }
    }

    private mutating func value(_ rest: Substring, below line: Line) throws(Malformed) -> Value {
        if rest.hasPrefix("&") {
            let members = try map(indentation: (next?.indentation ?? 0))
            anchors[String(rest.dropFirst())] = members
            return .map(members)
        }
        if !rest.isEmpty { return try scalar(rest, line) }
        guard let first = next, first.indentation > line.indentation else { return .text("") }
        guard first.content.hasPrefix("- ") else { return .map(try map(indentation: first.indentation)) }
        var list: [String] = []
        while let entry = next, entry.indentation == first.indentation, entry.content.hasPrefix("- ") {
            position += 1
            list.append(try text(entry.content.dropFirst(2), entry))
        }
        return .list(list)
    }

    private func scalar(_ rest: Substring, _ line: Line) throws(Malformed) -> Value {
        guard rest.hasPrefix("[") else { return .text(try text(rest, line)) }
        guard rest.hasSuffix("]") else { throw Malformed(line: line.number, rule: "has a list without an end") }
        var list: [String] = []
        for entry in rest.dropFirst().dropLast().split(separator: ",") {
            list.append(try text(entry.drop { $0 == " " }, line))
        }
        return .list(list)
    }

    private func text(_ text: Substring, _ line: Line) throws(Malformed) -> String {
        if text.hasPrefix("\"") {
            guard text.count >= 2, text.hasSuffix("\""),
                !text.dropFirst().dropLast().contains(where: { "\"\\".contains($0) })
            else { throw Malformed(line: line.number, rule: "has quotation marks that do not match") }
            return String(text.dropFirst().dropLast())
        }
        let special: Set<Character> = ["'", "{", "}", "[", "]", "|", ">", "*", "&", "!", "%", "@", "`"]
        guard let first = text.first, !special.contains(first), !text.contains(": ") else {
            throw Malformed(line: line.number, rule: "has a text that must be quoted")
        }
        return String(text)
    }
}
