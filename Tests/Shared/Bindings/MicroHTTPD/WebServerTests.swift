import Hosting
import Synchronization
import TestSupport
import Testing

@testable import MicroHTTPD

/// Requests and responses, as they should be.
@Suite struct WebServerTests {
    @Test func theLibraryIsThere() throws {
        #expect(MicroHTTPDLibrary.obstacle == nil)
        let version = try MicroHTTPDLibrary.version()
        #expect(version.hasPrefix("0.9.") || version.hasPrefix("1."))
    }

    @Test func aRequestIsPassedOnAsItWasSent() async throws {
        let handler = ScriptedHandler { _ in .now(.text("done", status: 201, [WebHeader("X-Kind", "odd; \"a\"")])) }
        let web = try ServedWeb(handler)
        let answer = try await web.exchange(
            "POST /a%2Fb/../c?x=1%202&y HTTP/1.1\r\nHost: house\r\nX-Two:  spaces \r\nX-two: again\r\n"
                + "Connection: close\r\nContent-Length: 5\r\n\r\nh\u{0}llo")
        #expect(answer.hasPrefix("HTTP/1.1 201 Created\r\n") && answer.hasSuffix("\r\n\r\ndone"), "\(answer)")
        #expect(answer.contains("\r\nX-Kind: odd; \"a\"\r\n") && answer.contains("\r\nContent-Length: 4\r\n"))
        let request = try #require(handler.requests.first)
        #expect(request.head.method == "POST" && request.head.path == "/a%2Fb/../c")
        #expect(request.head.query == "x=1%202&y" && request.body == Array("h\u{0}llo".utf8))
        #expect(request.head.values(of: "x-two") == ["spaces", "again"] && request.head.header("x-two") == nil)
        #expect(request.head.header("host") == "house" && request.head.peer == WebPeer("127.0.0.1"))
        #expect(!request.head.isEncrypted)
    }

    @Test func requestsOnOneConnectionAreAnsweredInTheirOrder() async throws {
        let web = try ServedWeb(
            ScriptedHandler { request in
                let path = request.head.path
                return path.hasSuffix("later") ? .later { .text(path) } : .now(.text(path))
            })
        let head = " HTTP/1.1\r\nHost: house\r\n\r\n"
        let answer = try await web.exchange("GET /1later\(head)GET /2\(head)HEAD /3\(head)" + get("/4later"))
        let bodies = answer.split(separator: "\r\n\r\n").dropFirst().map { $0.prefix { $0 != "H" } }
        #expect(bodies == ["/1later", "/2", "", "/4later"], "\(answer)")
        #expect(web.server.load.accepted == 1)
    }

    @Test func chunkedBodiesAreJoined() async throws {
        let handler = ScriptedHandler { .now(.text(String(decoding: $0.body, as: UTF8.self))) }
        let web = try ServedWeb(handler)
        let answer = try await web.exchange(
            "POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n")
        #expect(answer.hasSuffix("\r\n\r\nabcde"), "\(answer)")
    }

