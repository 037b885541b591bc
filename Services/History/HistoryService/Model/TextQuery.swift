/// A search for words in descriptions. All of them must occur.
///
/// Quoted words, and the parts of a word such as `O'Hara`, must be adjacent. The last word matches as a prefix, unless
/// a quote ends it. Signs other than quotes are ignored; a query of signs only matches nothing.
struct TextQuery: Hashable, Sendable {
    /// Adjacent words.
    struct Phrase: Hashable, Sendable {
        /// Words in the form of ``SearchText``; not empty.
        let words: [String]
        /// True when the last word is a prefix.
        let isBeginning: Bool
    }

    /// All phrases must match. A query without phrases matches nothing.
    private(set) var phrases: [Phrase] = []

    /// Reads a query. Every text is valid.
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

    /// True when all phrases occur in a text of these words.
    func matches(_ words: [String]) -> Bool {
        !phrases.isEmpty && phrases.allSatisfy { $0.isFound(in: words) }
    }

    /// Returns a query that matches only where both do.
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
