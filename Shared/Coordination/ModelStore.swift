import Domain

/// The store of a service, in terms of its model: a database in production, memory in tests of the rules.
public protocol ModelStore<Reading, Writing>: Sendable {
    /// The queries that a transaction offers.
    associatedtype Reading
    /// The changes that a transaction offers.
    associatedtype Writing

    /// Runs `body` in one transaction. The transaction is rolled back when `body` throws.
    ///
    /// - Parameters:
    ///   - deadline: The instant after which nobody waits for the result. A transaction that has not begun by then is
    /// skipped.
    ///   - weight: The amount of work; the quickest has weight 1.
    /// - Returns: The result of `body`, once the change is durable. It runs in the caller's isolation until then: a hop
    ///   costs a transfer more than the rules do.
    nonisolated(nonsending) func write<Value: Sendable>(
        deadline: Instant?, weight: Int, _ body: @escaping @Sendable (Writing) throws -> Value
    ) async throws -> Value

    /// Runs `body` over one snapshot of committed data.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Reading) throws -> Value) async throws -> Value

    /// Does what a signal asks for, once per idempotency key of the caller. The answer is stored in the transaction of
    /// the change. The same key returns the same answer, byte for byte, without doing the work again.
    ///
    /// - Parameters:
    ///   - caller: The owner of the keys, for example the user's id.
    ///   - body: Makes the change and, in the same transaction, the whole answer.
    /// - Throws: The errors of `body`, which are not stored; ``Fault`` `invalidArgument` for a malformed key;
    ///   `conflict` for a key that was used with another request.
    func once<S: Signal>(
        _ signal: S, by caller: String, context: SignalContext, weight: Int,
        _ body: @escaping @Sendable (Writing) throws -> S.Answer
    ) async throws -> S.Answer

    /// Returns the stored answer of ``once(_:by:context:weight:_:)`` for the same key; nil for a new key and without a
    /// key.
    ///
    /// It is what ``UseCase/answerBefore(_:context:)`` returns.
    /// - Throws: ``Fault`` as ``once(_:by:context:weight:_:)``.
    func answerBefore<S: Signal>(to signal: S, by caller: String, context: SignalContext) async throws -> S.Answer?
}

extension ModelStore {
    /// Runs `body` in one transaction, for a change of a few rows.
    nonisolated(nonsending) public func write<Value: Sendable>(
        deadline: Instant?, _ body: @escaping @Sendable (Writing) throws -> Value
    ) async throws -> Value {
        try await write(deadline: deadline, weight: 1, body)
    }

    /// Does the same for a change of a few rows (weight 1).
    public func once<S: Signal>(
        _ signal: S, by caller: String, context: SignalContext,
        _ body: @escaping @Sendable (Writing) throws -> S.Answer
    ) async throws -> S.Answer {
        try await once(signal, by: caller, context: context, weight: 1, body)
    }

    /// Returns the stored answer to the calling user; nil for a new key and without a key.
    ///
    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service); as
    ///   ``once(_:by:context:weight:_:)``.
    public func answerBefore<S: Signal>(to signal: S, context: SignalContext) async throws -> S.Answer? {
        try await answerBefore(to: signal, by: try context.caller.requireUser().userID, context: context)
    }
}
