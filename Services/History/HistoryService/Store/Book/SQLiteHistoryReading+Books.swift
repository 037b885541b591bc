import Domain
import Storage

// Builds books from rows and translates filters to a book.

extension SQLiteHistoryReading {
    /// Calls `body` with the up-to-date book of a user.
    ///
    /// - Returns: Nil for an unknown or forgotten user.
    func withBook<Value: Sendable>(of userID: String, _ body: (inout UserBook) throws -> Value) throws -> Value? {
        guard let user = try connection.user(userID) else { return nil }
        func look(at book: inout UserBook) throws -> Value? {
            try bringUpToDate(&book, of: user, userID: userID) ? try body(&book) : nil
        }
        guard isWithinWrite else { return try shelf.withBook(of: user, look) }
        var book = shelf.copy(of: user)
        return try look(at: &book)
    }

    /// Brings the book of a user up to date and searches for the words of a rule that is about to be added.
    func prepare(for userID: String, rule: CategoryRule?) throws {
        _ = try withBook(of: userID) { book in
            guard let rule else { return }
            try withRules(of: &book) { rules, book in
                rules.expect(SearchText.folded(rule.contains))
                try lookAtTexts(of: book, for: &rules)
            }
        }
    }

    /// The state of the database for a user.
    private struct State {
        let change: Int64
        let cleared: Int64
        let rulesChange: Int64
        let isForgotten: Bool
    }

    private func state(of user: Int64) throws -> State? {
        try connection.first(HistorySQL.state, user, as: State.init)
    }

    private func bringUpToDate(_ book: inout UserBook, of user: Int64, userID: String) throws -> Bool {
        var state = try state(of: user)
        if let known = state, known.change < book.change {
            precondition(!isWithinWrite, "A transaction that writes sees all that was committed before it.")
            // Another thread updated the book beyond our snapshot. It cannot do so again while we hold the book.
            try connection.execute("COMMIT; BEGIN")
            state = try self.state(of: user)
        }
        guard let state, !state.isForgotten else {
            book = UserBook()
            return false
        }
        if book.change < state.cleared { book = UserBook() }
        if book.change < state.change { try takeRows(of: user, userID: userID, into: &book) }
        book.change = state.change
        try takeRules(of: userID, change: state.rulesChange, into: &book)
        return true
    }

    // MARK: Rows

    /// The batch size: large enough to sort and insert efficiently, small enough for memory.
    private static let rowsAtOnce = 50_000

    private func takeRows(of user: Int64, userID: String, into book: inout UserBook) throws {
        var rows: [UserBook.Row] = []
        var isChanged = false
        try connection.query(HistorySQL.ChangedRow.self, HistorySQL.changedRows, user, book.change) { row in
            // All accounts, because rows derive from them which transfers were between own accounts.
            if !isChanged { try takeAccounts(of: userID, into: &book) }
            isChanged = true
            rows.append(
                try UserBook.Row(
                    position: MovementPosition(time: row[.time], key: MovementKey(number: row[.key])),
                    account: row[.account], amount: row[.amount], other: row[.other], text: row[.text],
                    category: row[.category], isReversed: row[.isReversed], isReversal: row[.isReversal],
                    isWithdrawn: row[.isWithdrawn], isExchange: row[.isExchange]))
            if rows.count == Self.rowsAtOnce {
                book.take(rows)
                rows.removeAll(keepingCapacity: true)
            }
        }
        guard isChanged else { return }
        book.take(rows)
        book.balance()
        book.totals = [:]
    }

    private func takeAccounts(of userID: String, into book: inout UserBook) throws {
        let accounts = try connection.accounts(of: userID)
        book.take(accounts.map { UserBook.Account(number: $0.number, currency: $0.account.currency) })
    }

    // MARK: Rules

