import Coordination
import Domain
import Storage

/// The books in SQLite, with all accounts and balances in memory.
package final class SQLiteLedgerStore: LedgerStore {
    /// The database, whose log of events others read.
    package let store: Store
    private let accounts: AccountTable
    private let clock: WallClock
    private let checkTurn = CheckTurn()

    /// Opens the books, making them when there are none, and takes the balances into memory.
    ///
    /// - Parameters:
    ///   - path: The file; its directory exists.
    ///   - clock: What transfers are booked by.
    /// - Throws: ``StorageError``, ``SQLiteError`` when the books cannot be read.
    package static func open(
        at path: String, clock: WallClock = .system, options: StoreOptions = StoreOptions()
    ) async throws -> SQLiteLedgerStore {
        let accounts = AccountTable()
        let store = try await Store.open(
            at: path, migrations: LedgerMigrations.all, options: options, participants: [accounts],
            renderer: TransferEvents(accounts: accounts))
        try await store.read { try accounts.load($0.connection) }
        return SQLiteLedgerStore(store: store, accounts: accounts, clock: clock)
    }

    /// All accounts.
    var table: AccountTable { accounts }

    private init(store: Store, accounts: AccountTable, clock: WallClock) {
        self.store = store
        self.accounts = accounts
        self.clock = clock
    }

    /// Finishes what waits and closes the file.
    package func close() async { await store.close() }

    package func account(_ id: String) -> Account? { accounts.published(id) }

    package func accounts(of owner: String) -> [Account] { accounts.published(of: owner) }

    nonisolated(nonsending) package func write<Value: Sendable>(
        deadline: Instant?, weight: Int, _ body: @escaping @Sendable (any LedgerBooks) throws -> Value
    ) async throws -> Value {
        try await store.write(deadline: deadline, weight: weight) { [self] transaction in
            try body(books(in: transaction))
        }
    }

    /// The books within a transaction that does other things as well.
    func books(in transaction: WriteTransaction) -> SQLiteLedgerBooks {
        SQLiteLedgerBooks(transaction: transaction, accounts: accounts, clock: clock)
    }

    package func state(of account: Account, at instant: Instant) async throws -> AccountState {
        try await store.read { try PastBalance(connection: $0.connection, account: account).find(at: instant) }
    }

    package func story(_ sequence: Int64) async throws -> TransferStory? {
        try await store.read { [accounts] transaction in
            try PostingReading(connection: transaction.connection, accounts: accounts).story(sequence)
        }
    }

    package func postings(ofTransfers ids: Set<String>) async throws -> [Posting] {
        try await store.read { [accounts] transaction in
            let reading = PostingReading(connection: transaction.connection, accounts: accounts)
            return try ids.compactMap(reading.posting(ofTransfer:))
        }
    }

    package func story(ofTransfer id: String) async throws -> TransferStory? {
        try await store.read { [accounts] transaction in
            try PostingReading(connection: transaction.connection, accounts: accounts).story(ofTransfer: id)
        }
    }

    package func openHolds(
        of accounts: [Account], before number: Int64, runningAt now: Instant, limit: Int
    ) async throws -> [Posting] {
        let numbers = accounts.map(\.number)
        return try await store.read { [table = self.accounts] transaction in
            let reading = PostingReading(connection: transaction.connection, accounts: table)
            let search = RecordSearch(connection: transaction.connection, lastCounted: table.lastCounted)
            let holds = try OpenHolds(connection: transaction.connection)
                .list(of: numbers, before: try search.first(from: number), runningAt: now, limit: limit)
            return try holds.compactMap(reading.posting)
        }
    }

    package func nextExpiry() async throws -> Instant? {
        try await store.read { transaction in
            try transaction.connection.first(
                "SELECT expires_at_us FROM open_holds WHERE expires_at_us IS NOT NULL ORDER BY expires_at_us LIMIT 1"
            ) { Instant(microseconds: $0.int64(at: 0)) }
        }
    }

    package func readOrders<Value: Sendable>(
        _ body: @escaping @Sendable (any OrderReading) throws -> Value
    ) async throws -> Value {
        try await store.read { try body(OrderTables(connection: $0.connection)) }
    }

    package func spending(of account: Account) async throws -> DailySpending {
        let now = clock.now()
        return try await store.read { transaction in
            let zone = try OrderTables(connection: transaction.connection).zone(of: account.owner ?? "")
            return try SpentDays(connection: transaction.connection).spending(of: account, at: now, in: zone)
        }
    }

    package func check() async throws -> BooksReport {
        try await checkTurn.report { [store] in
            try await store.read { transaction in
                var reading = BooksReading()
                return try reading.read(transaction.connection)
            }
        }
    }
}
