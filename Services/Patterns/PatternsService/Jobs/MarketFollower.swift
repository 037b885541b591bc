import Coordination

/// A reader of scanner's events that records which securities have changed, each event once.
package struct MarketFollower: Sendable {
    /// The facts of one event.
    package struct MarketChange: Hashable, Sendable {
        package let sequence: Int64
        /// The security whose daily candles changed; nil for any other event.
        package let ticker: String?
        /// The revision of the market with this change.
        package let revision: Int64

        package init(sequence: Int64, ticker: String? = nil, revision: Int64 = 0) {
            self.sequence = sequence
            self.ticker = ticker
            self.revision = revision
        }
    }

    let store: any PatternsStore

    package init(store: any PatternsStore) { self.store = store }

    /// Returns the sequence of the last handled event.
    package func lastSequence() async throws -> Int64 { try await store.read { try $0.lastSequence() } }

    /// Stores the changes of a page of events and its last sequence, in one transaction.
    package func follow(_ page: [MarketChange]) async throws {
        guard let last = page.last?.sequence else { return }
        try await store.write(deadline: nil, weight: page.count) { transaction in
            let handled = try transaction.lastSequence()
            for change in page where change.sequence > handled {
                guard let ticker = change.ticker else { continue }
                var state = try transaction.state(of: ticker) ?? TickerState(ticker: ticker)
                state.changed = max(state.changed, change.revision)
                try transaction.save(state)
            }
            if handled < last { try transaction.setLastSequence(last) }
        }
    }
}
