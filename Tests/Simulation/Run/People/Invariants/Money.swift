import Domain
import Signals

extension Invariants {
    /// The books balance, and every account has what its acknowledged transfers and its clock made of it.
    static func money(_ town: TownFacts) -> [String] {
        var problems = town.check.problems.map { "ledger.check: \($0)" }
        problems += town.check.imbalance.filter { $0.minorUnits != 0 }.map {
            "The books are out of balance by \($0.decimalText) \($0.currency)."
        }
        if Int(town.check.accounts) != town.books.accounts.count {
            problems.append(
                "The ledger has \(town.check.accounts) accounts, and \(town.books.accounts.count) were opened.")
        }
        let moved = movedByAccount(town)
        let held = heldByAccount(town)
        for person in town.people {
            problems += accounts(of: person, town)
            for account in person.accounts {
                let (balance, hold) = (moved[account.id] ?? 0, held[account.id] ?? 0)
                if account.balance.minorUnits != balance {
                    problems.append(
                        "Account \(account.id) of person \(person.index) has \(account.balance.decimalText) "
                            + "\(account.currency); what was acknowledged and what the clock did make \(balance) "
                            + "minor units.")
                }
                if (account.held?.minorUnits ?? 0) != hold {
                    problems.append(
                        "Of account \(account.id) of person \(person.index) \(account.held?.decimalText ?? "nothing") "
                            + "is held; its holds are \(hold) minor units.")
                }
                if account.available.minorUnits != account.balance.minorUnits - (account.held?.minorUnits ?? 0)
                    || account.available.minorUnits < 0
                {
                    problems.append(
                        "Account \(account.id) has \(account.balance.decimalText), \(account.held?.decimalText ?? "0") "
                            + "held and \(account.available.decimalText) available.")
                }
            }
        }
        return problems
    }

    /// The accounts of a person are those that were opened, as they were left.
    private static func accounts(of person: PersonFacts, _ town: TownFacts) -> [String] {
        let booked = town.books.accounts(of: person.index)
        var problems: [String] = []
        for account in booked {
            guard let told = person.accounts.first(where: { $0.id == account.id }) else {
                problems.append("Account \(account.id) of person \(person.index) was opened and is not there.")
                continue
            }
            if told.currency != account.currency || told.name != account.name
                || (told.status == .closed) != account.isClosed
            {
                problems.append(
                    "Account \(account.id) of person \(person.index) was left as \(account) and is \(told).")
            }
        }
        let known = Set(booked.map(\.id))
        for account in person.accounts where !known.contains(account.id) {
            problems.append("Person \(person.index) has account \(account.id), which nobody opened: \(account).")
        }
        return problems
    }

    /// Adds up what moved, by account: acknowledged transfers, scheduled ones, debits and imported rows.
    private static func movedByAccount(_ town: TownFacts) -> [String: Int64] {
        var sums: [String: Int64] = [:]
        func add(_ transfer: LedgerSignal.Transfer) {
            sums[transfer.from, default: 0] -= transfer.amount.minorUnits
            sums[transfer.to, default: 0] += transfer.amount.minorUnits
        }
        for booked in town.books.transfers.values where booked.transfer.status == .posted { add(booked.transfer) }
        for movement in byClock(town).values where town.books.transfers[movement.transfer.id] == nil {
            add(movement.transfer)
        }
        for row in town.books.importedRows.values { sums[row.account, default: 0] += row.change }
        return sums
    }

    /// Adds up what is held, by account: holds that were acknowledged and are neither settled nor over.
    private static func heldByAccount(_ town: TownFacts) -> [String: Int64] {
        var sums: [String: Int64] = [:]
        for booked in town.books.transfers.values
        where booked.transfer.status == .pending && booked.transfer.expiresAt.map({ $0 > town.now }) ?? true {
            sums[booked.transfer.from, default: 0] += booked.transfer.amount.minorUnits
        }
        return sums
    }

    /// Returns the movements that nobody ordered by a request: schedules and debits, by the id of the transfer.
    static func byClock(_ town: TownFacts) -> [String: LedgerEvent.TransferPosted] {
        var found: [String: LedgerEvent.TransferPosted] = [:]
        for movement in town.people.flatMap(\.posted)
        where movement.entries.contains(where: { $0.cause == .schedule || $0.cause == .mandate }) {
            found[movement.transfer.id] = movement
        }
        return found
    }
}
