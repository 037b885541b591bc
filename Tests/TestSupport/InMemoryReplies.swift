import Coordination
import Storage
import StrictJSON

/// What a store in memory answered to keys: the whole answers, as a database keeps them.
public struct InMemoryReplies: Sendable {
    private var kept: [String: (digest: [UInt8], answer: [UInt8])] = [:]

    /// Nothing yet.
    public init() {}

    /// What was answered to the key of a request; nil for a new key and without one.
    ///
    /// - Throws: `Fault` `conflict` when the key was used for something else.
    public func answer<S: Signal>(to signal: S, by caller: String, context: SignalContext) throws -> S.Answer? {
        guard let request = try KeyedRequest(signal, caller: caller, context: context),
            let known = kept["\(caller) \(request.key)"]
        else { return nil }
        guard known.digest == request.digest else { throw request.conflict }
        return try JSONDocument(known.answer).root.decode(S.Answer.self)
    }

    /// Keeps an answer, if the request came with a key.
    public mutating func keep<S: Signal>(
        _ answer: S.Answer, to signal: S, by caller: String, context: SignalContext
    ) throws {
        guard let request = try KeyedRequest(signal, caller: caller, context: context) else { return }
        kept["\(caller) \(request.key)"] = (request.digest, try JSONEncoding.encode(answer))
    }

    /// Forgets what was answered to a caller who leaves; the keys are free again.
    public mutating func forget(_ caller: String) {
        kept = kept.filter { !$0.key.hasPrefix("\(caller) ") }
    }
}
