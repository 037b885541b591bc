/// The tables in documents.
enum MarkdownTable {
    /// Returns the body rows of every table below the heading `title`, up to the next heading of the same or a higher
    /// level, with trimmed cells.
    static func rows(of document: String, under title: String) -> [[Substring]] {
        rows(in: section(of: document, title))
    }

    /// Returns the text below the heading `title`; empty when there is none.
    static func section(of document: String, _ title: String) -> String {
        let lines = document.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(where: { $0.headingLevel > 0 && $0.hasSuffix(" \(title)") })
        else { return "" }
        let level = lines[start].headingLevel
        let body = lines[(start + 1)...].prefix { $0.headingLevel == 0 || $0.headingLevel > level }
        return body.joined(separator: "\n")
    }

    /// Returns the body rows of every table in `text`.
    static func rows(in text: String) -> [[Substring]] {
        var rows: [[Substring]] = []
        var isBody = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("|") else {
                isBody = false
                continue
            }
            if line.hasPrefix("| ---") {
                isBody = true
            } else if isBody {
                rows.append(cells(of: line))
            }
        }
        return rows
    }

    private static func cells(of line: Substring) -> [Substring] {
        let marked = line.replacing("\\|", with: "\u{1}")
        return marked.dropFirst().dropLast(marked.hasSuffix("|") ? 1 : 0)
            .split(separator: "|", omittingEmptySubsequences: false)
            .map { $0.replacing("\u{1}", with: "|") }
            .map { $0.drop { $0 == " " } }
            .map { cell in cell.dropLast(cell.reversed().prefix { $0 == " " }.count) }
    }
}

extension Substring {
    /// The words in backquotes.
    var codeWords: [String] { matches(of: /`([^`]+)`/).map { String($0.1) } }

    fileprivate var headingLevel: Int {
        let signs = prefix { $0 == "#" }.count
        return dropFirst(signs).hasPrefix(" ") ? signs : 0
    }
}
