import Coordination
import Domain
import Storage
import StrictJSON

/// Subscriptions in a SQLite database.
package struct SQLiteSubscriptionsStore: SubscriptionsStore {
    /// The service whose events tell of money, by whose name the cursor is kept.
    static let source = "ledger"

    /// The database, whose log of events others read.
    package let store: Store
    private let clock: WallClock

    /// Opens the file, making it when there is none.
    ///
    /// - Throws: ``StorageError``.
    package static func open(
        at path: String, clock: WallClock = .system, options: StoreOptions = StoreOptions()
    ) async throws -> SQLiteSubscriptionsStore {
        SQLiteSubscriptionsStore(
            store: try await Store.open(at: path, migrations: SubscriptionsMigrations.all, options: options),
            clock: clock)
    }

    package func write<Value: Sendable>(
        deadline: Instant?, weight: Int, _ body: @escaping @Sendable (any SubscriptionBooks) throws -> Value
    ) async throws -> Value {
        try await store.write(deadline: deadline, weight: weight) { [clock] transaction in
            try body(SQLiteSubscriptionBooks(transaction: transaction, clock: clock))
        }
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SubscriptionReading) throws -> Value
    ) async throws -> Value {
        try await store.read { try body(SQLiteSubscriptionReading(connection: $0.connection)) }
    }

    /// Forgets the users who are gone by a page of auth's events, in the transaction that handles the page.
    ///
    /// - Throws: ``Fault`` `internal` for an event that does not say who.
    @Sendable func forgetDeleted(_ events: [Event], in transaction: WriteTransaction) throws {
        for event in events where event.type == "auth.userDeleted" {
            guard let userID = try? JSONDocument(event.data).root.member("userId")?.string else {
                throw Fault(.internalFault, "Event \(event.sequence) of auth does not say which user was deleted.")
            }
            try SQLiteSubscriptionBooks(transaction: transaction, clock: clock).forget(userID)
        }
    }
}
