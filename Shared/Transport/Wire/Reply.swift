import Coordination
import Reasons
import StrictJSON

/// Writes replies of JSON-RPC 2.0.
enum Reply {
    /// The `id` of a reply to a request whose id could not be read.
    static let nullID = Array("null".utf8)

    /// `{"jsonrpc":"2.0","id":…,"result":…}`; `id` is echoed byte for byte.
    ///
    /// - Parameter commit: The newest commit of the service, for another machine; it becomes the member `commit`.
    static func result(
        id: [UInt8], commit: Int64? = nil, _ write: (inout JSONWriter) throws -> Void
    ) rethrows -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: usualBytes)
        begin(&writer, id: id)
        if let commit { writer.member("commit", commit) }
        writer.key("result")
        try write(&writer)
        writer.endObject()
        return writer.bytes
    }

    /// `{"jsonrpc":"2.0","id":…,"error":{"code","message","data"}}`.
    static func fault(id: [UInt8], _ fault: Fault, number: Int? = nil) -> [UInt8] {
        var writer = JSONWriter()
        begin(&writer, id: id)
        writer.key("error")
        writer.beginObject()
        writer.member("code", Int64(number ?? Self.number(of: fault.code)))
        writer.member("message", fault.message)
        writer.key("data")
        writer.beginObject()
        writer.member("code", fault.code.name)
        if let reason = fault.reason { writer.member("reason", reason) }
        if let field = fault.field { writer.member("field", field) }
        writer.member("retryable", fault.isRetryable)
        if let milliseconds = fault.retryAfterMilliseconds { writer.member("retryAfterMs", Int64(milliseconds)) }
        writer.details(fault.details)
        writer.endObject()
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }

    /// `[reply, reply …]`.
    static func batch(_ replies: [[UInt8]]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(replies.reduce(2) { $0 + $1.count + 1 })
        bytes.append(UInt8(ascii: "["))
        for (index, reply) in replies.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += reply
        }
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }

    /// Returns the number that JSON-RPC (or LSP, for a cancelled request) defines for a fault of its own; -32000 for
    /// all of ours.
    static func number(of code: FaultCode) -> Int {
        switch code {
        case .parseError: -32700
        case .invalidRequest: -32600
        case .methodNotFound: -32601
        case .internalFault: -32603
        case .cancelled: -32800
        default: -32000
        }
    }

    /// Enough for most answers, and a size that malloc hands out without a search: above 1,032 bytes it consolidates
    /// first.
    private static let usualBytes = 960

    /// The number for params that do not fit the signal.
    static let invalidParams = -32602

    private static func begin(_ writer: inout JSONWriter, id: [UInt8]) {
        writer.beginObject()
        writer.member("jsonrpc", "2.0")
        writer.key("id")
        writer.raw(id)
    }
}

extension JSONWriter {
    /// Writes the member `details` in the order of the names; nothing without details.
    mutating func details(_ details: [String: ReasonDetail]) {
        guard !details.isEmpty else { return }
        key("details")
        beginObject()
        for (name, detail) in details.sorted(by: { $0.key < $1.key }) {
            switch detail {
            case .text(let text): member(name, text)
            case .number(let number): member(name, Int64(number))
            case .flag(let flag): member(name, flag)
            }
        }
        endObject()
    }
}
