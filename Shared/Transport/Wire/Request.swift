import Coordination
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
        guard node.kind == .object else { throw Malformed(id: Reply.nullID, rule: "A request must be an object.") }
        let idNode = node.member("id")
        if let idNode {
            let isID = [.string, .number, .null].contains(idNode.kind) && idNode.rawBytes.count <= Self.maximumIDLength
            guard isID else {
                throw Malformed(
                    id: Reply.nullID,
                    rule: "The id must be a text, a number or null, at most \(Self.maximumIDLength) bytes.")
            }
        }
        id = idNode.map { Array($0.rawBytes) }
        let replyID = id ?? Reply.nullID
        guard node.member("jsonrpc")?.string == "2.0" else {
            throw Malformed(id: replyID, rule: "The member jsonrpc must be \"2.0\".")
        }
        guard let method = node.member("method")?.string else {
            throw Malformed(id: replyID, rule: "The member method must be a text.")
        }
        self.method = method
        params = node.member("params")
        if let params, params.kind != .object, params.kind != .array {
            throw Malformed(id: replyID, rule: "The member params must be an object.")
        }
    }

    /// A malformed request, and the id to reply to.
    struct Malformed: Error {
        let id: [UInt8]
        let rule: String

        var reply: [UInt8] { Reply.fault(id: id, Fault(.invalidRequest, rule)) }
    }
}
