import Coordination

/// Follows ledger: handles pages of its events, each event once.
struct LedgerFollower: Sendable {
    let store: any HistoryStore
    let progress: ReadingProgress

    /// Returns the sequence of the last handled event.
    func lastSequence() async throws -> Int64 { try await store.read { try $0.lastSequence() } }

    /// Stores the facts of a page of events and its last sequence in one transaction.
    ///
    /// Events that were handled before are skipped. So is a page that begins later than the next event: it was
    /// requested before a rebuild cleared everything, and its events come again in order.
    func follow(_ page: [RecordedFact]) async throws {
        let reached = try await store.write(deadline: nil, weight: page.count) { transaction -> Int64 in
            let last = try transaction.reading.lastSequence()
            var next = last + 1
            var accounts: [OwnedAccount] = []
            var movements: [Movement] = []
            for recorded in page where recorded.sequence == next {
                next += 1
                switch recorded.fact {
                case .accountOpened(let account), .accountChanged(let account): accounts.append(account)
                case .moneyMoved(let moved): movements += moved
                case .other: break
                }
            }
            guard next > last + 1 else { return last }
            try transaction.add(accounts)
            try transaction.add(movements)
            try transaction.setLastSequence(next - 1)
            return next - 1
        }
        progress.reach(reached)
    }
}