    private func takeRules(of userID: String, change: Int64, into book: inout UserBook) throws {
        let isChanged = try withRules(of: &book) { rules, book in
            let isOther =
                rules.change != change || (!rules.isEmpty && rules.accountCount != book.accounts.count)
            if isOther {
                rules.replace(
                    by: try connection.preferences(of: userID).rules.map { try bookRule($0, userID: userID, in: book) },
                    change: change, accountCount: book.accounts.count)
            }
            try lookAtTexts(of: book, for: &rules)
            rules.apply(to: book)
            return isOther
        }
        if isChanged { book.totals = [:] }
    }

    /// Calls `body` with the rules taken out of the book, so that a change does not copy them.
    private func withRules<Value>(
        of book: inout UserBook, _ body: (inout BookRules, UserBook) throws -> Value
    ) rethrows -> Value {
        var rules = book.rules
        book.rules = BookRules()
        defer { book.rules = rules }
        return try body(&rules, book)
    }

    /// Searches for the words of rules in the texts that were not searched yet.
    private func lookAtTexts(of book: UserBook, for rules: inout BookRules) throws {
        guard rules.newestText < book.newestText else { return }
        let oldest = rules.newestText
        for number in Set(book.texts.lazy.filter { $0 > oldest }).sorted() {
            if let text: String = try connection.first(HistorySQL.text, Int64(number)) {
                rules.look(at: text, number: number)
            }
        }
        rules.finishLooking(at: book.newestText)
    }

    private func bookRule(_ rule: CategoryRule, userID: String, in book: UserBook) throws -> BookRules.Rule {
        let condition = rule.condition
        let account = try condition.accountID.map { try connection.accountNumber(of: $0, userID: userID) ?? -1 }
        let category = try connection.categoryNumber(of: rule.category, userID: userID)
        return BookRules.Rule(
            contains: SearchText.folded(rule.contains), category: UInt32(truncatingIfNeeded: category ?? 0),
            bounds: book.accounts.map { known in
                account == nil || account == known.number
                    ? condition.minorUnits(exponent: known.currency.exponent) : nil
            }, isIncome: condition.side.map { $0 == .income })
    }

    // MARK: Filters

    /// Translates a filter to the book; nil when nothing can match.
    func bookFilter(_ filter: MovementFilter, userID: String, in book: inout UserBook) throws -> BookFilter? {
        guard !filter.isContradiction, !filter.period.isEmpty else { return nil }
        let start = filter.period.start.map(book.row(notBefore:)) ?? 0
        let end = filter.period.end.map(book.row(notBefore:)) ?? book.count
        guard start < end else { return nil }
        var meant = BookFilter(rows: start..<end)
        if let side = filter.side { meant.require(UserBook.Mark.income, side == .income) }
        if let isReversed = filter.isReversed { meant.require(UserBook.Mark.reversed, isReversed) }
        if let isOwn = filter.isOwn { meant.require(UserBook.Mark.own, isOwn) }
        if let isUndone = filter.isUndone { meant.require(UserBook.Mark.undone, isUndone) }
        if !filter.meansWithdrawn { meant.require(UserBook.Mark.withdrawn, false) }
        let wanted = try wantedAccounts(filter, userID: userID, in: book)
        if wanted != nil || filter.atLeast != nil || filter.atMost != nil {
            let bounds = book.accounts.map { known in
                wanted?.contains(known.number) != false ? filter.minorUnits(exponent: known.currency.exponent) : nil
            }
            // An empty range, so that no amount matches.
            meant.bounds = (bounds.map { $0?.lowerBound ?? .max }, bounds.map { $0?.upperBound ?? 0 })
        }
        if let category = filter.category {
            guard let number = try connection.categoryNumber(of: category, userID: userID) else { return nil }
            meant.category = UInt32(truncatingIfNeeded: number)
        }
        if let counterparty = filter.counterparty {
            guard let other = try number(of: counterparty) else { return nil }
            meant.other = other
        }
        if let text = filter.text {
            guard !text.phrases.isEmpty, let found = try texts(matching: text, userID: userID, in: &book) else {
                return nil
            }
            meant.texts = found
        }
        try add(filter.conditions, to: &meant, userID: userID, in: &book)
        return meant
    }
}
