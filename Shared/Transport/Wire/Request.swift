import Coordination
import Reasons
import StrictJSON

/// One request or notification of JSON-RPC 2.0, with its form checked and its params unchecked.
struct Request {
    /// The longest `id` that is echoed, in bytes of JSON.
    static let maximumIDLength = 128

    /// The JSON of the id; nil for a notification. `1`, `"1"` and `null` are three different ids.
    let id: [UInt8]?
    let method: String
    let params: JSONNode?

    /// Parses a request.
    /// - Throws: ``Malformed`` with the id to reply to.
    init(_ node: JSONNode) throws(Malformed) {
        guard node.kind == .object else { throw Malformed(id: Reply.nullID, Refusal(.requestNotObject)) }
        let idNode = node.member("id")
        if let idNode {
            let isID = [.string, .number, .null].contains(idNode.kind) && idNode.rawBytes.count <= Self.maximumIDLength
            guard isID else {
                throw Malformed(
                    id: Reply.nullID, Refusal(.badRequestID, ["most": .number(Self.maximumIDLength)]))
            }
        }
        id = idNode.map { Array($0.rawBytes) }
        let replyID = id ?? Reply.nullID
        guard node.member("jsonrpc")?.string == "2.0" else {
            throw Malformed(id: replyID, Refusal(.badVersionMember))
        }
        guard let method = node.member("method")?.string else {
            throw Malformed(id: replyID, Refusal(.methodNotText))
        }
        self.method = method
        params = node.member("params")
        if let params, params.kind != .object, params.kind != .array {
            throw Malformed(id: replyID, Refusal(.paramsNotObject))
        }
    }

    /// A malformed request, and the id to reply to.
    struct Malformed: Error {
        let id: [UInt8]
        let refusal: Refusal

        init(id: [UInt8], _ refusal: Refusal) {
            self.id = id
            self.refusal = refusal
        }

        var reply: [UInt8] { Reply.fault(id: id, Fault(.invalidRequest, refusal.reason, refusal.details)) }
    }
}
