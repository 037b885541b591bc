import Coordination
import Domain
import StrictJSON
import Transport

extension FuzzTarget {
    /// Requests of JSON-RPC as a listener reads them: the early id, the form, `_meta`, and the params of each method.
    static let requests = FuzzTarget(
        "requests", maximumLength: 4_096, modules: ["Signals", "StrictJSON", "Transport"], seeds: requestSeeds
    ) { bytes in
        let early = bytes.withUnsafeBytes { Request.earlyID(in: $0) }
        guard let root = try? JSONDocument(bytes).root else { return }
        let request: Request
        do throws(Request.Malformed) {
            request = try Request(root)
        } catch {
            try Refusals.check(error.refusal)
            let reply = try JSONDocument(error.reply).root
            try demand(
                reply.member("id").map { Array($0.rawBytes) } == error.id && reply.member("error") != nil,
                "a malformed request is answered to another id")
            return
        }
        if let early { try demand(early == request.id, "the early id is not the id") }
        do {
            let meta = try RequestMeta(of: request.params)
            try demand(meta.session.map { (1...4_096).contains($0.utf8.count) } ?? true, "a session of any length")
            try demand(
                meta.idempotencyKey.map { (1...RequestMeta.maximumKeyLength).contains($0.utf8.count) } ?? true,
                "a key of any length")
            // As the listener asks how much time is left.
            _ = meta.deadline.map { $0 - Instant(milliseconds: 1_800_000_000_000) }
        } catch let fault as Fault {
            try Refusals.check(fault, fields: "_meta")
        }
        try SignalCoding.byMethod[request.method]?.checkParams(request.params)
    }

    private static let meta = """
        "_meta":{"session":"a","deadline":1800000000000,"idempotencyKey":"k","maxStaleMilliseconds":5,\
        "traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01","progressToken":7}
        """

    @Sendable private static func requestSeeds() throws -> [[UInt8]] {
        try SignalCoding.all.flatMap { coding in
            try coding.params().enumerated().map { index, params in
                let whole = index > 0 ? params : params == "{}" ? "{\(meta)}" : params.dropLast() + ",\(meta)}"
                return Array(#"{"jsonrpc":"2.0","id":1,"method":"\#(coding.method)","params":\#(whole)}"#.utf8)
            }
        }
    }

    /// Replies as clients read them: the method on the first line, then `{"result"}` or `{"error"}`.
    static let answers = FuzzTarget(
        "answers", maximumLength: 8_192, modules: ["Signals", "StrictJSON", "Transport"], seeds: answerSeeds
    ) { bytes in
        var input = FuzzInput(bytes)
        let method = input.line()
        guard let root = try? JSONDocument(input.bytes).root else { return }
        if let result = root.member("result") {
            try SignalCoding.byMethod[method]?.checkAnswer(result)
        } else {
            let fault = ReplyFault.read(root.member("error"), from: "ledger")
            let written = try JSONEncoding.encode(fault)
            try demand(
                try JSONDocument(written).root.decode(Fault.self) == fault,
                "a fault is read otherwise than it was written")
        }
    }

    @Sendable private static func answerSeeds() throws -> [[UInt8]] {
        let fault = """
            ledger.transfer
            {"error":{"code":-32000,"message":"No.","data":{"code":"notFound","reason":"noAccount","field":"from",\
            "retryable":true,"retryAfterMs":5,"details":{"a":1,"b":"c","d":true}}}}
            """
        return try [Array(fault.utf8)]
            + SignalCoding.all.flatMap { coding in
                try coding.answers().map { Array("\(coding.method)\n{\"result\":\($0)}".utf8) }
            }
    }
}
