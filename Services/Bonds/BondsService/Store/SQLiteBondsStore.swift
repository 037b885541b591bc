import Coordination
import Domain
import Reasons
import Storage
import StrictJSON

/// Bonds, their quotes in blocks, and holdings in SQLite.
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

    /// Forgets the users who are gone by a page of auth's events, in the transaction that handles the page.
    ///
    /// - Throws: ``Fault`` `internal` for an event that does not say who.
    func forgetDeleted(_ events: [Event], in transaction: WriteTransaction) throws {
        for event in events where event.type == "auth.userDeleted" {
            guard let user = try? JSONDocument(event.data).root.member("userId")?.string else {
                throw Fault(.internalFault, .badAuthEvent, ["sequence": .number(Int(event.sequence))])
            }
            try SQLiteBondsWriting(transaction: transaction, now: clock.now()).forget(user)
        }
    }
}
