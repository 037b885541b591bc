import Testing

/// The gateway's texts for people exist in every language, and nothing is translated unnecessarily.
///
/// The compiler checks that a `Text` has both languages; these rules find texts that bypass it.
@Suite struct GatewayTextTests {
    private static let files = Repository.current.houseFiles.filter {
        $0.path.hasPrefix("Services/Gateway/")
    }

    /// Returns the pattern of calls that show a text and also accept a plain one, for ids, numbers and names.
    private static func showing() -> Regex<Substring> {
        #/(?:(?:StyledText|Series|tell|say)\(|(?:Span\(verbatim|title|subtitle):)\s*"/#
    }

    /// Words that are the same in every language: names, units, input.
    private static let verbatim: Set<String> = ["gateway", "UTC", "http", "https", "id", "isin", "pid"]

    @Test func whatIsShownIsNotSaidInEnglishAlone() {
        for file in Self.files {
            let lines = file.lines.map { $0.drop { $0 == " " }.hasPrefix("//") ? "" : $0 }
            let text = lines.joined(separator: "\n")
            for match in text.matches(of: Self.showing()) {
                let rest = text[text.index(before: match.range.upperBound)...]
                guard let literal = Self.literal(rest), !Self.words(in: literal.plain).isEmpty else { continue }
                let line = text[..<match.range.lowerBound].count { $0 == "\n" } + 1
                let after = rest[literal.end...].drop { $0.isWhitespace || $0 == "," }
                // The Russian text is the next literal.
                #expect(after.first == "\"", "\(file.path):\(line): \(literal.plain)")
            }
        }
    }

    @Test func everyTextIsSaid() {
        let declared = #/static (?:let|func) (\w+)(?:\b[^=\n]*-> Text\b|\s*=\s*(?:Text)?\()/#
        let all = Self.files.map { $0.code.joined(separator: "\n") }
        for (file, code) in zip(Self.files, all) where file.name.hasSuffix("Texts") {
            for match in code.matches(of: declared) {
                let name = String(match.1)
                let own = file.ownTypes.sorted().first ?? ""
                let isUsed =
                    all.contains { $0.contains("\(own).\(name)") }
                    || code.matches(of: #/\b\w+\b/#).count { $0.0 == name } > Self.declarations(of: name, in: code)
                #expect(isUsed, "\(file.path): nobody says \(own).\(name)")
            }
        }
    }

    private static func declarations(of name: String, in code: String) -> Int {
        code.matches(of: #/static (?:let|func) (\w+)/#).count { $0.1 == name }
    }

    /// Returns the Latin words of three letters or more that are not names.
    private static func words(in text: String) -> [Substring] {
        text.split { !$0.isLetter }.filter { word in
            word.count > 2 && word.utf8.allSatisfy { $0 < 0x80 } && !verbatim.contains(String(word))
                && word == word.lowercased()[...]
        }
    }

    /// Returns the literal at the beginning of `text`, without interpolations, and its end.
    private static func literal(_ text: Substring) -> (plain: String, end: Substring.Index)? {
        guard text.first == "\"" else { return nil }
        var (plain, depth) = ("", 0)
        var index = text.index(after: text.startIndex)
        while index < text.endIndex {
            let character = text[index]
            let next = text.index(after: index)
            if depth > 0 {
                depth += character == "(" ? 1 : character == ")" ? -1 : 0
            } else if character == "\\", next < text.endIndex {
                if text[next] == "(" { depth = 1 }
                index = text.index(after: next)
                continue
            } else if character == "\"" {
                return (plain, next)
            } else {
                plain.append(character)
            }
            index = next
        }
        return nil
    }
}
