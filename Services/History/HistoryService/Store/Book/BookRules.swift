/// The rules of a user, applied to the rows of the user's book.
struct BookRules: Sendable {
    /// A rule without its words, which are searched once in each text instead of in each row.
    struct Rule: Sendable {
        /// The words that a text must contain, in the form of ``SearchText``.
        let contains: String
        let category: UInt32
        /// The matching amounts for each account of the book.
        let bounds: [ClosedRange<Int64>?]
        /// Nil for both sides.
        let isIncome: Bool?
    }

    /// The words of rules and the texts that contain them.
    private struct Search: Sendable {
        let words: String
        /// The places of the rules with these words; empty for a rule that is about to be added.
        var rules: [UInt8] = []
        var texts: [UInt32] = []
        /// The newest text that was searched.
        var newestText: UInt32 = 0
    }

    /// The change of the database at which the rules were read; -1 before the first.
    private(set) var change: Int64 = -1
    private(set) var rules: [Rule] = []
    /// The number of accounts when the rules were read: bounds are by account.
    private(set) var accountCount = 0
    /// One search for all rules with the same words.
    private var searches: [Search] = []
    /// The rules that match a text, in their order, by text.
    private var fits: [UInt32: [UInt8]] = [:]
    /// The category of each row, as far as it is computed.
    private(set) var categories: [UInt32] = []
    /// Rows of ``categories`` to be recomputed.
    private var stale: [Int] = []

    /// The places of rules are bytes.
    static let greatestCount = 200

    /// True without rules: then only stored categories count.
    var isEmpty: Bool { rules.isEmpty }

    /// The newest text that was searched for all words.
    var newestText: UInt32 { searches.lazy.map(\.newestText).min() ?? .max }

    /// Replaces the rules. Words that were searched before are not searched again.
    mutating func replace(by rules: [Rule], change: Int64, accountCount: Int) {
        precondition(rules.count <= Self.greatestCount, "Rules are numbered in a byte.")
        (self.rules, self.change, self.accountCount) = (rules, change, accountCount)
        let places = Dictionary(grouping: rules.indices) { rules[$0].contains }
        var known = Dictionary(uniqueKeysWithValues: searches.map { ($0.words, $0) })
        searches = places.map { words, places in
            var search = known.removeValue(forKey: words) ?? Search(words: words)
            search.rules = places.map(UInt8.init)
            return search
        }
        (fits, categories, stale) = ([:], [], [])
        for search in searches {
            for text in search.texts { note(search.rules, of: text) }
        }
    }

    /// Adds the words of a rule that is about to be added to the searches; one such rule at a time.
    mutating func expect(_ words: String) {
        guard !searches.contains(where: { $0.words == words }) else { return }
        searches.removeAll(where: \.rules.isEmpty)
        searches.append(Search(words: words))
    }

    /// Searches a text for the words that were not searched in it yet.
    mutating func look(at text: String, number: UInt32) {
        let folded = SearchText.folded(text)
        for place in searches.indices
        where searches[place].newestText < number && folded.contains(bytesOf: searches[place].words) {
            searches[place].texts.append(number)
            note(searches[place].rules, of: number)
        }
    }

    /// Notes that all texts up to this one were searched.
    mutating func finishLooking(at number: UInt32) {
        for place in searches.indices { searches[place].newestText = number }
    }

    private mutating func note(_ rules: [UInt8], of text: UInt32) {
        guard !rules.isEmpty else { return }
        fits[text] = fits[text].map { ($0 + rules).sorted() } ?? rules
    }

    /// Discards the categories of rows from `row` on.
    mutating func forget(from row: Int) {
        guard row < categories.count else { return }
        categories.removeLast(categories.count - row)
        stale.removeAll { $0 >= row }
    }

    /// Discards the category of one row.
    mutating func forget(only row: Int) {
        if row < categories.count { stale.append(row) }
    }

    /// Computes the missing categories of the rows of `book`.
    mutating func apply(to book: borrowing UserBook) {
        guard !rules.isEmpty else { return }
        for row in stale { categories[row] = category(of: row, in: book) }
        stale = []
        guard categories.count < book.count else { return }
        categories.reserveCapacity(book.count)
        for row in categories.count..<book.count { categories.append(category(of: row, in: book)) }
    }

    private func category(of row: Int, in book: borrowing UserBook) -> UInt32 {
        let said = book.categoriesSaid[row]
        guard said == 0 else { return said }
        guard let fitting = fits[book.texts[row]] else { return 0 }
        let isIncome = book.marks[row] & UserBook.Mark.income != 0
        for index in fitting {
            let rule = rules[Int(index)]
            guard rule.isIncome == nil || rule.isIncome == isIncome,
                let amounts = rule.bounds[Int(book.accountsOfRows[row])], amounts.contains(book.amounts[row])
            else { continue }
            return rule.category
        }
        return 0
    }
}

extension String {
    /// True when the bytes of `other` occur in it consecutively.
    fileprivate func contains(bytesOf other: String) -> Bool {
        let (text, wanted) = (utf8, Array(other.utf8))
        return text.withContiguousStorageIfAvailable { text in
            guard let first = wanted.first, text.count >= wanted.count else { return wanted.isEmpty }
            for start in 0...(text.count - wanted.count) where text[start] == first {
                if wanted.indices.allSatisfy({ text[start + $0] == wanted[$0] }) { return true }
            }
            return false
        } ?? false
    }
}
