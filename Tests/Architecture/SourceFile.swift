import Glibc

/// A Swift file, and what can be told of it without a compiler.
struct SourceFile: Sendable {
    /// From the root of the repository.
    let path: String
    /// The target it belongs to; nil for one that no target owns.
    let module: String?
    /// As it stands in the file.
    let lines: [Substring]
    /// The same lines with comments and the contents of literals blanked.
    let code: [String]
    /// Modules it imports, and the line, from 1 on.
    let imports: [(module: String, line: Int)]
    /// Types it declares or extends, by their last name.
    let types: Set<String>
    /// Types it declares outside all others, for others to use.
    let ownTypes: Set<String>

    init(path: String, text: String, module: String?) {
        self.path = path
        self.module = module
        let code = PlainCode.lines(of: text)
        self.code = code
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        // Made once for a file: an expression is parsed when it is made.
        let (importPattern, typePattern) = (Self.importPattern(), Self.typePattern())
        imports = code.enumerated().compactMap { index, line in
            guard strstr(line, "import ") != nil, let match = line.firstMatch(of: importPattern) else { return nil }
            return (String(match.1), index + 1)
        }
        let declarations = code.filter { Self.hasDeclaration($0) }.flatMap { line in
            line.matches(of: typePattern).map { match in
                (kind: match.1, name: match.2, isOutermost: !line.hasPrefix(" ") && !line.contains("private "))
            }
        }
        types = Set(declarations.map { String($0.name.split(separator: ".").last ?? $0.name) })
        ownTypes = Set(declarations.filter { $0.isOutermost && $0.kind != "extension" }.map { String($0.name) })
    }

    /// The name without directories and extension: `Connection+Statements`.
    var name: String { String(path.split(separator: "/").last?.dropLast(".swift".count) ?? "") }

    /// Lines, without an empty one after the last line break.
    var lineCount: Int { lines.last == "" ? lines.count - 1 : lines.count }

    /// Whether it belongs to the tests or the benchmarks.
    var isTest: Bool { path.hasPrefix("Tests/") }

    /// Whether the line above `index` is a comment.
    func hasCommentAbove(_ index: Int) -> Bool {
        index > 0 && lines[index - 1].drop { $0 == " " }.hasPrefix("//")
    }

    /// Spares most lines the regular expression, which is slow; so is Swift's own search, by characters.
    private static func hasDeclaration(_ line: String) -> Bool {
        declaringWords.contains { (word: String) in strstr(line, word) != nil }
    }

    private static let declaringWords = [
        "struct ", "class ", "enum ", "actor ", "protocol ", "extension ", "typealias ",
    ]

    private static func importPattern() -> Regex<(Substring, Substring)> {
        /^\s*(?:@\w+\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias|actor)\s+)?(\w+)/
    }

    private static func typePattern() -> Regex<(Substring, Substring, Substring)> {
        /\b(struct|class|enum|actor|protocol|extension|typealias)\s+([A-Z]\w*(?:\.\w+)*)/
    }
}
