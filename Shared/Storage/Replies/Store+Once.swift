import Coordination
import StrictJSON

extension KeyedRequest {
    /// The keyed request that `signal` is, nil when it came without a key.
    ///
    /// - Throws: ``Fault`` `invalidArgument` for a key that is no key.
    public init?<S: Signal>(_ signal: S, caller: String, context: SignalContext) throws {
        guard let key = context.idempotencyKey else { return nil }
        try self.init(caller: caller, key: key, method: S.method, content: try JSONEncoding.encode(signal))
    }
}

extension Store {
    /// Does the work of a signal in a transaction, once for each idempotency key of the caller.
    ///
    /// A repeated key with the same content brings what was answered before, byte for byte, without doing anything.
    /// - Parameters:
    ///   - caller: Whose keys they are, the user's id for instance.
    ///   - storedRefusals: The faults that are answered again too: those that came from the state of things.
    ///   - body: Does the work, as in ``write(deadline:weight:_:)``.
    /// - Throws: What ``write(deadline:weight:_:)`` throws; ``Fault`` `invalidArgument` for a key that is no key,
    ///   `conflict` for a key that was used with other content.
    public func writeOnce<S: Signal>(
        _ signal: S, caller: String, context: SignalContext, storing storedRefusals: Set<FaultCode> = [],
        _ body: @escaping @Sendable (WriteTransaction) throws -> S.Answer
    ) async throws -> S.Answer {
        guard let request = try KeyedRequest(signal, caller: caller, context: context) else {
            return try await write(deadline: context.deadline, body)
        }
        return try await write(deadline: context.deadline) { transaction in
            try transaction.once(
                request, storing: storedRefusals,
                restore: { try $0.document().root.decode(S.Answer.self) },
                keep: { StoredReply(kind: 1, content: try JSONEncoding.encode($0)) },
                { try body(transaction) })
        }.get()
    }
}
