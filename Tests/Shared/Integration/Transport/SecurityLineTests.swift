import Coordination
import Domain
import Glibc
import StrictJSON
import TestSupport
import Testing

@testable import Hosting
@testable import Transport

/// The requests that the listener of a service writes to the security log, and the content of the lines.
@Suite struct SecurityLineTests {
    private struct Line: Hashable {
        let method: String?
        let outcome: String?
        let who: String?
    }

    @Test func aFaultOfOursIsLoggedAndTellsItsTraceAlone() async throws {
        let sink = InMemoryLogSink()
        let echo = EchoService(log: Log(service: "echo", clock: .system, sink: sink))
        let entrance = try await echo.open()
        let trace = "0af7651916cd43dd8448eb211c80319c"
        try await withRawPeer(path: echo.path) { peer in
            let reply = try peer.ask(
                #"{"jsonrpc":"2.0","id":1,"method":"echo.refuse","params":{"code":"\#(Broken.code)","_meta":"#
                    + #"{"traceparent":"00-\#(trace)-b7ad6b7169203331-00"}}}"#)
            let expected =
                #"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Something went wrong on our side; "#
                + #"the log has it under trace \#(trace).","data":{"code":"internal","reason":"ourFault","#
                + #""retryable":false,"details":{"trace":"\#(trace)"}}}}"#
            #expect(reply == expected)
        }
        await echo.close(entrance)
        let line = try #require(sink.records.first { $0.message == "request failed" })
        #expect(line.trace == trace && line.level == .error)
        #expect(String(decoding: line.encoded(), as: UTF8.self).contains("\(Broken())"))
    }

    /// Attempts to bypass the rules: invalid requests, exceeded limits, too many requests.
    @Test func whatIsNoRequestOrBeyondALimitIsNoted() async throws {
        let sink = InMemoryLogSink()
        let echo = EchoService(log: Log(service: "echo", clock: .system, sink: sink))
        let entrance = try await echo.open()
        @Sendable func refusal(_ code: String) -> String {
            #"{"jsonrpc":"2.0","id":1,"method":"echo.refuse","params":{"code":"\#(code)"}}"#
        }
        try await withRawPeer(path: echo.path) { peer in
            for text in [
                "{", #"{"jsonrpc":"2.0","id":1}"#, #"[{"jsonrpc":"1.0"}]"#, refusal("limitExceeded"),
                refusal("tooManyAttempts"), refusal("insufficientFunds"),
                #"{"jsonrpc":"2.0","id":1,"method":"echo.nothing"}"#,
            ] { _ = try peer.askJSON(text) }
        }
        await echo.close(entrance)
        let nodes = try sink.records.filter { $0.message == "security" }.map { try JSONDocument($0.encoded()).root }
        #expect(
            nodes.map { "\($0.member("signal.kind")?.string ?? "") \($0.member("outcome")?.string ?? "")" } == [
                "- parseError", "- invalidRequest", "- invalidRequest", "echo.refuse limitExceeded",
                "echo.refuse tooManyAttempts",
            ])
        #expect(nodes.allSatisfy { $0.member("peer.pid")?.int64 == Int64(getpid()) })
    }

    @Test func whatIsAboutSecurityOrWithoutRightIsNotedWithTheProcessThatAsked() async throws {
        let sink = InMemoryLogSink()
        let echo = EchoService(log: Log(service: "echo", clock: .system, sink: sink))
        let entrance = try await echo.open()
        let requests: [(method: String, params: String)] = [
            ("echo.say", #""text":"hello""#), ("echo.note", ""), ("echo.note", #""user":"u7""#),
            ("echo.note", #""user":"u7","refusal":"wrongCode""#), ("echo.note", #""refusal":"wrongCode""#),
            ("echo.who", #""_meta":{"session":"good"}"#), ("echo.who", #""_meta":{"session":"a forged token"}"#),
            ("echo.who", ""), ("echo.refuse", #""code":"permissionDenied""#), ("echo.refuse", #""code":"notFound""#),
        ]
        try await withRawPeer(path: echo.path) { peer in
            for request in requests {
                _ = try peer.askJSON(
                    #"{"jsonrpc":"2.0","id":1,"method":"\#(request.method)","params":{\#(request.params)}}"#)
            }
        }
        await echo.close(entrance)
        let nodes = try sink.records.filter { $0.message == "security" }.map { try JSONDocument($0.encoded()).root }
        #expect(
            nodes.map {
                Line(
                    method: $0.member("signal.kind")?.string, outcome: $0.member("outcome")?.string,
                    who: $0.member("who")?.string)
            } == [
                Line(method: "echo.note", outcome: "done", who: "u7"),
                Line(method: "echo.note", outcome: "wrongCode", who: "u7"),
                Line(method: "echo.note", outcome: "wrongCode", who: "-"),
                Line(method: "echo.who", outcome: "unauthenticated", who: "-"),
                Line(method: "echo.who", outcome: "unauthenticated", who: "-"),
                Line(method: "echo.refuse", outcome: "permissionDenied", who: "-"),
            ])
        #expect(nodes.allSatisfy { $0.member("peer.uid")?.int64 == Int64(geteuid()) })
        #expect(nodes.allSatisfy { $0.member("peer.pid")?.int64 == Int64(getpid()) })
        #expect(!sink.records.contains { String(decoding: $0.encoded(), as: UTF8.self).contains("forged") })
    }
}
