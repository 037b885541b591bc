import Coordination
import Domain
import Reasons
import StrictJSON

/// One request or notification of JSON-RPC 2.0, with its form checked and its params unchecked.
package struct Request {
    /// The longest `id` that is echoed, in bytes of JSON.
    static let maximumIDLength = 128

    /// The JSON of the id; nil for a notification. `1`, `"1"` and `null` are three different ids.
    package let id: [UInt8]?
    /// The name of the method, as it was sent.
    package let method: String
    /// An object, an array, or nothing.
    package let params: JSONNode?

    /// Parses a request.
    /// - Throws: ``Malformed`` with the id to reply to.
    package init(_ node: JSONNode) throws(Malformed) {
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
    package struct Malformed: Error {
        package let id: [UInt8]
        package let refusal: Refusal

        init(id: [UInt8], _ refusal: Refusal) {
            self.id = id
            self.refusal = refusal
        }

        package var reply: [UInt8] { Reply.fault(id: id, Fault(.invalidRequest, refusal.reason, refusal.details)) }
    }
}

// The messages that a link writes.
extension Request {
    /// Returns the text of request `id`; nil when `parameters` is not a JSON object.
    static func text(
        _ id: UInt64, _ method: SignalMethod, _ parameters: [UInt8], _ context: SignalContext,
        deadline: ContinuousClock.Instant
    ) -> [UInt8]? {
        guard parameters.last == UInt8(ascii: "}") else { return nil }
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("jsonrpc", "2.0")
        writer.member("id", Int64(bitPattern: id))
        writer.member("method", method.name)
        writer.key("params")
        // The signal's object is copied whole; only its closing brace moves behind `_meta`.
        var params = Array(parameters.dropLast())
        if params.contains(where: { $0 == UInt8(ascii: ":") }) { params.append(UInt8(ascii: ",")) }
        params += Array("\"_meta\":".utf8)
        var meta = JSONWriter()
        RequestMeta.write(context, id: id, deadline: WallClock.system.now() + (deadline - .now), to: &meta)
        params += meta.bytes
        params.append(UInt8(ascii: "}"))
        writer.raw(params)
        writer.endObject()
        return writer.bytes
    }

    /// Returns the message that cancels request `id`.
    static func cancellation(of id: UInt64) -> [UInt8] {
        Array("{\"jsonrpc\":\"2.0\",\"method\":\"$/cancelRequest\",\"params\":{\"id\":\(id)}}".utf8)
    }
}

extension Request {
    /// The number of bytes that ``earlyID(in:)`` scans.
    private static let earlyBytes = 512

    /// Returns the id of a request that will not be parsed, if the id precedes the params. The peer then knows which
    /// request it has to retry, and the service has not parsed the whole message.
    package static func earlyID(in text: UnsafeRawBufferPointer) -> [UInt8]? {
        guard text.first == UInt8(ascii: "{") else { return nil }
        // The members before the first object or array, with a closing brace, form a JSON text of their own.
        var (end, isInString, isEscaped) = (0, false, false)
        scan: for (index, byte) in text.prefix(earlyBytes).enumerated().dropFirst() {
            if isEscaped {
                isEscaped = false
            } else if isInString {
                if byte == UInt8(ascii: "\\") { isEscaped = true }
                if byte == UInt8(ascii: "\"") { isInString = false }
            } else {
                switch byte {
                case UInt8(ascii: "\""): isInString = true
                case UInt8(ascii: ","): end = index
                case UInt8(ascii: "{"), UInt8(ascii: "["): break scan
                default: break
                }
            }
        }
        guard end > 0, let members = try? JSONDocument(Array(text[..<end]) + [UInt8(ascii: "}")]),
            let id = members.root.member("id"), [.string, .number, .null].contains(id.kind),
            id.rawBytes.count <= maximumIDLength
        else { return nil }
        return Array(id.rawBytes)
    }
}

/// The member `_meta` of a request's params: the circumstances of a signal.
///
/// Unknown members are ignored, because other protocols put theirs here as well.
package struct RequestMeta {
    /// The longest idempotency key, in bytes.
    package static let maximumKeyLength = 128
    /// The largest bound on staleness, in milliseconds: an older copy is not read anyway.
    static let maximumStaleMilliseconds: Int64 = 60_000

    package var session: String?
    package var deadline: Instant?
    package var idempotencyKey: String?
    package var maximumStaleness: Duration?
    package var trace: TraceContext?
    /// The JSON of the token: a text or a whole number, echoed as it came.
    package var progressToken: [UInt8]?

    init() {}

    /// Parses the member `_meta` of `params`, if there is one.
    /// - Throws: ``Fault`` `invalidArgument` that names the member.
    package init(of params: JSONNode?) throws(Fault) {
        guard let params, params.kind == .object, let meta = params.member("_meta") else { return }
        guard meta.kind == .object else { throw .invalidArgument("_meta", .mustBeObject) }
        for member in meta.members {
            let node = member.node
            switch member.name {
            case "session":
                session = try Self.text(node, "_meta.session", 1...4096)
            case "deadline":
                guard let milliseconds = node.int64 else {
                    throw .invalidArgument("_meta.deadline", .notMilliseconds)
                }
                deadline = Instant(milliseconds: milliseconds)
            case "idempotencyKey":
                let key = try Self.text(node, "_meta.idempotencyKey", 1...Self.maximumKeyLength)
                guard key.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
                    throw .invalidArgument("_meta.idempotencyKey", .notVisibleASCII)
                }
                idempotencyKey = key
            case "maxStaleMilliseconds":
                guard let milliseconds = node.int64, (0...Self.maximumStaleMilliseconds).contains(milliseconds) else {
                    throw .invalidArgument(
                        "_meta.maxStaleMilliseconds", .badStaleness,
                        ["most": .number(Int(Self.maximumStaleMilliseconds))])
                }
                maximumStaleness = .milliseconds(milliseconds)
            case "traceparent":
                // W3C Trace Context: an invalid traceparent is ignored.
                trace = node.string.flatMap(TraceContext.init(traceparent:))
            case "progressToken":
                guard node.int64 != nil || (node.kind == .string && node.rawBytes.count <= 128) else {
                    throw .invalidArgument("_meta.progressToken", .notAnIDOrNumber)
                }
                progressToken = Array(node.rawBytes)
            default:
                break
            }
        }
    }

    private static func text(_ node: JSONNode, _ field: String, _ length: ClosedRange<Int>) throws(Fault) -> String {
        guard let text = node.string, length.contains(text.utf8.count) else {
            throw .invalidArgument(
                field, .badByteCount, ["least": .number(length.lowerBound), "most": .number(length.upperBound)])
        }
        return text
    }

    /// Writes the `_meta` object of an outgoing request.
    ///
    /// - Parameter id: The id of the request. It also serves as the progress token when the context has a reporter.
    static func write(_ context: SignalContext, id: UInt64, deadline: Instant?, to writer: inout JSONWriter) {
        writer.beginObject()
        if let session = context.session { writer.member("session", session) }
        if let deadline { writer.member("deadline", deadline.milliseconds) }
        if let key = context.idempotencyKey { writer.member("idempotencyKey", key) }
        if let staleness = context.maximumStaleness {
            writer.member(
                "maxStaleMilliseconds", min(max(0, staleness.wholeMilliseconds), maximumStaleMilliseconds))
        }
        if let trace = context.trace ?? TraceContext.current { writer.member("traceparent", trace.traceparent) }
        if context.progress != nil { writer.member("progressToken", Int64(bitPattern: id)) }
        writer.endObject()
    }
}
