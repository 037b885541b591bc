import Domain

/// Where a service keeps what it knows, in words of its model: a database in production, memory in tests of the rules.
public protocol ModelStore<Reading, Writing>: Sendable {
    /// What a transaction can be asked.
    associatedtype Reading
    /// What a transaction can change.
    associatedtype Writing

    /// Runs `body` in one transaction, which does all of it or, when it throws, nothing.
    ///
    /// - Parameters:
    ///   - deadline: When nobody waits for it any more; what has not begun then is not done.
    ///   - weight: How much work it is; the quickest is 1.
    /// - Returns: What `body` returned, once the change is durable.
    func write<Value: Sendable>(
        deadline: Instant?, weight: Int, _ body: @escaping @Sendable (Writing) throws -> Value
    ) async throws -> Value

    /// Runs `body` over one snapshot of what was written before.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Reading) throws -> Value) async throws -> Value

    /// Does what a signal asks for, once for each idempotency key of the caller: the answer is kept in the transaction
    /// of the change, and the same key brings the same answer, byte for byte, without doing anything.
    ///
    /// - Parameters:
    ///   - caller: Whose keys they are, the user's id for instance.
    ///   - body: Makes the change and, in the same transaction, the whole answer.
    /// - Throws: What `body` throws, which is not kept; ``Fault`` `invalidArgument` for a key that is no key,
    ///   `conflict` for a key that was used for something else.
    func once<S: Signal>(
        _ signal: S, by caller: String, context: SignalContext, weight: Int,
        _ body: @escaping @Sendable (Writing) throws -> S.Answer
    ) async throws -> S.Answer

    /// What ``once(_:by:context:weight:_:)`` answered to the same key before; nil for a new key and without one.
    ///
    /// For use cases that ask other services before they write: what was done already asks nobody again.
    /// - Throws: ``Fault`` as ``once(_:by:context:weight:_:)``.
    func answerBefore<S: Signal>(to signal: S, by caller: String, context: SignalContext) async throws -> S.Answer?
}

extension ModelStore {
    /// Runs `body` in one transaction, for a change of a few rows.
    public func write<Value: Sendable>(
        deadline: Instant?, _ body: @escaping @Sendable (Writing) throws -> Value
    ) async throws -> Value {
        try await write(deadline: deadline, weight: 1, body)
    }

    /// The same, for a change of a few rows.
    public func once<S: Signal>(
        _ signal: S, by caller: String, context: SignalContext,
        _ body: @escaping @Sendable (Writing) throws -> S.Answer
    ) async throws -> S.Answer {
        try await once(signal, by: caller, context: context, weight: 1, body)
    }
}
