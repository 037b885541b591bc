import Coordination
import Domain
import Storage
import Synchronization

/// Auth's store in SQLite.
final class SQLiteAuthStore: AuthStore, SQLiteModelStore {
    /// The most counters of failures. A failure adds two at most, and filling the table to evict one takes longer than
    /// the longest wait.
    static let mostAttempts = 200_000
    /// The number of writes between two sweeps of old rows.
    static let writesBetweenSweeps = 256

    let store: Store
    private let clock: WallClock
    private let writes = Atomic<Int>(0)

    init(_ store: Store, clock: WallClock) {
        self.store = store
        self.clock = clock
    }

    func reading(_ transaction: ReadTransaction) -> any AuthReading {
        SQLiteAuthReading(connection: transaction.connection)
    }

    func writing(_ transaction: WriteTransaction) -> any AuthTransaction {
        SQLiteAuthTransaction(transaction: transaction)
    }

    func write<Value: Sendable>(
        deadline: Instant?, weight: Int, _ body: @escaping @Sendable (any AuthTransaction) throws -> Value
    ) async throws -> Value {
        // The first write sweeps, too: otherwise the database of a process that restarts often would grow without
        // limit. Keyed writes (`once`, `onceOrRefused`) never sweep.
        let isSweeping = writes.add(1, ordering: .relaxed).oldValue % Self.writesBetweenSweeps == 0
        let now = clock.now()
        return try await store.write(deadline: deadline, weight: weight) { transaction in
            let transaction = SQLiteAuthTransaction(transaction: transaction)
            let value = try body(transaction)
            if isSweeping { try transaction.sweep(at: now) }
            return value
        }
    }

    func onceOrRefused<S: Signal>(
        _ signal: S, by caller: String, context: SignalContext,
        _ body: @escaping @Sendable (any AuthTransaction) throws -> Result<S.Answer, Fault>
    ) async throws -> S.Answer {
        try await store.onceOrRefused(signal, by: caller, context: context) { try body(self.writing($0)) }
    }
}

/// The queries on a snapshot.
struct SQLiteAuthReading: SQLiteAuthQueries {
    let connection: Connection
}
