import Coordination
import Domain
import Reasons
import StrictJSON

/// The member `_meta` of a request's params: the circumstances of a signal.
///
/// Unknown members are ignored, because other protocols put theirs here as well.
struct RequestMeta {
    /// The longest idempotency key, in bytes.
    static let maximumKeyLength = 128

    var session: String?
    var deadline: Instant?
    var idempotencyKey: String?
    var trace: TraceContext?
    /// The JSON of the token: a text or a whole number, echoed as it came.
    var progressToken: [UInt8]?

    init() {}

    /// Parses the member `_meta` of `params`, if there is one.
    /// - Throws: ``Fault`` `invalidArgument` that names the member.
    init(of params: JSONNode?) throws(Fault) {
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
        if let trace = context.trace ?? TraceContext.current { writer.member("traceparent", trace.traceparent) }
        if context.progress != nil { writer.member("progressToken", Int64(bitPattern: id)) }
        writer.endObject()
    }
}
