import Coordination
import Domain
import Reasons
import StrictJSON

extension KeyedRequest {
    /// Creates the keyed request of `signal`; nil when it came without a key.
    ///
    /// - Throws: ``Fault`` `invalidArgument` for a malformed key.
    public init?<S: Signal>(_ signal: S, caller: String, context: SignalContext) throws {
        guard let key = context.idempotencyKey else { return nil }
        try self.init(caller: caller, key: key, method: S.method, content: try JSONEncoding.encode(signal))
    }
}

extension StoredAnswer {
    /// The kind of a signal's whole answer, as sent over the wire.
    private static let wholeAnswer: Int64 = 64

    /// Creates a reply from a whole answer.
    public init<Answer: Encodable>(answer: Answer) throws {
        self.init(kind: Self.wholeAnswer, content: try JSONEncoding.encode(answer))
    }

    /// Returns the stored answer.
    ///
    /// - Throws: ``Fault`` `conflict` when an earlier version of the service stored something other than the whole
    ///   answer.
    public func answer<Answer: Decodable & SendableMetatype>(_ type: Answer.Type = Answer.self) throws -> Answer {
        guard kind == Self.wholeAnswer else {
            throw Fault(.conflict, .answerNotKept, field: "_meta.idempotencyKey")
        }
        return try document().root.decode(Answer.self)
    }
}

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
