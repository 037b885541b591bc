/// What is looked for in descriptions: words that must all be there.
///
/// Words within quotes, and the parts of one such as `O'Hara`, stand side by side; the last word may be the beginning
/// of one, unless a quote ends it. Signs other than quotes are passed over; a query of nothing but signs finds nothing.
struct TextQuery: Hashable, Sendable {
    /// Words side by side.
    struct Phrase: Hashable, Sendable {
        /// In the form of ``SearchText``; not empty.
        let words: [String]
        /// Whether the last word may go on.
        let isBeginning: Bool
    }

    /// All of which must be there; none finds nothing.
    private(set) var phrases: [Phrase] = []

    /// Reads what people write. There is nothing that it does not understand.
    init(_ text: String) {
        var chunk = ""
        var isQuoted = false
        func phrase(isBeginning: Bool) -> Phrase? {
            let words = SearchText.words(of: chunk)
            return words.isEmpty ? nil : Phrase(words: words, isBeginning: isBeginning)
        }
        var endsInQuote = false
        for character in text {
            let isQuote = Self.quotes.contains(character)
            if isQuote || (!isQuoted && character.isWhitespace) {
                if let phrase = phrase(isBeginning: false) {
                    phrases.append(phrase)
                    endsInQuote = isQuote && isQuoted
                }
                chunk = ""
                if isQuote { isQuoted.toggle() }
            } else {
                chunk.append(character)
            }
        }
        if let phrase = phrase(isBeginning: true) {
            phrases.append(phrase)
        } else if let last = phrases.popLast() {
            phrases.append(Phrase(words: last.words, isBeginning: !endsInQuote))
        }
    }

    private static let quotes: Set<Character> = ["\"", "«", "»", "“", "”", "„"]

    /// Whether all of it is found in a text of these words.
    func matches(_ words: [String]) -> Bool {
        !phrases.isEmpty && phrases.allSatisfy { $0.isFound(in: words) }
    }

    /// What finds only what both find.
    func and(_ other: TextQuery) -> TextQuery {
        var both = self
        both.phrases = phrases.isEmpty || other.phrases.isEmpty ? [] : phrases + other.phrases
        return both
    }
}

extension TextQuery.Phrase {
    fileprivate func isFound(in text: [String]) -> Bool {
        guard let last = words.last, words.count <= text.count else { return false }
        return (0...(text.count - words.count)).contains { start in
            let found = text[start..<(start + words.count)]
            guard let end = found.last, found.dropLast().elementsEqual(words.dropLast()) else { return false }
            return isBeginning ? end.hasPrefix(last) : end == last
        }
    }
}
