// What stands in the table `search`, and what is asked of it. Each word has the number of its user before it.

extension SearchText {
    /// A description as it is indexed for a user.
    static func indexed(_ text: String, of user: Int64) -> String {
        words(of: text).map { "\(user)z\($0)" }.joined(separator: " ")
    }
}

extension TextQuery {
    /// The expression of FTS5 that finds this among the texts of a user. Words hold letters, digits and marks only, and
    /// all stand in quotes: nothing that a person writes is a part of the language.
    /// - Precondition: There are phrases.
    func searchExpression(of user: Int64) -> String {
        precondition(!phrases.isEmpty, "A search for nothing finds nothing without being asked.")
        return phrases.map { phrase in
            let words = phrase.words.map { "\(user)z\($0)" }.joined(separator: " ")
            return "\"\(words)\"" + (phrase.isBeginning ? "*" : "")
        }.joined(separator: " AND ")
    }
}
