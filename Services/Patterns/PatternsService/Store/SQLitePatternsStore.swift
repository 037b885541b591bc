import Coordination
import Domain
import Reasons
import Signals
import Storage
import StrictJSON

/// The store of patterns in a SQLite database.
package struct SQLitePatternsStore: PatternsStore, SQLiteModelStore {
    /// The source of events about candles; the cursor is stored under its name.
    static let source = "scanner"

    /// The database, which also holds the event log.
    package let store: Store
    private let clock: WallClock

    /// Opens the file, and creates it when it does not exist.
    ///
    /// - Throws: ``StorageError``.
    package static func open(
        at path: String, clock: WallClock = .system, options: StoreOptions = StoreOptions()
    ) async throws -> SQLitePatternsStore {
        SQLitePatternsStore(
            store: try await Store.open(at: path, migrations: PatternsMigrations.all, options: options), clock: clock)
    }

    package func reading(_ transaction: ReadTransaction) -> any PatternsReading {
        SQLitePatternSnapshot(connection: transaction.connection)
    }

    package func writing(_ transaction: WriteTransaction) -> any PatternsTransaction {
        SQLitePatternsTransaction(transaction: transaction, clock: clock)
    }

    /// Deletes the data of the users whom a page of auth's events reports as deleted, in the transaction that stores
    /// the page's cursor.
    ///
    /// - Throws: ``Fault`` `internal` for an event without a user.
    @Sendable func forgetDeleted(_ events: [Event], in transaction: WriteTransaction) throws {
        for event in events where event.type == "auth.userDeleted" {
            guard let userID = try? JSONDocument(event.data).root.member("userId")?.string else {
                throw Fault(.internalFault, .badAuthEvent, ["sequence": .number(Int(event.sequence))])
            }
            try SQLitePatternsTransaction(transaction: transaction, clock: clock).forget(userID: userID)
        }
    }
}

extension MarketFollower.MarketChange {
    /// Decodes an event of scanner member by member, so that a later scanner may add members.
    ///
    /// - Throws: ``Fault`` `internal` for a malformed event of a known type.
    package init(_ event: Event) throws(Fault) {
        guard event.type == ScannerEvent.CandlesChanged.type else {
            self.init(sequence: event.sequence)
            return
        }
        guard let facts = try? JSONDocument(event.data).root, let ticker = facts.member("ticker")?.string,
            let timeframe = facts.member("timeframe")?.string
        else {
            throw Fault(.internalFault, .badScannerEvent, ["sequence": .number(Int(event.sequence))])
        }
        // Events of older versions have no revision; the scheduled scan finds those changes.
        let isDaily = timeframe == ScannerSignal.Timeframe.oneDay.rawValue
        self.init(
            sequence: event.sequence, ticker: isDaily ? ticker : nil, revision: facts.member("revision")?.int64 ?? 0)
    }
}
