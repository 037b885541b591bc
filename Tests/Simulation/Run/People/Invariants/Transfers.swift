import Domain
import Signals

extension Invariants {
    /// Each acknowledged transfer is in the ledger once, as it was answered, and there is none that nobody asked for.
    static func transfers(_ town: TownFacts) -> [String] {
        var problems: [String] = []
        let clock = byClock(town)
        let count =
            town.books.transfers.count + clock.keys.filter { town.books.transfers[$0] == nil }.count
            + town.books.importedRows.count
        if Int(town.check.transfers) != count {
            problems.append(
                "The ledger has \(town.check.transfers) transfers; \(town.books.transfers.count) were acknowledged, "
                    + "\(clock.count) were made by schedules and mandates, and \(town.books.importedRows.count) rows "
                    + "imported.")
        }
        for person in town.people { problems += ownTransfers(person, town) }
        return problems
    }

    private static func ownTransfers(_ person: PersonFacts, _ town: TownFacts) -> [String] {
        var problems: [String] = []
        let told = ToldTransfers(person)
        for id in told.postedTwice.sorted() {
            problems.append("Transfer \(id) moved money twice for person \(person.index).")
        }
        let own = Set(person.accounts.map(\.id))
        for (id, booked) in town.books.transfers.sorted(by: { $0.key < $1.key })
        where own.contains(booked.transfer.from) || own.contains(booked.transfer.to) {
            problems += compare(booked, told, person, town)
            if let movement = told.posted[id] { problems += balances(booked, movement) }
        }
        for movement in person.posted {
            let isOrdered = movement.entries.contains { $0.cause == .order }
            if isOrdered, town.books.transfers[movement.transfer.id] == nil {
                problems.append(
                    "Transfer \(movement.transfer.id) of person \(person.index) was ordered by nobody, or not "
                        + "acknowledged: \(movement.transfer).")
            }
        }
        for id in told.newest.keys.sorted() where told.posted[id] == nil && town.books.transfers[id] == nil {
            problems.append("Hold \(id) of person \(person.index) was made by nobody.")
        }
        problems += openHolds(person, town, own)
        return problems
    }

    private static func compare(
        _ booked: BookedTransfer, _ told: ToldTransfers, _ person: PersonFacts, _ town: TownFacts
    ) -> [String] {
        let transfer = booked.transfer
        guard let newest = told.newest[transfer.id] else {
            return [
                "Transfer \(transfer.id) of \(transfer.amount.decimalText) \(transfer.amount.currency), act "
                    + "\(booked.number) of person \(booked.person), was acknowledged and is not in the ledger of "
                    + "person \(person.index)."
            ]
        }
        if newest == transfer { return [] }
        if transfer.status == .pending, let end = transfer.expiresAt {
            let isExpired =
                newest.status == .expired && newest.amount == transfer.amount
                && newest.settledAt.map { $0 >= end } ?? false
            if isExpired { return [] }
        }
        return [
            "Transfer \(transfer.id), act \(booked.number) of person \(booked.person), was acknowledged as "
                + "\(transfer), and is told to person \(person.index) as \(newest)."
        ]
    }

    /// The balances of an answer are those after the transfer.
    private static func balances(_ booked: BookedTransfer, _ movement: LedgerEvent.TransferPosted) -> [String] {
        guard booked.transfer.status == .posted else { return [] }
        return booked.balances.compactMap { balance in
            guard let entry = movement.entries.first(where: { $0.account == balance.account }),
                entry.balanceAfter != balance.balance
            else { return nil }
            return "Transfer \(booked.transfer.id) was answered with \(balance.balance.decimalText) in account "
                + "\(balance.account); the ledger tells \(entry.balanceAfter.decimalText)."
        }
    }

    /// The list of holds has those that are open, and a hold that is over does not stay open.
    private static func openHolds(_ person: PersonFacts, _ town: TownFacts, _ own: Set<String>) -> [String] {
        var problems: [String] = []
        let listed = Set(person.holds.map(\.id))
        for booked in town.books.transfers.values.map(\.transfer).sorted(by: { $0.id < $1.id })
        where booked.status == .pending && (own.contains(booked.from) || own.contains(booked.to)) {
            let isOver = booked.expiresAt.map { $0 + grace < town.now } ?? false
            let isOpen = booked.expiresAt.map { $0 > town.now } ?? true
            if isOpen, !listed.contains(booked.id) {
                problems.append("Hold \(booked.id) is open and not listed to person \(person.index).")
            }
            if isOver, listed.contains(booked.id) {
                problems.append("Hold \(booked.id) has expired and is listed to person \(person.index).")
            }
            if isOver, !person.ledger.contains(where: { $0.releases(booked.id) }) {
                problems.append(
                    "Hold \(booked.id), over at \(booked.expiresAt.map { "\($0)" } ?? ""), was not released.")
            }
        }
        return problems
    }
}

/// The transfers of a person by the events of ledger.
struct ToldTransfers {
    /// The movements by the id of the transfer.
    private(set) var posted: [String: LedgerEvent.TransferPosted] = [:]
    /// The last that was told of each transfer.
    private(set) var newest: [String: LedgerSignal.Transfer] = [:]
    /// Transfers that moved money more than once.
    private(set) var postedTwice: Set<String> = []

    init(_ person: PersonFacts) {
        for event in person.ledger {
            switch event.facts {
            case .posted(let movement):
                newest[movement.transfer.id] = movement.transfer
                if posted.updateValue(movement, forKey: movement.transfer.id) != nil {
                    postedTwice.insert(movement.transfer.id)
                }
            case .held(let hold): newest[hold.transfer.id] = hold.transfer
            case .released(let hold): newest[hold.transfer.id] = hold.transfer
            default: break
            }
        }
    }
}

extension ToldEvent {
    /// True for the event by which a hold was released.
    func releases(_ transfer: String) -> Bool {
        if case .released(let hold) = facts { hold.transfer.id == transfer } else { false }
    }
}
