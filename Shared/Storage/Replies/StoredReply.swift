import Coordination
import SQLite
import StrictJSON

/// What was answered to a request that had a key, kept for ever.
public struct StoredReply: Hashable, Sendable {
    /// What kind of content it is; 0 is a refusal, the rest is the service's affair.
    public let kind: Int64
    /// The answer, from which the very same answer can be given again.
    public let content: [UInt8]

    /// A reply of this kind.
    /// - Precondition: The kind is not 0, which is a refusal's.
    public init(kind: Int64, content: [UInt8]) {
        precondition(kind != 0, "Kind 0 of a stored reply is a refusal's.")
        self.kind = kind
        self.content = content
    }

    init(stored kind: Int64, content: [UInt8]) {
        self.kind = kind
        self.content = content
    }

    /// A refusal.
    init(_ refusal: Fault) throws(JSONEncodingError) {
        kind = 0
        content = try JSONEncoding.encode(refusal)
    }

    /// The refusal it is; nil for an answer.
    func refusal() throws -> Fault? {
        kind == 0 ? try document().root.decode(Fault.self) : nil
    }

    /// The content as JSON, which we wrote ourselves: the limits are for strangers.
    func document() throws(JSONSyntaxError) -> JSONDocument {
        try JSONDocument(
            content, limits: JSONLimits(maximumBytes: content.count, maximumDepth: 64, maximumValues: content.count))
    }
}

extension WriteTransaction {
    /// Does the work of a request once: the second time what was answered the first time is answered again.
    ///
    /// - Parameters:
    ///   - storedRefusals: The faults that are kept too. What `body` wrote before it threw one is undone.
    ///   - restore: Makes the answer again of what was kept.
    ///   - keep: What to keep of an answer; nil keeps nothing, and the key stays free.
    ///   - body: Does the work.
    /// - Returns: The answer or the refusal, now or then.
    /// - Throws: ``Fault`` `conflict` when the key was used for other content, by something within `body` as well; what
    ///   `body` throws and is not kept.
    public func once<Answer>(
        _ request: KeyedRequest, storing storedRefusals: Set<FaultCode>,
        restore: (StoredReply) throws -> Answer, keep: (Answer) throws -> StoredReply?, _ body: () throws -> Answer
    ) throws -> Result<Answer, Fault> {
        let hash = ReplyIndex.hash(caller: request.caller, key: request.key)
        if let reply = try storedReply(to: request, hash) {
            if let refusal = try reply.refusal() { return .failure(refusal) }
            return .success(try restore(reply))
        }
        do {
            let answer = try attempt(body)
            if let reply = try keep(answer) { try self.keep(reply, to: request, hash) }
            return .success(answer)
        } catch let refusal as Fault where storedRefusals.contains(refusal.code) {
            try self.keep(try StoredReply(refusal), to: request, hash)
            return .failure(refusal)
        }
    }

    /// Forgets for good what was answered to a caller who leaves; the keys are free again.
    public func forgetReplies(to caller: String) throws(SQLiteError) {
        try replies.writePending(connection)
        try connection.run("DELETE FROM replies WHERE caller = ?1") { $0.bind(caller, at: 1) }
    }

    private func storedReply(to request: KeyedRequest, _ hash: Int64) throws -> StoredReply? {
        for number in try replies.numbers(hash, connection) {
            guard let found = try replies.reply(number, to: request, connection) else { continue }
            guard found.digest == request.digest else { throw request.conflict }
            return found.reply
        }
        return nil
    }

    private func keep(_ reply: StoredReply, to request: KeyedRequest, _ hash: Int64) throws {
        // The key was free before the work: a part of it, one transfer of a list, may have come with the same.
        if replies.isNew(hash), try storedReply(to: request, hash) != nil { throw request.conflict }
        try replies.add(reply, to: request, hash, in: self)
    }
}
