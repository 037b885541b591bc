import Domain
import Storage
import Synchronization

/// Auth's database in SQLite.
final class SQLiteAuthStore: AuthStore {
    /// How many counters of failures are kept. A failure makes two at most, and filling the table up to push one out takes
    /// longer than the longest wait.
    static let mostAttempts = 200_000
    /// After so many writes what is too old is swept out.
    static let writesBetweenSweeps = 256

    private let store: Store
    private let clock: WallClock
    private let writes = Atomic<Int>(0)

    init(_ store: Store, clock: WallClock) {
        self.store = store
        self.clock = clock
    }

    func write<Value: Sendable>(
        deadline: Instant?, _ body: @escaping @Sendable (any AuthTransaction) throws -> Value
    ) async throws -> Value {
        // The first write sweeps, too: a process that is often restarted must not grow for ever.
        let isSweeping = writes.add(1, ordering: .relaxed).oldValue % Self.writesBetweenSweeps == 0
        let now = clock.now()
        return try await store.write(deadline: deadline) { transaction in
            let value = try body(SQLiteAuthTransaction(transaction: transaction))
            if isSweeping { try SQLiteAuthTransaction(transaction: transaction).sweep(at: now) }
            return value
        }
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any AuthReading) throws -> Value) async throws -> Value {
        try await store.read { try body(SQLiteAuthReading(connection: $0.connection)) }
    }
}

/// What can be asked of a snapshot.
struct SQLiteAuthReading: SQLiteAuthQueries {
    let connection: Connection
}
