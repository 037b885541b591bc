import Coordination
import Domain

/// Something the ledger does by itself when its time has come. What is due is on the disk, so that a stop forgets nothing.
package protocol DueWork: Sendable {
    /// For logs.
    var name: String { get }

    /// When the next of it falls due; nil when nothing waits.
    func nextDue() async throws -> Instant?

    /// Does some of what is due now.
    /// - Returns: Whether there may be more of it.
    func doDue() async throws -> Bool
}

/// Sets money free whose hold has run out.
package struct HoldExpiry: DueWork {
    /// How many at a time, so that others are not kept waiting.
    private static let atATime = 256

    package let name = "expiry of holds"
    private let store: any LedgerStore

    package init(store: any LedgerStore) { self.store = store }

    package func nextDue() async throws -> Instant? { try await store.nextExpiry() }

    package func doDue() async throws -> Bool {
        try await store.write(deadline: nil, weight: Self.atATime) {
            try HoldRules.expire(in: $0, atMost: Self.atATime)
        }
    }
}
