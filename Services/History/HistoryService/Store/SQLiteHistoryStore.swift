import Storage

/// History's store over SQLite.
struct SQLiteHistoryStore: HistoryStore {
    /// The service whose events it is made from, by whose name the cursor is kept.
    static let source = "ledger"

    private let store: Store

    init(_ store: Store) { self.store = store }

    func write<Value: Sendable>(
        weight: Int, _ body: @escaping @Sendable (any HistoryTransaction) throws -> Value
    ) async throws -> Value {
        try await store.write(weight: weight) { try body(SQLiteHistoryTransaction(transaction: $0)) }
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any HistoryReading) throws -> Value) async throws -> Value {
        try await store.read { transaction in
            try body(
                SQLiteHistoryReading(
                    connection: transaction.connection, cursor: try transaction.cursor(of: Self.source)))
        }
    }
}

/// What can be asked of a snapshot.
struct SQLiteHistoryReading: SQLiteHistoryQueries {
    let connection: Connection
    let cursor: Int64

    func lastSequence() -> Int64 { cursor }
}
