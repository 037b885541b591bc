import Domain
import Storage

/// History's store in SQLite, with the books of recent users in memory.
struct SQLiteHistoryStore: HistoryStore, SQLiteModelStore {
    /// The service whose events are read. Its name identifies the cursor.
    static let source = "ledger"

    let store: Store
    private let shelf: BookShelf
    private let clock: WallClock
    private let recentTexts = RecentTexts()

    /// - Parameter rowsInMemory: The limit of rows of all books in memory. One book alone may exceed it.
    init(_ store: Store, rowsInMemory: Int = BookShelf.usualRows, clock: WallClock = .system) {
        self.store = store
        self.clock = clock
        shelf = BookShelf(rows: rowsInMemory)
    }

    func reading(_ transaction: ReadTransaction) -> any HistoryReading {
        SQLiteHistoryReading(connection: transaction.connection, shelf: shelf)
    }

    func writing(_ transaction: WriteTransaction) -> any HistoryTransaction {
        SQLiteHistoryTransaction(transaction, shelf: shelf, recentTexts: recentTexts, clock: clock)
    }

    func prepare(for userID: String, rule: CategoryRule?) async throws {
        try await store.read { transaction in
            try SQLiteHistoryReading(connection: transaction.connection, shelf: shelf).prepare(for: userID, rule: rule)
        }
    }

    /// Reports to `progress` how far another machine has read ledger's events, where this one follows it.
    func follow(reporting progress: ReadingProgress) {
        // The store must not hold itself.
        let shelf = shelf
        store.onFollow { connection in
            progress.follow(try SQLiteHistoryReading(connection: connection, shelf: shelf).lastSequence())
        }
    }

    /// Loads the largest books into memory, as far as there is room, so that the first query of their users is fast.
    func warmUp() async throws {
        let users: [String] = try await store.read { transaction in
            try transaction.connection.all(HistorySQL.largestUsers, BookShelf.largeBook)
        }
        var rest = shelf.rows
        for user in users where rest > 0 {
            rest -= try await store.read { transaction in
                try SQLiteHistoryReading(connection: transaction.connection, shelf: shelf).withBook(of: user) {
                    $0.count
                }
                    ?? 0
            }
        }
    }
}
