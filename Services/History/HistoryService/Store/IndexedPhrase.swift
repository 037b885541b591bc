// The words of the table `search`. Each word has the number of its user as a prefix.

extension SearchText {
    /// Returns a description in the form in which it is indexed for a user.
    static func indexed(_ text: String, of user: Int64) -> String {
        words(of: text).map { "\(user)z\($0)" }.joined(separator: " ")
    }
}

/// A phrase of adjacent words of the index.
///
/// Words consist of letters, digits and marks only and are quoted: user input never becomes FTS5 syntax.
struct IndexedPhrase: Hashable {
    /// Not empty.
    private(set) var words: [String]
    /// True when the last word is a prefix.
    private(set) var isBeginning: Bool

    /// The FTS5 expression.
    var expression: String { "\"\(words.joined(separator: " "))\"" + (isBeginning ? "*" : "") }

    var ending: String { words[words.count - 1] }

    /// Returns the phrase with a whole word at its end.
    func ending(in word: String) -> IndexedPhrase {
        IndexedPhrase(words: words.dropLast() + [word], isBeginning: false)
    }

    /// True when FTS5 keeps a word unchanged: Latin and Cyrillic letters and digits. Its treatment of other characters,
    /// of accents above all, is not relied upon.
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
    /// Returns its phrases in the form in which they are indexed for a user.
    func indexedPhrases(of user: Int64) -> [IndexedPhrase] {
        phrases.map { phrase in
            IndexedPhrase(words: phrase.words.map { "\(user)z\($0)" }, isBeginning: phrase.isBeginning)
        }
    }
}
