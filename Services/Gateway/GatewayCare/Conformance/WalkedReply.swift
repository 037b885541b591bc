import Coordination
import GatewaySession
import GatewayWords
import Signals
import StrictJSON

/// A message from a service, as the walk sees it.
struct WalkedReply {
    /// How much of a message is shown, in bytes.
    static let shown = 160

    /// The whole JSON.
    let root: JSONNode

    /// - Throws: ``Objection``: broken when it is not JSON.
    init(_ body: [UInt8]) throws {
        do {
            root = try JSONDocument(body, limits: JSONDocument.answerLimits).root
        } catch {
            let start = String(decoding: body.prefix(Self.shown), as: UTF8.self)
            throw Objection.broken(Text("the reply is not JSON: \(start)", "ответ — не JSON: \(start)"))
        }
    }

    init(_ root: JSONNode) { self.root = root }

    /// The JSON of the id, byte for byte.
    var id: String? { root.member("id").map { String(decoding: $0.rawBytes, as: UTF8.self) } }
    var result: JSONNode? { root.member("result") }
    /// JSON-RPC's number of the fault.
    var number: Int64? { error?.member("code")?.int64 }
    /// The code of the fault.
    var code: String? { data?.member("code")?.string }
    var field: String? { data?.member("field")?.string }
    var isRetryable: Bool? { data?.member("retryable")?.bool }
    var retryAfterMilliseconds: Int64? { data?.member("retryAfterMs")?.int64 }

    private var error: JSONNode? { root.member("error") }
    private var data: JSONNode? { error?.member("data") }

    /// What was seen, for people.
    var seen: Text {
        let bytes = root.rawBytes
        let text =
            String(decoding: bytes.prefix(Self.shown), as: UTF8.self) + (bytes.count > Self.shown ? "…" : "")
        return Text("the reply was \(text)", "ответ был \(text)")
    }

    /// The beginning of a remark about what a text was answered.
    static func sent(_ text: String) -> Text {
        let start = String(decoding: text.utf8.prefix(shown), as: UTF8.self) + (text.utf8.count > shown ? "…" : "")
        return Text("to \(start): ", "на \(start): ")
    }

    /// Records deviations from the form of replies and faults.
    func noteForm(in walk: ConformanceWalk) {
        for trouble in Self.troubles(of: root) { walk.note(trouble + Text(verbatim: " ") + seen) }
    }

    private static func troubles(of root: JSONNode) -> [Text] {
        if root.kind == .array { return root.elements.flatMap { Self.troubles(of: $0) } }
        // Progress is a notification and has a rule of its own.
        if root.member("method") != nil { return [] }
        let names = Set(root.members.map(\.name))
        guard root.member("jsonrpc")?.string == "2.0",
            names == ["jsonrpc", "id", "result"] || names == ["jsonrpc", "id", "error"]
        else { return [Text("not a reply of JSON-RPC 2.0:", "не ответ JSON-RPC 2.0:")] }
        guard let error = root.member("error") else { return [] }
        guard let number = error.member("code")?.int64, error.member("message")?.string?.isEmpty == false,
            let data = error.member("data"), let code = data.member("code")?.string,
            let isRetryable = data.member("retryable")?.bool
        else {
            return [
                Text(
                    "a fault needs code, message, data.code and data.retryable:",
                    "ошибке нужны code, message, data.code и data.retryable:")
            ]
        }
        var troubles: [Text] = []
        let known = FaultCode.all.first { $0.name == code }
        if let known, known.isRetryable != isRetryable {
            troubles.append(Text("retryable of \(code) is wrong:", "retryable у \(code) неверно:"))
        }
        if !numbers(of: code).contains(number) {
            troubles.append(Text("the number of \(code) is wrong:", "номер у \(code) неверен:"))
        }
        if code == FaultCode.overloaded.name, data.member("retryAfterMs")?.int64 == nil {
            troubles.append(Text("overloaded without retryAfterMs:", "overloaded без retryAfterMs:"))
        }
        return troubles
    }

    /// The numbers of JSON-RPC, and -32800 of the Language Server Protocol.
    private static func numbers(of code: String) -> [Int64] {
        switch FaultCode(code) {
        case .parseError: [-32700]
        case .invalidRequest: [-32600]
        case .methodNotFound: [-32601]
        case .internalFault: [-32603]
        case .cancelled: [-32800]
        case .invalidArgument: [-32000, -32602]
        default: [-32000]
        }
    }
}
