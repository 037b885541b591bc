import Storage

// Searches for texts by words.

extension SQLiteHistoryReading {
    /// Returns the texts of a user that match a query, one bit each, as in ``BookTexts``; nil for an unknown user.
    func texts(matching query: TextQuery, userID: String, in book: inout UserBook) throws -> [UInt64]? {
        guard let user = try connection.user(userID) else { return nil }
        let newest = book.newestText
        return try book.searches.find(query, newestText: newest) { found in
            // One of several phrases for each place. A place without phrases matches nothing.
            let wanted = try query.indexedPhrases(of: user).map(wholePhrases)
            guard wanted.allSatisfy({ !$0.isEmpty }) else { return }
            if found.newestText == 0, wanted.count == 1, wanted[0].allSatisfy({ !$0.isBeginning }) {
                for phrase in wanted[0] { try addAllTexts(of: phrase, to: &found) }
            } else {
                try addNewTexts(of: wanted, to: &found)
            }
        }.bits
    }

    /// The most words that replace a prefix.
    private static let wordsOfABeginning = 8

    /// Expands a phrase that ends in a prefix to phrases of whole words. Returns the phrase itself when there are too
    /// many, or when it ends in a whole word.
    ///
    /// For a prefix, FTS5 first builds a list of all occurrences of all words, which is half the cost of a frequent
    /// word. So a prefix of few words is replaced by the words themselves.
    private func wholePhrases(_ phrase: IndexedPhrase) throws -> [IndexedPhrase] {
        guard phrase.isBeginning, IndexedPhrase.isPlain(phrase.ending) else { return [phrase] }
        var whole: [IndexedPhrase] = []
        var next = phrase.ending
        while let word = try indexedWord(notBefore: next), word.utf8.starts(with: phrase.ending.utf8) {
            guard whole.count < Self.wordsOfABeginning, IndexedPhrase.isPlain(word) else { return [phrase] }
            whole.append(phrase.ending(in: word))
            // No word contains this character, so none is skipped.
            next = word + "\u{1}"
        }
        return whole
    }

    private func indexedWord(notBefore word: String) throws -> String? {
        try connection.first(HistorySQL.indexedWord, word)
    }

    private func addAllTexts(of phrase: IndexedPhrase, to found: inout BookTexts.Found) throws {
        let statement = try connection.statement(HistorySQL.searchPhrase, phrase.expression)
        if try statement.step() { found.add(statement.row.bits(at: 0)) }
    }

    private func addNewTexts(of wanted: [[IndexedPhrase]], to found: inout BookTexts.Found) throws {
        let expression = wanted.map { "(\($0.map(\.expression).joined(separator: " OR ")))" }.joined(separator: " AND ")
        let statement = try connection.statement(HistorySQL.search, expression, Int64(found.newestText))
        if try statement.step() { found.add(statement.row.bits(at: 0)) }
    }
}
