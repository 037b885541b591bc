import Glibc
import TestSupport

extension InterLedgerSimulation {
    /// True while faults happen.
    var isFaulty: Bool { now < plan.ends }

    /// Returns a time with an exponential distribution.
    mutating func exponential(_ mean: Int) -> Int {
        let share = Double(random.next() >> 11) / Double(1 << 53)
        return Int(-log(1 - share) * Double(mean))
    }

    /// Sends a message, which may be lost, delayed or arrive twice.
    mutating func transmit(_ message: Message) {
        let faults = plan.faults
        if isFaulty, faults.lost > 0, random.chance(faults.lost) {
            counts.lost += 1
            return
        }
        queue.schedule(.arrive(message), at: now + transit(of: message))
        if isFaulty, faults.duplicated > 0, random.chance(faults.duplicated) {
            counts.duplicated += 1
            queue.schedule(.arrive(message), at: now + transit(of: message) + exponential(plan.patience * 4))
        }
    }

    private mutating func transit(of message: Message) -> Int {
        let delay =
            isFaulty && plan.faults.delayed > 0 && random.chance(plan.faults.delayed)
            ? exponential(plan.patience * 2) : 0
        switch (message.from, message.to) {
        case (.courier(let one), .ledger(let other)) where one != other,
            (.ledger(let one), .courier(let other)) where one != other:
            return delay + plan.network.least + exponential(plan.network.added)
        default: return delay
        }
    }

    /// Applies the one fault of this plan when its event has come.
    ///
    /// - Returns: The event to handle; nil for a message that is lost.
    mutating func disturb(_ event: Event) -> Event? {
        guard let (index, fault) = plan.faults.single, index == counts.events else { return event }
        switch fault {
        case .crash(let node):
            crash(node)
            return event
        case .loseTheMessage:
            guard case .arrive = event else { return event }
            counts.lost += 1
            return nil
        case .duplicateTheMessage:
            guard case .arrive = event else { return event }
            counts.duplicated += 2
            queue.schedule(event, at: now + plan.network.least)
            queue.schedule(event, at: now + plan.patience * 10)
            return event
        }
    }

    mutating func crash(_ node: Node) {
        switch node {
        case .ledger(let number) where ledgers[number].isUp: ledgers[number].crash(at: now)
        case .courier(let number) where couriers[number].isUp: couriers[number].crash()
        default: return
        }
        counts.crashes += 1
        queue.schedule(.restart(node), at: now + plan.faults.restartsAfter)
    }

    mutating func restart(_ node: Node) {
        switch node {
        case .ledger(let number): ledgers[number].restart(at: now)
        case .courier(let number): couriers[number].restart()
        case .client: return
        }
        guard isFaulty, let mean = plan.faults.betweenCrashes else { return }
        queue.schedule(.crash(node), at: now + exponential(mean))
    }
}
