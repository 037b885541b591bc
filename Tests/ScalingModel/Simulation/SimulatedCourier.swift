/// Carries the payments of one ledger to the others. It has nothing of its own that would have to survive: the open
/// holds of its ledger are its list of work.
struct SimulatedCourier {
    /// How far a payment is.
    struct Carried {
        let order: Order
        var key: Int
        var attempts = 0
        var sentAt: Int
        /// What the payee's ledger has decided; nil until it answers.
        var outcome: Outcome?
    }

    let number: Int
    private let plan: SimulationPlan
    private(set) var isUp = true
    private(set) var start = 0
    /// A moment at which gathered requests are sent is coming.
    private(set) var isGathering = false
    private var carried: [Int: Carried] = [:]
    private var waiting: [Int] = []
    private var otherKeys = 0

    init(_ number: Int, of plan: SimulationPlan) {
        self.number = number
        self.plan = plan
    }

    var isIdle: Bool { carried.isEmpty }

    mutating func crash() {
        isUp = false
        start += 1
        isGathering = false
        carried = [:]
        waiting = []
    }

    mutating func restart() { isUp = true }

    /// Takes up a hold, unless it is being carried.
    mutating func take(_ order: Order, at time: Int) {
        guard carried[order.id] == nil else { return }
        carried[order.id] = Carried(order: order, key: order.id, sentAt: time)
        waiting.append(order.id)
    }

    mutating func receive(_ body: Body, at time: Int) {
        switch body {
        case .wake(let order): take(order, at: time)
        case .decided(let decisions):
            for (order, outcome) in decisions {
                guard let known = carried[order.id], known.outcome == nil else { continue }
                carried[order.id]?.outcome = outcome
                carried[order.id]?.sentAt = time
                waiting.append(order.id)
            }
        case .done(let orders): for order in orders { carried[order] = nil }
        default: break
        }
    }

    /// Looks for holds that nobody carries, and for requests that were not answered.
    mutating func look(_ holds: [Order], at time: Int) {
        if plan.brokenRule != .forgetsHoldsAtAStart { for order in holds { take(order, at: time) } }
        let late = carried.values.filter { time - $0.sentAt >= plan.patience }.map(\.order.id).sorted()
        for order in late {
            carried[order]?.sentAt = time
            if plan.brokenRule == .usesANewKeyAtARetry, carried[order]?.outcome == nil {
                otherKeys += 1
                carried[order]?.key = -(otherKeys * plan.ledgers + number) - 1
            }
            if plan.brokenRule == .voidsAfterATimeout, carried[order]?.outcome == nil,
                (carried[order]?.attempts ?? 0) >= 2
            {
                carried[order]?.outcome = .refused
            }
            waiting.append(order)
        }
    }

    /// True when requests wait to be sent and nothing will send them yet.
    mutating func beginsToGather() -> Bool {
        guard !waiting.isEmpty, !isGathering else { return false }
        isGathering = true
        return true
    }

    /// Returns the requests that wait: one for each receiver and kind.
    mutating func send() -> [Message] {
        isGathering = false
        var deposits: [[Parcel]] = Array(repeating: [], count: plan.ledgers)
        var refusals = deposits
        var endings: [(order: Order, outcome: Outcome)] = []
        for id in waiting {
            guard var item = carried[id] else { continue }
            if let outcome = item.outcome {
                endings.append((item.order, outcome))
                continue
            }
            item.attempts += 1
            carried[id] = item
            let parcel = Parcel(order: item.order, key: item.key)
            if item.attempts > plan.attempts {
                refusals[item.order.payeeLedger].append(parcel)
            } else {
                deposits[item.order.payeeLedger].append(parcel)
            }
            if plan.brokenRule == .postsBeforeTheDeposit { endings.append((item.order, .paid)) }
        }
        waiting = []
        var messages: [Message] = []
        for ledger in 0..<plan.ledgers {
            if !deposits[ledger].isEmpty { messages.append(message(to: ledger, .deposit(deposits[ledger]))) }
            if !refusals[ledger].isEmpty { messages.append(message(to: ledger, .refuse(refusals[ledger]))) }
        }
        if !endings.isEmpty { messages.append(message(to: number, .settle(endings))) }
        return messages
    }

    private func message(to ledger: Int, _ body: Body) -> Message {
        Message(from: .courier(number), to: .ledger(ledger), body: body)
    }
}
