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

    /// The change of the database they were read at; -1 before the first.
    private(set) var change: Int64 = -1
    private(set) var rules: [Rule] = []
    /// How many accounts there were when they were read: bounds are by account.
    private(set) var accountCount = 0
    /// Texts that rules fit, and which, in their order.
    private var fits: [UInt32: [UInt8]] = [:]
    /// Up to which text rules were looked for.
    private(set) var newestText: UInt32 = 0
    /// By row, as far as they are worked out.
    private(set) var categories: [UInt32] = []

    /// Rules are numbered in a byte.
    static let greatestCount = 200

    /// Whether there are none, so that what was said is all there is.
    var isEmpty: Bool { rules.isEmpty }

    /// Takes other rules.
    mutating func replace(by rules: [Rule], change: Int64, accountCount: Int) {
        precondition(rules.count <= Self.greatestCount, "Rules are numbered in a byte.")
        self = BookRules()
        self.rules = rules
        self.change = change
        self.accountCount = accountCount
    }

    /// Looks for the words of the rules in a text that is new.
    mutating func look(at text: String, number: UInt32) {
        newestText = max(newestText, number)
        let folded = SearchText.folded(text)
        let found = rules.indices.filter { folded.contains(bytesOf: rules[$0].contains) }
        if !found.isEmpty { fits[number] = found.map(UInt8.init) }
    }

    /// Forgets what was worked out for rows from `row` on.
    mutating func forget(from row: Int) {
        if row < categories.count { categories.removeLast(categories.count - row) }
    }

    /// Works out the categories of the rows of `book` that are missing.
    mutating func apply(to book: borrowing UserBook) {
        guard !rules.isEmpty, categories.count < book.count else { return }
        categories.reserveCapacity(book.count)
        for row in categories.count..<book.count {
            let said = book.categoriesSaid[row]
            categories.append(said == 0 ? category(of: row, in: book) : said)
        }
    }

    private func category(of row: Int, in book: borrowing UserBook) -> UInt32 {
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
