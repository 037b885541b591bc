import Domain
import Signals

extension Invariants {
    /// History tells of each person's money exactly what the ledger tells, in the order of dates.
    static func history(_ town: TownFacts) -> [String] {
        town.people.flatMap { history(of: $0, town) + totals(of: $0) }
    }

    private static func history(of person: PersonFacts, _ town: TownFacts) -> [String] {
        let expected = expectedRows(of: person, town)
        let told = person.history
        var problems: [String] = []
        if told.count != expected.count {
            let (left, right) = (Set(expected.map(\.key)), Set(told.map(\.key)))
            problems.append(
                "History tells person \(person.index) of \(told.count) movements, the ledger of \(expected.count); "
                    + "missing \(left.subtracting(right).sorted().prefix(5)), "
                    + "too many \(right.subtracting(left).sorted().prefix(5)).")
        }
        for (place, (row, wanted)) in zip(told, expected).enumerated() where row != wanted {
            problems.append(
                "Row \(place) of the history of person \(person.index), the newest first, is \(row); by the ledger "
                    + "it is \(wanted).")
            // After the first that is out of place all others are.
            break
        }
        return problems
    }

    /// Returns the rows that the ledger's events make, newest first. Imported rows stand at the dates of the bank.
    private static func expectedRows(of person: PersonFacts, _ town: TownFacts) -> [HistorySignal.Transaction] {
        let movements = person.posted
        let reversals = movements.compactMap { movement in
            movement.transfer.reverses.map { ($0, movement.transfer.id) }
        }
        let reversedBy = Dictionary(reversals) { first, _ in first }
        let sides = movements.flatMap { movement in
            movement.entries.filter { $0.userId == person.userID }.map { Side(movement: movement, entry: $0) }
        }
        let rules = town.books.rules[person.index] ?? []
        var balances: [String: Int64] = [:]
        let rows = sides.sorted().map { side in
            balances[side.entry.account, default: 0] += side.entry.amount.minorUnits
            return row(
                side, balance: balances[side.entry.account] ?? 0, rules: rules,
                reversedBy: reversedBy[side.movement.transfer.id])
        }
        return rows.reversed()
    }

    private static func row(
        _ side: Side, balance: Int64, rules: [HistorySignal.CategoryRule], reversedBy: String?
    ) -> HistorySignal.Transaction {
        let (transfer, entry) = (side.movement.transfer, side.entry)
        let (from, to) = (outside(transfer.from), outside(transfer.to))
        let type: HistorySignal.TransactionType = side.isIncome ? .income : .expense
        let category = side.movement.category ?? transfer.category
        return HistorySignal.Transaction(
            id: transfer.id, type: type, amount: transfer.amount, description: transfer.description,
            category: category ?? rules.first { $0.fits(transfer.description, type) }?.category, date: side.date,
            account: entry.account, fromAccount: from, toAccount: to,
            balanceAfter: Money(minorUnits: balance, currency: entry.amount.currency), reverses: transfer.reverses,
            reversedBy: reversedBy)
    }

    /// Returns an account, or nil for the world outside the books.
    private static func outside(_ account: String) -> String? { account.hasPrefix("world-") ? nil : account }

    /// The totals of the whole list are the sums of its rows.
    private static func totals(of person: PersonFacts) -> [String] {
        var sums: [Currency: (income: Int64, expense: Int64)] = [:]
        for row in person.history {
            if row.type == .income {
                sums[row.amount.currency, default: (0, 0)].income += row.amount.minorUnits
            } else {
                sums[row.amount.currency, default: (0, 0)].expense += row.amount.minorUnits
            }
        }
        return person.totals.compactMap { total in
            let sum = sums[total.currency] ?? (0, 0)
            if (total.income.minorUnits, total.expense.minorUnits) == sum { return nil }
            return "History tells person \(person.index) totals of \(total.income.decimalText) in and "
                + "\(total.expense.decimalText) out in \(total.currency); the rows make \(sum.income) and "
                + "\(sum.expense) minor units."
        }
    }
}

extension HistorySignal.Transaction {
    /// What tells rows apart.
    fileprivate var key: String { "\(id)/\(account)" }
}

extension HistorySignal.CategoryRule {
    /// True for rows that it gives its category, as far as people use rules here: by a word, and by the direction.
    fileprivate func fits(_ description: String, _ row: HistorySignal.TransactionType) -> Bool {
        description.lowercased().contains(contains) && (type.map { $0.rawValue == row.rawValue } ?? true)
    }
}

/// One side of a movement. Of one moment the earlier record comes first, and the expense before the income.
private struct Side: Comparable {
    let movement: LedgerEvent.TransferPosted
    let entry: LedgerEvent.Entry

    var isIncome: Bool { entry.amount.minorUnits > 0 }

    /// When it happened.
    var date: Instant {
        movement.transfer.occurredAt ?? movement.transfer.settledAt ?? movement.transfer.createdAt
    }

    private var place: (Instant, Int64, Int) { (date, movement.transfer.sequence, isIncome ? 1 : 0) }

    static func < (left: Side, right: Side) -> Bool { left.place < right.place }

    static func == (left: Side, right: Side) -> Bool { left.place == right.place }
}
