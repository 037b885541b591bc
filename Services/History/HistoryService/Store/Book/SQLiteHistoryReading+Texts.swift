import Storage

// How texts are found that have some words.

extension SQLiteHistoryReading {
    /// The texts of a user that a query finds, one bit each, as in ``BookTexts``; nil when there is no such user.
    func texts(matching query: TextQuery, userID: String, in book: inout UserBook) throws -> [UInt64]? {
        guard let user = try connection.user(userID) else { return nil }
        let newest = book.newestText
        return try book.searches.find(query, newestText: newest) { found in
            // In each place any of some phrases; where there is none, nothing is found.
            let wanted = try query.indexedPhrases(of: user).map(wholePhrases)
            guard wanted.allSatisfy({ !$0.isEmpty }) else { return }
            if found.newestText == 0, wanted.count == 1, wanted[0].allSatisfy({ !$0.isBeginning }) {
                for phrase in wanted[0] { try addAllTexts(of: phrase, to: &found) }
            } else {
                try addNewTexts(of: wanted, to: &found)
            }
        }.bits
    }

    /// So many words are asked for one by one.
    private static let wordsOfABeginning = 8

    /// What a phrase that ends in the beginning of a word stands for; itself when that is too much, or when it ends in
    /// a whole word.
    ///
    /// For a beginning FTS5 first makes a list of all places of all words, which is half of what a frequent word costs;
    /// so it is asked for the words themselves if they are few.
    private func wholePhrases(_ phrase: IndexedPhrase) throws -> [IndexedPhrase] {
        guard phrase.isBeginning, IndexedPhrase.isPlain(phrase.ending) else { return [phrase] }
        var whole: [IndexedPhrase] = []
        var next = phrase.ending
        while let word = try indexedWord(notBefore: next), word.utf8.starts(with: phrase.ending.utf8) {
            guard whole.count < Self.wordsOfABeginning, IndexedPhrase.isPlain(word) else { return [phrase] }
            whole.append(phrase.ending(in: word))
            // No word has this sign, so none lies between.
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
