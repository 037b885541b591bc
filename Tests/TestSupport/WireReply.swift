import StrictJSON

/// A reply in the form of the wire, for tests of that form.
public struct WireReply: Sendable, CustomStringConvertible {
    /// The whole reply.
    public let node: JSONNode

    /// Creates the reply from its JSON.
    public init(_ node: JSONNode) { self.node = node }

    /// The text of the reply.
    public var description: String { String(decoding: node.rawBytes, as: UTF8.self) }
    /// The answer; nil for a fault.
    public var result: JSONNode? { node.member("result") }
    /// The JSON-RPC code, `error.code`.
    public var number: Int64? { node.member("error")?.member("code")?.int64 }
    /// The message, `error.message`.
    public var message: String? { node.member("error")?.member("message")?.string }
    /// The name of the fault, `error.data.code`.
    public var code: String? { node.member("error")?.member("data")?.member("code")?.string }
    /// The field, `error.data.field`.
    public var field: String? { node.member("error")?.member("data")?.member("field")?.string }
    /// The flag `error.data.retryable`.
    public var isRetryable: Bool? { node.member("error")?.member("data")?.member("retryable")?.bool }
    /// The id as written.
    public var id: String? { node.member("id").map { String(decoding: $0.rawBytes, as: UTF8.self) } }

    /// Returns a text deep inside the answer: `text("transfer", "id")`.
    public func text(_ path: String...) -> String? {
        path.reduce(result) { $0?.member($1) }?.string
    }
}
