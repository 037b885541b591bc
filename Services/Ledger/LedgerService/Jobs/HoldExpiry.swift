import Coordination
import Domain

/// Sets money free whose hold has run out.
package struct HoldExpiry: ScheduledJob {
    /// How many at a time, so that others are not kept waiting.
    private static let atATime = 256

    package let name = "expiry of holds"
    private let store: any LedgerStore

    package init(store: any LedgerStore) { self.store = store }

    package func nextDue() async throws -> Instant? { try await store.read { try $0.nextExpiry() } }

    package func doDue() async throws -> Bool {
        try await store.write(deadline: nil, weight: Self.atATime) {
            try HoldRules.expire(in: $0, atMost: Self.atATime)
        }
    }
}
