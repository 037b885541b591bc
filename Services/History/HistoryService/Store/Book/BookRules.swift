/// The rules of a user, applied to the rows of the user's book.
struct BookRules: Sendable {
    /// A rule without its words: those are looked for once in each text, not in each row.
    struct Rule: Sendable {
        /// What the words of a text must contain, in the form of ``SearchText``.
        let contains: String
        let category: UInt32
        /// Of the accounts by their place in the book: which amounts.
        let bounds: [ClosedRange<Int64>?]
        /// Nil for both sides.
        let isIncome: Bool?
    }

    /// The words of rules, and the texts they were found in.
    private struct Search: Sendable {
        let words: String
        /// The places of the rules of these words; none for those of a rule that is about to be added.
        var rules: [UInt8] = []
        var texts: [UInt32] = []
        /// Up to which text they were looked for.
        var newestText: UInt32 = 0
    }

    /// The change of the database they were read at; -1 before the first.
    private(set) var change: Int64 = -1
    private(set) var rules: [Rule] = []
    /// How many accounts there were when they were read: bounds are by account.
    private(set) var accountCount = 0
    /// One for all rules of the same words.
    private var searches: [Search] = []
    /// Texts that rules fit, and which, in their order.
    private var fits: [UInt32: [UInt8]] = [:]
    /// By row, as far as they are worked out.
    private(set) var categories: [UInt32] = []
    /// Rows of these whose category is to be worked out again.
    private var stale: [Int] = []

    /// Rules are numbered in a byte.
    static let greatestCount = 200

    /// Whether there are none, so that what was said is all there is.
    var isEmpty: Bool { rules.isEmpty }

    /// Up to which text all words were looked for.
    var newestText: UInt32 { searches.lazy.map(\.newestText).min() ?? .max }

    /// Takes other rules. Words that were looked for are not looked for again.
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

    /// Has the words of a rule that is about to be added looked for with the others; of one such rule at a time.
    mutating func expect(_ words: String) {
        guard !searches.contains(where: { $0.words == words }) else { return }
        searches.removeAll(where: \.rules.isEmpty)
        searches.append(Search(words: words))
    }

    /// Looks in a text for the words that were not looked for in it.
    mutating func look(at text: String, number: UInt32) {
        let folded = SearchText.folded(text)
        for place in searches.indices
        where searches[place].newestText < number && folded.contains(bytesOf: searches[place].words) {
            searches[place].texts.append(number)
            note(searches[place].rules, of: number)
        }
    }

    /// Says that all texts up to this one were looked at.
    mutating func finishLooking(at number: UInt32) {
        for place in searches.indices { searches[place].newestText = number }
    }

    private mutating func note(_ rules: [UInt8], of text: UInt32) {
        guard !rules.isEmpty else { return }
        fits[text] = fits[text].map { ($0 + rules).sorted() } ?? rules
    }

    /// Forgets what was worked out for rows from `row` on.
    mutating func forget(from row: Int) {
        guard row < categories.count else { return }
        categories.removeLast(categories.count - row)
        stale.removeAll { $0 >= row }
    }

    /// Forgets what was worked out for one row.
    mutating func forget(only row: Int) {
        if row < categories.count { stale.append(row) }
    }

    /// Works out the categories of the rows of `book` that are missing.
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
    /// Whether the bytes of `other` stand side by side in it.
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
