import TestSupport

/// Ledgers that pay each other by hold, deposit and post, in virtual time: no socket, no thread, no clock. The same
/// plan gives the same run.
///
/// A ledger has one processor and executes a request at a time; its books survive crashes, its queue does not. Clients
/// and the courier of a ledger are on its machine. Messages to other ledgers take the time of the network.
public struct InterLedgerSimulation {
    enum Event {
        case arrive(Message)
        case executed(ledger: Int, start: Int, Message)
        case answer(ledger: Int, start: Int, [SimulatedLedger.Answer])
        case order(client: Int)
        case askAgain(client: Int, order: Int)
        case look(courier: Int)
        case send(courier: Int, start: Int)
        case crash(Node)
        case restart(Node)
        case freeze
    }

    let plan: SimulationPlan
    var random: SeededGenerator
    var queue = EventQueue<Event>()
    var now = 0
    var ledgers: [SimulatedLedger]
    var couriers: [SimulatedCourier]
    /// The payment of each client that is under way.
    var ordered: [Order?]
    var effects: Effects
    var audit: BooksAudit
    var counts = SimulationResult.Counts()

    private init(_ plan: SimulationPlan) {
        self.plan = plan
        random = SeededGenerator(seed: plan.seed)
        ledgers = (0..<plan.ledgers).map { SimulatedLedger($0, of: plan) }
        couriers = (0..<plan.ledgers).map { SimulatedCourier($0, of: plan) }
        ordered = Array(repeating: nil, count: plan.ledgers * plan.clients)
        effects = Effects(countsFrom: plan.countsFrom, countsUntil: plan.ends)
        audit = BooksAudit(plan)
    }

    /// Runs a plan until every payment has ended, and checks the books of all ledgers.
    public static func run(_ plan: SimulationPlan) -> SimulationResult {
        var simulation = InterLedgerSimulation(plan)
        simulation.begin()
        while let (time, event) = simulation.queue.next() {
            simulation.now = time
            simulation.effects.now = time
            if let handled = simulation.disturb(event) { simulation.handle(handled) }
            simulation.counts.events += 1
        }
        simulation.audit.settled(simulation.ledgers, simulation.effects)
        return SimulationResult(
            plan, simulation.effects, violations: simulation.audit.violations, counts: simulation.counts)
    }

    private mutating func begin() {
        // Clients that began together would go on together.
        for client in ordered.indices { queue.schedule(.order(client: client), at: random.below(plan.pause + 1_000)) }
        for courier in 0..<plan.ledgers {
            queue.schedule(.look(courier: courier), at: random.below(plan.patience / 2))
            guard let mean = plan.faults.betweenCrashes else { continue }
            queue.schedule(.crash(.ledger(courier)), at: exponential(mean))
            queue.schedule(.crash(.courier(courier)), at: exponential(mean))
        }
        if let mean = plan.faults.betweenFreezes { queue.schedule(.freeze, at: exponential(mean)) }
    }

    private mutating func handle(_ event: Event) {
        switch event {
        case .arrive(let message): arrive(message)
        case .executed(let ledger, let start, let message):
            guard ledgers[ledger].isUp, ledgers[ledger].start == start else { return }
            let answers = ledgers[ledger].execute(message, at: now, effects: &effects)
            queue.schedule(.answer(ledger: ledger, start: start, answers), at: now + plan.service.commit)
        case .answer(let ledger, let start, let answers):
            guard ledgers[ledger].isUp, ledgers[ledger].start == start else { return }
            for answer in answers { transmit(Message(from: .ledger(ledger), to: answer.to, body: answer.body)) }
        case .order(let client): order(client)
        case .askAgain(let client, let id):
            guard let order = ordered[client], order.id == id, now < plan.ends + Self.settlingTime else { return }
            if isFaulty, random.chance(plan.faults.abandoned) {
                effects.left(id)
                return finish(client)
            }
            ask(client, order)
        case .look(let courier): look(courier)
        case .send(let courier, let start):
            guard couriers[courier].isUp, couriers[courier].start == start else { return }
            for message in couriers[courier].send() { transmit(message) }
        case .crash(let node): crash(node)
        case .restart(let node): restart(node)
        case .freeze:
            guard isFaulty, let mean = plan.faults.betweenFreezes else { return }
            let ledger = random.below(plan.ledgers)
            ledgers[ledger].toggleFreeze(of: random.below(plan.accountsOfALedger))
            queue.schedule(.freeze, at: now + exponential(mean))
        }
    }

