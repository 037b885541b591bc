import Coordination
import Domain
import Glibc
import StrictJSON
import TestSupport
import Testing

@testable import Hosting
@testable import Transport

/// Which requests the door of a service writes into the log of security, and what it writes.
@Suite struct SecurityLineTests {
    private struct Line: Hashable {
        let method: String?
        let outcome: String?
        let who: String?
    }

    @Test func whatIsAboutSecurityOrWithoutRightIsNotedWithTheProcessThatAsked() async throws {
        let sink = InMemoryLogSink()
        let echo = EchoService(log: Log(service: "echo", clock: .system, sink: sink))
        let door = try await echo.open()
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
        await echo.close(door)
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
