import Coordination
import Reasons
import SQLite
import Sodium
import StrictJSON

/// A request with an idempotency key: the same key with the same content takes effect once.
public struct KeyedRequest: Codable, Hashable, Sendable {
    /// The owner of the key. The same key of another caller is a different key.
    public let caller: String
    /// The key, as the caller chose it.
    public let key: String
    /// The digest of the content: 32 bytes of BLAKE2b over the method and the canonical JSON.
    public let digest: [UInt8]
    /// The path of the key in the request, for faults.
    public let field: String

    /// Creates a keyed request.
    ///
    /// - Parameters:
    ///   - key: 1 ... 128 printable ASCII characters without spaces.
    ///   - field: The path of the key in the request.
    ///   - method: The method of the request.
    ///   - content: The parameters in their canonical form.
    /// - Throws: ``Fault`` `invalidArgument` of `field`.
    public init(
        caller: String, key: String, field: @autoclosure () -> String = "_meta.idempotencyKey",
        method: SignalMethod, content: [UInt8]
    ) throws(Fault) {
        guard (1...128).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw Fault.invalidArgument(field(), .notAKey)
        }
        self.caller = caller
        self.key = key
        self.field = field()
        var whole: [UInt8] = []
        whole.reserveCapacity(method.name.utf8.count + 1 + content.count)
        whole.append(contentsOf: method.name.utf8)
        whole.append(0)
        whole.append(contentsOf: content)
        digest = Digest.blake2b256(whole)
    }

    /// The fault for a key that was used with other content.
    public var conflict: Fault { Fault(.conflict, .keyReused, field: field) }
}

extension KeyedRequest {
    /// Creates the keyed request of `signal`; nil when it came without a key.
    ///
    /// - Throws: ``Fault`` `invalidArgument` for a malformed key.
    public init?<S: Signal>(_ signal: S, caller: String, context: SignalContext) throws {
        guard let key = context.idempotencyKey else { return nil }
        try self.init(caller: caller, key: key, method: S.method, content: try JSONEncoding.encode(signal))
    }
}

/// The stored answer to a request with an idempotency key, kept forever.
public struct StoredAnswer: Hashable, Sendable {
    /// The kind of content: 0 is a refusal; the service defines the others.
    public let kind: Int64
    /// The content, from which exactly the same answer is made again.
    public let content: [UInt8]

    /// Creates a reply of this kind.
    /// - Precondition: `kind` is not 0, which is reserved for refusals.
    public init(kind: Int64, content: [UInt8]) {
        precondition(kind != 0, "Kind 0 of a stored reply is a refusal's.")
        self.kind = kind
        self.content = content
    }

    init(stored kind: Int64, content: [UInt8]) {
        self.kind = kind
        self.content = content
    }

    /// Creates the reply of a refusal.
    init(_ refusal: Fault) throws(JSONEncodingError) {
        kind = 0
        content = try JSONEncoding.encode(refusal)
    }

    /// Returns the stored refusal; nil for an answer.
    func refusal() throws -> Fault? {
        kind == 0 ? try document().root.decode(Fault.self) : nil
    }

    /// Parses the content as JSON. We wrote it ourselves, so the limits for untrusted input do not apply.
    func document() throws(JSONSyntaxError) -> JSONDocument {
        try JSONDocument(content, limits: .ofLength(content.count))
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

extension WriteTransaction {
    /// Does the work of a request once. A repetition returns the stored answer.
    ///
    /// - Parameters:
    ///   - storedRefusals: The faults that are stored, too. The writes of `body` before such a fault are rolled back.
    ///   - restore: Makes the answer from a stored reply.
    ///   - keep: Returns the reply to store for an answer; nil stores nothing, and the key stays free.
    ///   - body: Does the work.
    /// - Returns: The new or stored answer, or the stored refusal.
    /// - Throws: ``Fault`` `conflict` when the key was used with other content, or by a part of `body`; the errors of
    ///   `body` that are not stored.
    public func once<Answer>(
        _ request: KeyedRequest, storing storedRefusals: Set<FaultCode>,
        restore: (StoredAnswer) throws -> Answer, keep: (Answer) throws -> StoredAnswer?, _ body: () throws -> Answer
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
            try self.keep(try StoredAnswer(refusal), to: request, hash)
            return .failure(refusal)
        }
    }

    /// Deletes the replies to a caller whose account is deleted. The keys become free again.
    public func forgetReplies(to caller: String) throws(SQLiteError) {
        try replies.writePending(connection)
        try connection.run("DELETE FROM replies WHERE caller = ?", caller)
    }

    private func storedReply(to request: KeyedRequest, _ hash: Int64) throws -> StoredAnswer? {
        for number in try replies.numbers(hash, connection) {
            guard let found = try replies.reply(number, to: request, connection) else { continue }
            guard found.digest == request.digest else { throw request.conflict }
            return found.reply
        }
        return nil
    }

    private func keep(_ reply: StoredAnswer, to request: KeyedRequest, _ hash: Int64) throws {
        // The key was free before the work. A part of the work, one transfer of a list, may have used the same key.
        if replies.isNew(hash), try storedReply(to: request, hash) != nil { throw request.conflict }
        try replies.add(reply, to: request, hash, in: self)
    }
}
