import SQLite

/// What was answered to a request that had a key, kept for ever.
public struct StoredReply: Hashable, Sendable {
    /// What kind of content it is; 0 is a refusal, the rest is the service's affair.
    public let kind: Int64
    /// The answer, from which the very same answer can be given again.
    public let content: [UInt8]

    /// A reply of this kind.
    public init(kind: Int64, content: [UInt8]) {
        self.kind = kind
        self.content = content
    }
}

extension WriteTransaction {
    /// What was answered to the request of this key.
    ///
    /// - Parameter digest: Of the method and the content.
    /// - Returns: Nil for a key that is new.
    /// - Throws: ``Fault`` `conflict` when the key was used for other content; ``SQLiteError``.
    public func storedReply(to request: RequestKey, digest: [UInt8]) throws -> StoredReply? {
        let found = try connection.first(
            "SELECT digest, kind, content FROM replies WHERE caller = ?1 AND key = ?2",
            bind: {
                $0.bind(request.caller, at: 1)
                $0.bind(request.key, at: 2)
            },
            { row in
                (digest: row.bytes(at: 0), reply: StoredReply(kind: row.int64(at: 1), content: row.bytes(at: 2)))
            })
        guard let found else { return nil }
        guard found.digest == digest else { throw request.conflict }
        return found.reply
    }

    /// Keeps what is answered to the request of this key.
    /// - Precondition: The key is new.
    public func keep(_ reply: StoredReply, to request: RequestKey, digest: [UInt8]) throws(SQLiteError) {
        try connection.run("INSERT INTO replies (caller, key, digest, kind, content) VALUES (?1, ?2, ?3, ?4, ?5)") {
            $0.bind(request.caller, at: 1)
            $0.bind(request.key, at: 2)
            $0.bind(digest, at: 3)
            $0.bind(reply.kind, at: 4)
            $0.bind(reply.content, at: 5)
        }
    }
}
