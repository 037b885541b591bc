import Coordination
import Domain
import Storage
import Synchronization

/// Auth's database in SQLite.
final class SQLiteAuthStore: AuthStore, SQLiteModelStore {
    /// How many counters of failures are kept. A failure makes two at most, and filling the table up to push one out
    /// takes longer than the longest wait.
    static let mostAttempts = 200_000
    /// After so many writes what is too old is swept out.
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
        // The first write sweeps, too: a process that is often restarted must not grow for ever. What is done once for
        // a key adds nothing that is swept out.
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

/// What can be asked of a snapshot.
struct SQLiteAuthReading: SQLiteAuthQueries {
    let connection: Connection
}
