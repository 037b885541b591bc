import Coordination

extension Store {
    /// Does the work of a signal in a transaction, once per idempotency key of the caller.
    ///
    /// The same key with the same content returns the stored answer, byte for byte, without doing the work again.
    /// - Parameters:
    ///   - caller: The owner of the keys, for example the user's id.
    ///   - storedRefusals: The faults that are stored and answered again, too: those that result from the stored state.
    ///   - body: Does the work, as in ``write(deadline:weight:_:)``.
    /// - Throws: The errors of ``write(deadline:weight:_:)``; ``Fault`` `invalidArgument` for a malformed key;
    ///   `conflict` for a key that was used with other content.
    public func once<S: Signal>(
        _ signal: S, by caller: String, context: SignalContext, weight: Int = 1,
        storing storedRefusals: Set<FaultCode> = [], _ body: @escaping @Sendable (WriteTransaction) throws -> S.Answer
    ) async throws -> S.Answer {
        let request = try KeyedRequest(signal, caller: caller, context: context)
        // A stored refusal is written, so it must not roll back the transaction.
        return try await write(deadline: context.deadline, weight: weight) { transaction in
            guard let request else { return Result<S.Answer, any Error>.success(try body(transaction)) }
            return try transaction.once(
                request, storing: storedRefusals, restore: { try $0.answer() },
                keep: { try StoredAnswer(answer: $0) }, { try body(transaction) }
            ).mapError { $0 }
        }.get()
    }

    /// The same, for work that has something to write where it refuses, a failed attempt to count for instance: what it
    /// returns as a failure is written, answered and not kept.
    ///
    /// - Throws: As ``once(_:by:context:weight:storing:_:)``; the failure that `body` returned.
    public func onceOrRefused<S: Signal>(
        _ signal: S, by caller: String, context: SignalContext,
        _ body: @escaping @Sendable (WriteTransaction) throws -> Result<S.Answer, Fault>
    ) async throws -> S.Answer {
        let request = try KeyedRequest(signal, caller: caller, context: context)
        return try await write(deadline: context.deadline) { transaction in
            guard let request else { return try body(transaction) }
            return try transaction.once(
                request, storing: [], restore: { .success(try $0.answer()) },
                keep: { outcome in
                    guard case .success(let answer) = outcome else { return nil }
                    return try StoredAnswer(answer: answer)
                }, { try body(transaction) }
            ).get()
        }.get()
    }

    /// Returns the stored answer of ``once(_:by:context:weight:storing:_:)`` for the same key; nil for a new key and
    /// without a key.
    ///
    /// - Throws: The stored ``Fault``; `conflict` for a key that was used with other content.
    public func answerBefore<S: Signal>(
        to signal: S, by caller: String, context: SignalContext
    ) async throws -> S.Answer? {
        guard context.idempotencyKey != nil else { return nil }
        do {
            return try await once(signal, by: caller, context: context) { _ in throw NotAnswered() }
        } catch is NotAnswered {
            return nil
        }
    }

    /// Thrown to roll back a lookup that found no stored answer.
    private struct NotAnswered: Error {}
}
