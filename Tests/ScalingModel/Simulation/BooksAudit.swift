/// A broken promise, found in the books.
public enum Violation: Hashable, Sendable {
    /// The accounts of people have so much more than at the beginning.
    case moneyMade(Int)
    /// The accounts of one ledger do not add up.
    case ledgerOutOfBalance(Int)
    /// A payment took effect more than once.
    case doneTwice(Int)
    /// A payment was posted and not deposited, or deposited and not posted.
    case sidesDiffer(Int)
    /// The client was told something else than what happened.
    case toldOtherwise(Int)
    /// What a ledger has received from another is not what the other has paid, when all has ended.
    case dueAccountsDiffer(payer: Int, payee: Int)
    /// What a ledger has received from another is less than what the other has paid, or more than that and what it
    /// holds; checked at any moment.
    case dueAccountsImpossible(payer: Int, payee: Int)
    /// A hold is still open when all has ended.
    case holdLeft(Int)
}

/// Checks the books of all ledgers, while they work and when all payments have ended.
struct BooksAudit {
    private(set) var violations: Set<Violation> = []
    private let opening: Int
    private let size: Int

    init(_ plan: SimulationPlan) {
        opening = plan.openingBalance * plan.accountsOfALedger
        size = plan.ledgers
    }

    /// Compares the due accounts of each pair of ledgers while payments are under way.
    mutating func running(_ ledgers: [SimulatedLedger]) {
        // With many ledgers, which are there for speed, the end of the run is checked only.
        guard size <= 8 else { return }
        for payer in ledgers {
            var held = Array(repeating: 0, count: size)
            for hold in payer.openHolds.values { held[hold.order.payeeLedger] += hold.order.amount }
            for payee in ledgers {
                let posted = payer.dueTo[payee.number]
                let received = -payee.dueFrom[payer.number]
                if received < posted || received > posted + held[payee.number] {
                    violations.insert(.dueAccountsImpossible(payer: payer.number, payee: payee.number))
                }
            }
        }
    }

    /// Checks everything at the end.
    mutating func settled(_ ledgers: [SimulatedLedger], _ effects: Effects) {
        let money = ledgers.map { $0.balances.reduce(0, +) }.reduce(0, +)
        if money != opening * size { violations.insert(.moneyMade(money - opening * size)) }
        for ledger in ledgers {
            let sum = (ledger.balances + ledger.dueTo + ledger.dueFrom).reduce(0, +)
            if sum != opening { violations.insert(.ledgerOutOfBalance(ledger.number)) }
            for hold in ledger.openHolds.keys { violations.insert(.holdLeft(hold)) }
            for other in ledgers where ledger.dueTo[other.number] + other.dueFrom[ledger.number] != 0 {
                violations.insert(.dueAccountsDiffer(payer: ledger.number, payee: other.number))
            }
        }
        for effect in effects.all { check(effect) }
    }

    private mutating func check(_ effect: Effects.Effect) {
        let id = effect.order.id
        if effect.moves > 1 || effect.deposits > 1 || effect.posts + effect.voids > 1 {
            violations.insert(.doneTwice(id))
        }
        if effect.deposits != effect.posts { violations.insert(.sidesDiffer(id)) }
        switch effect.told {
        case .paid where effect.moves + effect.deposits == 0: violations.insert(.toldOtherwise(id))
        case .refused where effect.moves + effect.deposits > 0: violations.insert(.toldOtherwise(id))
        default: return
        }
    }
}
