import Coordination

/// Notes which securities have changed, by the events of scanner, each event once.
package struct MarketFollower: Sendable {
    /// What one event tells.
    package struct MarketChange: Hashable, Sendable {
        package let sequence: Int64
        /// The security whose daily candles changed; nil for any other event.
        package let ticker: String?
        /// By which change of the market.
        package let revision: Int64

        package init(sequence: Int64, ticker: String? = nil, revision: Int64 = 0) {
            self.sequence = sequence
            self.ticker = ticker
            self.revision = revision
        }
    }

    let store: any PatternsStore

    package init(store: any PatternsStore) { self.store = store }

    /// The sequence of the last event that was handled.
    package func lastSequence() async throws -> Int64 { try await store.read { try $0.lastSequence() } }

    /// Notes what a page of events tells and its last sequence, all or nothing.
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
