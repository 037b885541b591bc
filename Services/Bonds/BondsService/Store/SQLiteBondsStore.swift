import Coordination
import Domain
import Reasons
import Storage
import StrictJSON

/// The store of bonds, their quotes (in blocks) and holdings in SQLite.
struct SQLiteBondsStore: BondsStore, SQLiteModelStore {
    let store: Store
    private let clock: WallClock

    init(_ store: Store, clock: WallClock) {
        self.store = store
        self.clock = clock
    }

    func reading(_ transaction: ReadTransaction) -> any BondsReading {
        SQLiteBondsReading(connection: transaction.connection)
    }

    func writing(_ transaction: WriteTransaction) -> any BondsTransaction {
        SQLiteBondsWriting(transaction: transaction, now: clock.now())
    }

    /// Deletes the data of the users whom a page of auth's events reports as deleted, in the transaction that stores
    /// the page's cursor.
    ///
    /// - Throws: ``Fault`` `internal` for an event without a user.
    func forgetDeleted(_ events: [Event], in transaction: WriteTransaction) throws {
        for event in events where event.type == "auth.userDeleted" {
            guard let user = try? JSONDocument(event.data).root.member("userId")?.string else {
                throw Fault(.internalFault, .badAuthEvent, ["sequence": .number(Int(event.sequence))])
            }
            try SQLiteBondsWriting(transaction: transaction, now: clock.now()).forget(user)
        }
    }
}