    /// Each task answers on a thread of the pool, while its connection is suspended.
    @Test func answersMayComeLaterAndAllAtOnce() async throws {
        let arrived = Mutex(0)
        let count = 100
        let web = try ServedWeb(
            ScriptedHandler { request in
                let path = request.head.path
                return .later {
                    arrived.withLock { $0 += 1 }
                    // Nobody is answered before all have asked.
                    while arrived.withLock({ $0 }) < count { await Task.yield() }
                    return .text(path)
                }
            },
            limits: {
                var limits = WebServerLimits()
                limits.connectionsPerPeer = 0
                return limits
            }())
        try await withThrowingTaskGroup { group in
            for number in 0..<count {
                group.addTask {
                    let answer = try await web.exchange(get("/\(number)"))
                    #expect(answer.hasSuffix("\r\n\r\n/\(number)"), "\(answer)")
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func aUnixSocketIsServedAndItsPeerIsThisMachine() async throws {
        let directory = TemporaryDirectory()
        let socket = try ListeningSocket.make(name: "web", runDirectory: directory.path)
        let handler = ScriptedHandler { _ in .now(.text("here")) }
        let server = try WebServer(listening: socket.takeDescriptor(), handler: handler)
        let path = socket.path
        let answer = try await onThread {
            let stream = try #require(RawStream(path: path))
            stream.write(get("/"))
            return String(decoding: stream.read(.max), as: UTF8.self)
        }
        #expect(answer.hasSuffix("here") && handler.requests.first?.head.peer == .unix)
        await server.stop(within: .zero)
    }

    @Test(arguments: [
        WebHeader("X", "a\r\nY: b"), WebHeader("X Y", "a"), WebHeader("", "a"), WebHeader("X", "ключ"),
        WebHeader("Content-Length", "3"), WebHeader("connection", "keep-alive"), WebHeader("X", "\u{0}"),
    ])
    func aResponseWithAnImpossibleFieldIsNotSent(header: WebHeader) async throws {
        let web = try ServedWeb(ScriptedHandler { _ in .now(.text("secret", [header])) })
        let answer = try await web.exchange(get("/"))
        #expect(answer.hasPrefix("HTTP/1.1 500 ") && answer.hasSuffix("refused: invalidResponse"), "\(answer)")
    }

    @Test func stoppingAnswersWhatIsUnderWayAndTakesNothingNew() async throws {
        let gate = Mutex(false)
        let handler = ScriptedHandler { _ in
            .later {
                while !gate.withLock({ $0 }) { await Task.yield() }
                return .text("in time")
            }
        }
        let web = try ServedWeb(handler)
        let idle = try web.connect()
        async let answer = web.exchange(get("/"))
        try await eventually("the request has arrived") { handler.requests.count == 1 }
        async let stopped: Void = web.server.stop(within: .seconds(60))
        // Without blocking a thread of the pool, which the task that stops the server needs.
        try await eventually("the idle one is closed") { idle.isClosed(within: .zero) }
        // Another server may have its port by now.
        let accepted = web.server.load.accepted
        _ = RawStream(port: web.port)
        gate.withLock { $0 = true }
        #expect(try await answer.hasSuffix("in time"))
        await stopped
        #expect(web.server.load.connections == 0 && web.server.load.accepted == accepted)
        await #expect(throws: WebServerError(.stopped, "")) { try await web.server.replace(nil) }
        await web.server.stop(within: .zero)
    }

    @Test func whatDoesNotEndIsCutOffWhenTheServerStops() async throws {
        let isCancelled = Mutex(false)
        let handler = ScriptedHandler { _ in
            .later {
                try? await Task.sleep(for: .seconds(600))
                isCancelled.withLock { $0 = Task.isCancelled }
                return .text("never")
            }
        }
        let web = try ServedWeb(handler)
        async let answer = web.exchange(get("/"))
        try await eventually("the request has arrived") { handler.requests.count == 1 }
        await web.server.stop(within: .milliseconds(20))
        #expect(try await answer == "")
        try await eventually("the task is cancelled") { isCancelled.withLock { $0 } }
    }

    @Test func aServerEndsWithItsLastReference() async throws {
        var web: ServedWeb? = try ServedWeb(ScriptedHandler { _ in .now(.text("")) })
        let stream = try #require(try web?.connect())
        web = nil
        #expect(stream.isClosed(within: .seconds(60)))
    }

    @Test func addressesAreReadAndCounted() {
        #expect(WebPeer("127.8.0.1")?.isThisMachine == true && WebPeer("::1")?.isThisMachine == true)
        #expect(WebPeer("::ffff:192.0.2.1") == WebPeer("192.0.2.1") && WebPeer("192.0.2.1")?.isThisMachine == false)
        #expect(WebPeer("2001:db8::1")?.network == WebPeer("2001:db8::2")?.network)
        #expect(WebPeer("2001:db8:0:1::1")?.network != WebPeer("2001:db8::1")?.network)
        #expect(WebPeer("2001:db8::1")?.description == "2001:db8::1" && WebPeer.unix.network == nil)
        for text in ["", "1.2.3", "1.2.3.4.5", "house", "1.2.3.4\u{0}", "fe80::1%eth0", "[::1]"] {
            #expect(WebPeer(text) == nil, "\(text)")
        }
    }
}
