import Coordination
import Domain
import Reasons
import Signals
import Storage
import StrictJSON

/// The store of subscriptions in a SQLite database.
package struct SQLiteSubscriptionsStore: SubscriptionsStore, SQLiteModelStore {
    /// The source of events about money; the cursor is stored under its name.
    static let source = "ledger"

    /// The database, which also holds the event log.
    package let store: Store
    let clock: WallClock

    /// Opens the file, and creates it when it does not exist.
    ///
    /// - Throws: ``StorageError``.
    package static func open(
        at path: String, clock: WallClock = .system, options: StoreOptions = StoreOptions()
    ) async throws -> SQLiteSubscriptionsStore {
        SQLiteSubscriptionsStore(
            store: try await Store.open(at: path, migrations: SubscriptionsMigrations.all, options: options),
            clock: clock)
    }

    package func reading(_ transaction: ReadTransaction) -> any SubscriptionsReading {
        SQLiteSubscriptionSnapshot(connection: transaction.connection)
    }

    package func writing(_ transaction: WriteTransaction) -> any SubscriptionsTransaction {
        SQLiteSubscriptionsTransaction(transaction: transaction, clock: clock)
    }

    /// Handles a page of auth's events in the transaction that stores the page's cursor: deletes the data of deleted
    /// users and applies changed time zones.
    ///
    /// - Throws: ``Fault`` `internal` for an event without a user.
    func followPeople(_ events: [Event], by timetable: Timetable, in transaction: WriteTransaction) throws {
        for event in events {
            if let change = try PersonZones.change(in: event) {
                let subscriptions = SQLiteSubscriptionsTransaction(transaction: transaction, clock: clock)
                if try timetable.live(by: change.zone, change.person, revision: change.revision, in: subscriptions) {
                    let event = SubscriptionsEvent.Changed(userId: change.person, id: nil, change: .settings)
                    try subscriptions.tell(.changed(event))
                }
            }
            guard event.type == "auth.userDeleted" else { continue }
            guard let userID = try? JSONDocument(event.data).root.member("userId")?.string else {
                throw Fault(.internalFault, .badAuthEvent, ["sequence": .text("\(event.sequence)")])
            }
            try SQLiteSubscriptionsTransaction(transaction: transaction, clock: clock).forget(userID)
        }
    }
}