    private mutating func arrive(_ message: Message) {
        switch message.to {
        case .ledger(let number):
            guard ledgers[number].isUp else { return }
            let rows = SimulatedLedger.rows(of: message.body)
            ledgers[number].busyUntil = max(now, ledgers[number].busyUntil) + plan.service.busy(rows: rows)
            queue.schedule(
                .executed(ledger: number, start: ledgers[number].start, message), at: ledgers[number].busyUntil)
        case .courier(let number):
            guard couriers[number].isUp else { return }
            couriers[number].receive(message.body, at: now)
            gather(number)
        case .client(let number): receive(message.body, client: number)
        }
    }

    // MARK: Clients

    private mutating func order(_ client: Int) {
        let id = effects.nextOrder
        guard now < plan.ends, id < plan.payments ?? .max else { return }
        let payerLedger = client / plan.clients
        let crosses = plan.ledgers > 1 && random.next() % 1_000_000 < UInt64(plan.crossShare * 1_000_000)
        let payer = random.below(plan.accountsOfALedger)
        let order = Order(
            id: id, payerLedger: payerLedger, payer: payer,
            payeeLedger: crosses ? (payerLedger + 1 + random.below(plan.ledgers - 1)) % plan.ledgers : payerLedger,
            payee: crosses
                ? random.below(plan.accountsOfALedger)
                : (payer + 1 + random.below(plan.accountsOfALedger - 1)) % plan.accountsOfALedger,
            amount: 1 + random.below(20))
        effects.began(order, of: .client(client))
        ordered[client] = order
        ask(client, order)
    }

    private mutating func ask(_ client: Int, _ order: Order) {
        transmit(Message(from: .client(client), to: .ledger(order.payerLedger), body: .pay(order)))
        if !plan.faults.isNone { queue.schedule(.askAgain(client: client, order: order.id), at: now + plan.patience) }
    }

    private mutating func receive(_ body: Body, client: Int) {
        switch body {
        case .accepted(let id) where ordered[client]?.id == id && !plan.waitsForTheEnd:
            effects.left(id)
            finish(client)
        case .settled(let id, let outcome):
            effects.told(id, outcome)
            if ordered[client]?.id == id { finish(client) }
        default: return
        }
    }

    private mutating func finish(_ client: Int) {
        ordered[client] = nil
        queue.schedule(.order(client: client), at: now + (plan.pause == 0 ? 0 : exponential(plan.pause)))
    }

    // MARK: Couriers

    private mutating func look(_ courier: Int) {
        audit.running(ledgers)
        if couriers[courier].isUp, ledgers[courier].isUp {
            if plan.brokenRule == .letsHoldsExpire { ledgers[courier].expireHolds(at: now, &effects) }
            let holds = ledgers[courier].openHolds.values
                // A newer one is on its way to the courier.
                .filter { now - $0.since >= plan.patience }.map(\.order).sorted { $0.id < $1.id }
            couriers[courier].look(holds, at: now)
            gather(courier)
        }
        guard now < plan.ends || (!isSettled && now < plan.ends + Self.settlingTime) else { return }
        queue.schedule(.look(courier: courier), at: now + plan.patience / 2)
    }

    private mutating func gather(_ courier: Int) {
        guard couriers[courier].beginsToGather() else { return }
        queue.schedule(.send(courier: courier, start: couriers[courier].start), at: now + plan.gathering)
    }

    private var isSettled: Bool {
        ordered.allSatisfy { $0 == nil } && ledgers.allSatisfy { $0.isUp && $0.openHolds.isEmpty }
            && couriers.allSatisfy { $0.isUp && $0.isIdle }
    }

    /// A run in which a payment has not ended by then has a payment that never ends.
    private static let settlingTime = 5_000_000_000
}
