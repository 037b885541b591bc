import Coordination
import Domain
import Reasons
import Signals
import Storage
import StrictJSON

/// Subscriptions in a SQLite database.
package struct SQLiteSubscriptionsStore: SubscriptionsStore, SQLiteModelStore {
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

    package func reading(_ transaction: ReadTransaction) -> any SubscriptionsReading {
        SQLiteSubscriptionSnapshot(connection: transaction.connection)
    }

    package func writing(_ transaction: WriteTransaction) -> any SubscriptionsTransaction {
        SQLiteSubscriptionsTransaction(transaction: transaction, clock: clock)
    }

    /// Takes what a page of auth's events says of people, in the transaction that handles the page: forgets those who are
    /// gone, and counts the days of those who live by other clocks by these.
    ///
    /// - Throws: ``Fault`` `internal` for an event that does not say who.
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
