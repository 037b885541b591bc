import Coordination
import Storage
import StrictJSON

/// The stored answers of a store in memory: whole answers, as in a database.
public struct InMemoryReplies: Sendable {
    private var kept: [String: (digest: [UInt8], answer: [UInt8])] = [:]

    /// Creates an empty collection.
    public init() {}

    /// Returns the stored answer to the key of a request; nil for a new key and without one.
    ///
    /// - Throws: `Fault` `conflict` when the key was used for something else.
    public func answer<S: Signal>(to signal: S, by caller: String, context: SignalContext) throws -> S.Answer? {
        guard let request = try KeyedRequest(signal, caller: caller, context: context),
            let known = kept["\(caller) \(request.key)"]
        else { return nil }
        guard known.digest == request.digest else { throw request.conflict }
        return try JSONDocument(known.answer).root.decode(S.Answer.self)
    }

    /// Stores an answer, if the request has a key.
    public mutating func keep<S: Signal>(
        _ answer: S.Answer, to signal: S, by caller: String, context: SignalContext
    ) throws {
        guard let request = try KeyedRequest(signal, caller: caller, context: context) else { return }
        kept["\(caller) \(request.key)"] = (request.digest, try JSONEncoding.encode(answer))
    }

    /// Removes the answers to a caller who leaves. Their keys can be used again.
    public mutating func forget(_ caller: String) {
        kept = kept.filter { !$0.key.hasPrefix("\(caller) ") }
    }
}
