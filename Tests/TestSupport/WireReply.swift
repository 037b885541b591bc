import StrictJSON

/// A reply as it came over the wire, for tests that look at its form.
public struct WireReply: Sendable, CustomStringConvertible {
    /// The whole reply.
    public let node: JSONNode

    /// A reply that was read.
    public init(_ node: JSONNode) { self.node = node }

    /// The reply's text.
    public var description: String { String(decoding: node.rawBytes, as: UTF8.self) }
    /// The answer; nil for a fault.
    public var result: JSONNode? { node.member("result") }
    /// `error.code`, JSON-RPC's number.
    public var number: Int64? { node.member("error")?.member("code")?.int64 }
    /// `error.message`.
    public var message: String? { node.member("error")?.member("message")?.string }
    /// `error.data.code`, the fault's name.
    public var code: String? { node.member("error")?.member("data")?.member("code")?.string }
    /// `error.data.field`.
    public var field: String? { node.member("error")?.member("data")?.member("field")?.string }
    /// `error.data.retryable`.
    public var isRetryable: Bool? { node.member("error")?.member("data")?.member("retryable")?.bool }
    /// The id as it stands there.
    public var id: String? { node.member("id").map { String(decoding: $0.rawBytes, as: UTF8.self) } }

    /// A text deep inside the answer: `text("transfer", "id")`.
    public func text(_ path: String...) -> String? {
        path.reduce(result) { $0?.member($1) }?.string
    }
}
