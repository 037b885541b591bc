import Coordination
import Domain

/// A ``ModelStore`` over a database. A service implements the model's views of a snapshot and of a transaction.
public protocol SQLiteModelStore: ModelStore {
    /// The database.
    var store: Store { get }
    /// Returns the model's view of a snapshot.
    func reading(_ transaction: ReadTransaction) -> Reading
    /// Returns the model's view of a transaction.
    func writing(_ transaction: WriteTransaction) -> Writing
}

extension SQLiteModelStore {
    nonisolated(nonsending) public func write<Value: Sendable>(
        deadline: Instant?, weight: Int, _ body: @escaping @Sendable (Writing) throws -> Value
    ) async throws -> Value {
        try await store.write(deadline: deadline, weight: weight) { try body(writing($0)) }
    }

    public func read<Value: Sendable>(_ body: @escaping @Sendable (Reading) throws -> Value) async throws -> Value {
        try await store.read { try body(reading($0)) }
    }

    public func once<S: Signal>(
        _ signal: S, by caller: String, context: SignalContext, weight: Int,
        _ body: @escaping @Sendable (Writing) throws -> S.Answer
    ) async throws -> S.Answer {
        try await store.once(signal, by: caller, context: context, weight: weight) { try body(writing($0)) }
    }

    public func answerBefore<S: Signal>(
        to signal: S, by caller: String, context: SignalContext
    ) async throws -> S.Answer? {
        try await store.answerBefore(to: signal, by: caller, context: context)
    }
}
