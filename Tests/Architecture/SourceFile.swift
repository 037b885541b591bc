import Glibc

/// A Swift file, as far as it can be analysed without a compiler.
struct SourceFile: Sendable {
    /// The path from the root of the repository.
    let path: String
    /// The target that owns it; nil when there is none.
    let module: String?
    /// The original lines.
    let lines: [Substring]
    /// The same lines with comments and the contents of literals blanked.
    let code: [String]
    /// The imported modules, with line numbers starting at 1.
    let imports: [(module: String, line: Int)]
    /// The types that it declares or extends, by their last name.
    let types: Set<String>
    /// The top-level types that it declares for use by other files.
    let ownTypes: Set<String>

    init(path: String, text: String, module: String?) {
        self.path = path
        self.module = module
        let code = PlainCode.lines(of: text)
        self.code = code
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        // Created once per file, because a regular expression is parsed when it is created.
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

    /// The number of lines, without an empty one after the last line break.
    var lineCount: Int { lines.last == "" ? lines.count - 1 : lines.count }

    /// True for tests and benchmarks.
    var isTest: Bool { path.hasPrefix("Tests/") }

    /// Returns true when the line above `index` is a comment.
    func hasCommentAbove(_ index: Int) -> Bool {
        index > 0 && lines[index - 1].drop { $0 == " " }.hasPrefix("//")
    }

    /// Excludes most lines before the regular expression, which is slow. Swift's own search is slow, too, because it
    /// compares characters.
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
