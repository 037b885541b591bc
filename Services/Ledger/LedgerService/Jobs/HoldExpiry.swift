import Coordination
import Domain

/// The job that expires holds.
package struct HoldExpiry: ScheduledJob {
    /// The most holds per transaction, so that other writes do not wait long.
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
