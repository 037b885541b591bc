import Domain
import Storage
import StrictJSON

/// History's store over SQLite, with books in memory of the users who ask.
struct SQLiteHistoryStore: HistoryStore {
    /// The service whose events it is made from, by whose name the cursor is kept.
    static let source = "ledger"

    private let store: Store
    private let shelf: BookShelf
    let clock: WallClock
    let recentTexts = RecentTexts()

    /// - Parameter rowsInMemory: How many rows the books in memory have together, unless one alone has more.
    init(_ store: Store, rowsInMemory: Int = BookShelf.usualRows, clock: WallClock = .system) {
        self.store = store
        self.clock = clock
        shelf = BookShelf(rows: rowsInMemory)
    }

    func write<Value: Sendable>(
        weight: Int, _ body: @escaping @Sendable (any HistoryTransaction) throws -> Value
    ) async throws -> Value {
        try await store.write(weight: weight) { [recentTexts, clock] in
            try body(SQLiteHistoryTransaction($0, recentTexts: recentTexts, clock: clock))
        }
    }

    func write<Value: Codable & Sendable>(
        once request: KeyedRequest?, _ body: @escaping @Sendable (any HistoryTransaction) throws -> Value
    ) async throws -> Value {
        guard let request else { return try await write(weight: 1, body) }
        return try await store.write { [recentTexts, clock] transaction in
            try transaction.once(
                request, storing: [],
                restore: { try JSONDocument($0.content).root.decode(Value.self) },
                keep: { StoredReply(kind: 1, content: try JSONEncoding.encode($0)) },
                { try body(SQLiteHistoryTransaction(transaction, recentTexts: recentTexts, clock: clock)) })
        }.get()
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any HistoryReading) throws -> Value) async throws -> Value {
        try await store.read { try body(SQLiteHistoryReading(transaction: $0, shelf: shelf)) }
    }

    /// Takes the books of those who have most into memory, as far as there is room, so that their first question is not
    /// the one that waits.
    func warmUp() async throws {
        let users = try await store.read { transaction in
            var users: [String] = []
            try transaction.connection.query(
                HistorySQL.largestUsers, bind: { $0.bind(BookShelf.largeBook, at: 1) },
                { users.append($0.text(at: 0)) })
            return users
        }
        var rest = shelf.rows
        for user in users where rest > 0 {
            rest -= try await store.read { transaction in
                try SQLiteHistoryReading(transaction: transaction, shelf: shelf).withBook(of: user) { $0.count } ?? 0
            }
        }
    }
}
