import Coordination
import Domain
import Reasons
import Signals
import Storage
import StrictJSON

/// Patterns in a SQLite database.
package struct SQLitePatternsStore: PatternsStore, SQLiteModelStore {
    /// The service whose events tell of changed candles, by whose name the cursor is kept.
    static let source = "scanner"

    /// The database, whose log of events others read.
    package let store: Store
    private let clock: WallClock

    /// Opens the file, making it when there is none.
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

    /// Forgets the users who are gone by a page of auth's events, in the transaction that handles the page.
    ///
    /// - Throws: ``Fault`` `internal` for an event that does not say who.
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
    /// Reads an event of scanner, member by member, so that a later scanner may say more.
    ///
    /// - Throws: ``Fault`` `internal` for an event of a known type without the form it must have.
    init(_ event: Event) throws(Fault) {
        guard event.type == ScannerEvent.CandlesChanged.type else {
            self.init(sequence: event.sequence)
            return
        }
        guard let facts = try? JSONDocument(event.data).root, let ticker = facts.member("ticker")?.string,
            let timeframe = facts.member("timeframe")?.string
        else {
            throw Fault(.internalFault, .badScannerEvent, ["sequence": .number(Int(event.sequence))])
        }
        // Without a revision, as scanner told once, the schedule finds out.
        let isDaily = timeframe == ScannerSignal.Timeframe.oneDay.rawValue
        self.init(
            sequence: event.sequence, ticker: isDaily ? ticker : nil, revision: facts.member("revision")?.int64 ?? 0)
    }
}
