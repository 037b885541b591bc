// What stands in the table `search`, and what is asked of it. Each word has the number of its user before it.

extension SearchText {
    /// A description as it is indexed for a user.
    static func indexed(_ text: String, of user: Int64) -> String {
        words(of: text).map { "\(user)z\($0)" }.joined(separator: " ")
    }
}

/// A phrase in words of the index, which lie in it side by side.
///
/// Words hold letters, digits and marks only, and all stand in quotes: nothing that a person writes is a part of the
/// language of FTS5.
struct IndexedPhrase: Hashable {
    /// Not empty.
    private(set) var words: [String]
    /// Whether the last word may go on.
    private(set) var isBeginning: Bool

    /// How FTS5 is asked for it.
    var expression: String { "\"\(words.joined(separator: " "))\"" + (isBeginning ? "*" : "") }

    /// The last word.
    var ending: String { words[words.count - 1] }

    /// The same phrase with a whole word at its end.
    func ending(in word: String) -> IndexedPhrase {
        IndexedPhrase(words: words.dropLast() + [word], isBeginning: false)
    }

    /// Whether FTS5 keeps a word as it is: Latin and Cyrillic letters and digits. What it makes of others, of accents
    /// above all, is its own affair.
    static func isPlain(_ word: String) -> Bool {
        word.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x61...0x7a, 0x30...0x39, 0x430...0x44f: true
            default: false
            }
        }
    }
}

extension TextQuery {
    /// Its phrases as they are indexed for a user.
    func indexedPhrases(of user: Int64) -> [IndexedPhrase] {
        phrases.map { phrase in
            IndexedPhrase(words: phrase.words.map { "\(user)z\($0)" }, isBeginning: phrase.isBeginning)
        }
    }
}
