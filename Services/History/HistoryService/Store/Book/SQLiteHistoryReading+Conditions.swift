import Domain
import Storage

// Translates the conditions of queries to a book.

extension SQLiteHistoryReading {
    /// Returns the numbers of the accounts that a filter allows; nil for all.
    func wantedAccounts(_ filter: MovementFilter, userID: String, in book: UserBook) throws -> Set<Int64>? {
        var wanted: Set<Int64>?
        func keep(_ isMeant: (UserBook.Account) -> Bool) {
            let meant = Set(book.accounts.lazy.filter(isMeant).map(\.number))
            wanted = wanted?.intersection(meant) ?? meant
        }
        if let account = filter.accountID {
            let number = try connection.accountNumber(of: account, userID: userID)
            keep { $0.number == number }
        }
        for condition in filter.conditions {
            switch condition.kind {
            case .account(let id):
                let number = try connection.accountNumber(of: id, userID: userID)
                keep { ($0.number == number) != condition.isNegated }
            case .currency(let currency): keep { ($0.currency == currency) != condition.isNegated }
            case .category, .withoutCategory, .counterparty, .amount, .period, .text: break
            }
        }
        return wanted
    }

    /// Adds the conditions to a filter, except those on accounts.
    func add(
        _ conditions: [MovementCondition], to meant: inout BookFilter, userID: String, in book: inout UserBook
    ) throws {
        guard !conditions.isEmpty else { return }
        var added = BookConditions()
        for condition in conditions {
            let isNegated = condition.isNegated
            switch condition.kind {
            case .account, .currency: break
            case .category(let name):
                let numbers = try connection.categoryNumbers(inTree: name, userID: userID)
                added.categories.append(BookConditions.Categories(numbers, isNegated: isNegated))
            case .withoutCategory: added.categories.append(BookConditions.Categories([0], isNegated: isNegated))
            case .counterparty(let other):
                precondition(isNegated, "Another side is a field of the filter.")
                guard let number = try number(of: other) else { continue }
                added.othersLeftOut.append(number)
            case .amount(let least, let greatest):
                precondition(isNegated, "Bounds of amounts are fields of the filter.")
                added.amountsLeftOut.append(bounds(from: least, to: greatest, in: book))
            case .period(let period):
                precondition(isNegated, "A period is a field of the filter.")
                guard !period.isEmpty else { continue }
                let start = period.start.map(book.row(notBefore:)) ?? 0
                added.rowsLeftOut.append(start..<(period.end.map(book.row(notBefore:)) ?? book.count))
            case .text(let text):
                precondition(isNegated, "A text is a field of the filter.")
                try leaveOut(text, of: &meant, userID: userID, in: &book)
            }
        }
        if !added.isEmpty { meant.conditions = added }
    }

    /// Returns the number of another side; nil for an unknown one.
    func number(of other: Counterparty) throws -> UInt32? {
        switch other {
        case .outside: 0
        case .account(let id): try connection.account(id).map { UInt32(truncatingIfNeeded: $0.number) }
        }
    }

    private func bounds(
        from least: AmountBound?, to greatest: AmountBound?, in book: UserBook
    ) -> (least: [Int64], greatest: [Int64]) {
        var range = MovementFilter()
        (range.atLeast, range.atMost) = (least, greatest)
        let bounds = book.accounts.map { range.minorUnits(exponent: $0.currency.exponent) }
        return (bounds.map { $0?.lowerBound ?? .max }, bounds.map { $0?.upperBound ?? 0 })
    }

    /// Takes the texts that match out of those that a filter allows.
    private func leaveOut(
        _ text: TextQuery, of meant: inout BookFilter, userID: String, in book: inout UserBook
    ) throws {
        guard !text.phrases.isEmpty, let found = try texts(matching: text, userID: userID, in: &book) else { return }
        var kept = meant.texts ?? [UInt64](repeating: .max, count: found.count)
        for word in kept.indices { kept[word] &= ~found[word] }
        meant.texts = kept
    }
}
