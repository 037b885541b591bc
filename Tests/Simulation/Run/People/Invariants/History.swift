import Domain
import Signals

extension Invariants {
    /// History tells of each person's money exactly what the ledger tells, in the same order.
    static func history(_ town: TownFacts) -> [String] {
        town.people.flatMap { history(of: $0) + totals(of: $0) }
    }

    private static func history(of person: PersonFacts) -> [String] {
        let expected = expectedRows(of: person)
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

    /// Returns the rows that the ledger's events make, newest first.
    private static func expectedRows(of person: PersonFacts) -> [HistorySignal.Transaction] {
        let movements = person.posted
        let reversals = movements.compactMap { movement in
            movement.transfer.reverses.map { ($0, movement.transfer.id) }
        }
        let reversedBy = Dictionary(reversals) { first, _ in first }
        let rows = movements.flatMap { movement in
            // The expense comes before the income.
            movement.entries.sorted { $0.amount.minorUnits < $1.amount.minorUnits }
                .filter { $0.userId == person.userID }
                .map { row(movement, $0, reversedBy: reversedBy[movement.transfer.id]) }
        }
        return rows.reversed()
    }

    private static func row(
        _ movement: LedgerEvent.TransferPosted, _ entry: LedgerEvent.Entry, reversedBy: String?
    ) -> HistorySignal.Transaction {
        let transfer = movement.transfer
        let (from, to) = (outside(transfer.from), outside(transfer.to))
        return HistorySignal.Transaction(
            id: transfer.id, type: entry.amount.minorUnits < 0 ? .expense : .income, amount: transfer.amount,
            description: transfer.description, category: movement.category ?? transfer.category,
            date: transfer.settledAt ?? transfer.createdAt, account: entry.account, fromAccount: from, toAccount: to,
            balanceAfter: entry.balanceAfter, reverses: transfer.reverses, reversedBy: reversedBy)
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
