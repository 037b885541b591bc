import Coordination
import Reasons
import StrictJSON

/// Parses the member `error` of a reply.
package enum ReplyFault {
    package static func read(_ error: JSONNode?, from service: String) -> Fault {
        guard let error, let message = error.member("message")?.string else {
            return Fault(.internalFault, .replyWithoutResult, ["service": .text(service)])
        }
        guard let data = error.member("data"), let code = data.member("code")?.string else {
            return Fault(code(of: error.member("code")?.int64), message)
        }
        let isRetryable = data.member("retryable")?.bool ?? false
        return Fault(
            code: FaultCode(code, isRetryable: isRetryable), reason: data.member("reason")?.string, message: message,
            field: data.member("field")?.string, isRetryable: isRetryable,
            retryAfterMilliseconds: data.member("retryAfterMs")?.int64.map { Int($0) },
            details: details(data.member("details")))
    }

    /// Reads details; those of a kind that this program does not know are left out.
    static func details(_ object: JSONNode?) -> [String: ReasonDetail] {
        guard let object, object.kind == .object else { return [:] }
        return object.members.reduce(into: [:]) { details, member in
            let node = member.node
            details[member.name] =
                node.string.map(ReasonDetail.text) ?? node.int64.map { .number(Int($0)) }
                ?? node.bool.map(ReasonDetail.flag)
        }
    }

    /// Maps the code of a peer that speaks plain JSON-RPC.
    private static func code(of number: Int64?) -> FaultCode {
        switch number {
        case -32700: .parseError
        case -32600: .invalidRequest
        case -32601: .methodNotFound
        case -32602: .invalidArgument
        case -32800: .cancelled
        default: .internalFault
        }
    }
}
