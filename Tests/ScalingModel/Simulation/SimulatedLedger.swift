/// One ledger: a processor, and books that survive crashes.
///
/// The books of a ledger are double entries: its own accounts, one account for what it has paid into each other ledger,
/// and one for what it has received from each.
struct SimulatedLedger {
    /// A request that the processor has finished, with what its answer is.
    typealias Answer = (to: Node, body: Body)

    let number: Int
    private let rule: BrokenRule?

    // What a crash loses.
    private(set) var isUp = true
    /// Counts the starts; work of an earlier start is gone.
    private(set) var start = 0
    /// The processor is occupied until then.
    var busyUntil = 0

    // What a crash does not lose.
    private(set) var balances: [Int]
    private(set) var held: [Int]
    private(set) var frozen: [Bool]
    /// Money that left for each ledger, and money that came from each; the second is never positive.
    private(set) var dueTo: [Int]
    private(set) var dueFrom: [Int]
    private(set) var openHolds: [Int: (order: Order, since: Int)] = [:]
    private var endedHolds: [Int: Outcome] = [:]
    private var answers: [Key: Outcome?] = [:]
    /// The newest keys, for the rule that stores answers later.
    private var newestKeys: [(time: Int, key: Key)] = []

    init(_ number: Int, of plan: SimulationPlan) {
        self.number = number
        rule = plan.brokenRule
        balances = Array(repeating: plan.openingBalance, count: plan.accountsOfALedger)
        held = Array(repeating: 0, count: plan.accountsOfALedger)
        frozen = Array(repeating: plan.frozenAtFirst && number > 0, count: plan.accountsOfALedger)
        dueTo = Array(repeating: 0, count: plan.ledgers)
        dueFrom = dueTo
    }

    mutating func crash(at time: Int) {
        isUp = false
        start += 1
        guard rule == .storesAnswersLater else { return }
        for entry in newestKeys where entry.time > time - Self.storedLater { answers[entry.key] = nil }
    }

    mutating func restart(at time: Int) {
        isUp = true
        busyUntil = time
    }

    mutating func toggleFreeze(of account: Int) { frozen[account].toggle() }

    /// Executes a request in one transaction.
    mutating func execute(_ message: Message, at time: Int, effects: inout Effects) -> [Answer] {
        switch message.body {
        case .pay(let order): return pay(order, from: message.from, at: time, &effects)
        case .deposit(let parcels):
            return [(message.from, .decided(parcels.map { ($0.order, deposit($0, at: time, &effects)) }))]
        case .refuse(let parcels):
            return [(message.from, .decided(parcels.map { ($0.order, refuse($0, at: time)) }))]
        case .settle(let endings):
            var answers: [Answer] = []
            var done: [Int] = []
            for (order, outcome) in endings where end(order, outcome, &effects) {
                done.append(order.id)
                if let client = effects.waiting(for: order.id) {
                    answers.append((client, .settled(order.id, endedHolds[order.id] ?? outcome)))
                }
            }
            return [(message.from, .done(done))] + answers
        default: return []
        }
    }

    /// The rows of a request, which occupy the processor.
    static func rows(of body: Body) -> Int {
        switch body {
        case .deposit(let parcels), .refuse(let parcels): parcels.count
        case .settle(let endings): endings.count
        default: 1
        }
    }

    /// Holds that expire, under the rule that breaks them.
    mutating func expireHolds(at time: Int, _ effects: inout Effects) {
        for hold in openHolds.values.sorted(by: { $0.order.id < $1.order.id }) where hold.since < time - Self.holdLife {
            _ = end(hold.order, .refused, &effects)
        }
    }

    // MARK: The transactions

    private mutating func pay(
        _ order: Order, from client: Node, at time: Int, _ effects: inout Effects
    ) -> [Answer] {
        let key = Key(caller: order.payer, number: order.id)
        if let known = answers[key] {
            let outcome = known ?? endedHolds[order.id]
            return [(client, outcome.map { .settled(order.id, $0) } ?? .accepted(order.id))]
        }
        guard balances[order.payer] - held[order.payer] >= order.amount, !frozen[order.payer] else {
            keep(.refused, key, at: time)
            return [(client, .settled(order.id, .refused))]
        }
        if order.crossesLedgers {
            held[order.payer] += order.amount
            openHolds[order.id] = (order, time)
            keep(nil, key, at: time)
            return [(client, .accepted(order.id)), (.courier(number), .wake(order))]
        }
        guard !frozen[order.payee] else {
            keep(.refused, key, at: time)
            return [(client, .settled(order.id, .refused))]
        }
        balances[order.payer] -= order.amount
        balances[order.payee] += order.amount
        effects.moved(order)
        keep(.paid, key, at: time)
        return [(client, .settled(order.id, .paid))]
    }

    private mutating func deposit(_ parcel: Parcel, at time: Int, _ effects: inout Effects) -> Outcome {
        let order = parcel.order
        let key = Key(caller: -1 - order.payerLedger, number: parcel.key)
        if let known = answers[key], let outcome = known { return outcome }
        guard !frozen[order.payee] else {
            if rule != .forgetsRefusals { keep(.refused, key, at: time) }
            return .refused
        }
        dueFrom[order.payerLedger] -= order.amount
        balances[order.payee] += order.amount
        effects.deposited(order)
        keep(.paid, key, at: time)
        return .paid
    }

    /// Refuses the key for ever, unless the deposit has been made.
    private mutating func refuse(_ parcel: Parcel, at time: Int) -> Outcome {
        let key = Key(caller: -1 - parcel.order.payerLedger, number: parcel.key)
        if let known = answers[key], let outcome = known { return outcome }
        keep(.refused, key, at: time)
        return .refused
    }

    /// Posts or voids a hold, once.
    ///
    /// - Returns: True when the hold has ended, now or before.
    private mutating func end(_ order: Order, _ outcome: Outcome, _ effects: inout Effects) -> Bool {
        guard openHolds[order.id] != nil else { return endedHolds[order.id] != nil }
        if rule == .refusesToPostForFrozenAccounts, outcome == .paid, frozen[order.payer] { return false }
        openHolds[order.id] = nil
        endedHolds[order.id] = outcome
        held[order.payer] -= order.amount
        if outcome == .paid {
            balances[order.payer] -= order.amount
            dueTo[order.payeeLedger] += order.amount
        }
        effects.ended(order, outcome)
        return true
    }

    private mutating func keep(_ outcome: Outcome?, _ key: Key, at time: Int) {
        answers[key] = .some(outcome)
        if rule == .storesAnswersLater { newestKeys.append((time, key)) }
    }

    private static let storedLater = 20_000_000
    private static let holdLife = 60_000_000
}
