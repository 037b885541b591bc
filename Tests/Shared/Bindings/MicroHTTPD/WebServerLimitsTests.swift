import Hosting
import Synchronization
import TestSupport
import Testing

@testable import MicroHTTPD

/// What hostile peers send: too much, too slowly, and what is no request.
@Suite struct WebServerLimitsTests {
    private func limits(_ change: (inout WebServerLimits) -> Void) -> WebServerLimits {
        var limits = WebServerLimits()
        change(&limits)
        return limits
    }

    /// For connections that say nothing, on a machine that is busy with other tests.
    private func patient(_ change: (inout WebServerLimits) -> Void) -> WebServerLimits {
        limits { limits in
            limits.header = .seconds(600)
            change(&limits)
        }
    }

    private static let handler = ScriptedHandler { .now(.text("body of \($0.body.count)")) }

    // MARK: Too much

    @Test func aHeaderThatIsTooLargeIsRefused() async throws {
        let web = try ServedWeb(Self.handler)
        let fitting = try await web.exchange(get("/", "X-Long: \(String(repeating: "a", count: 7_000))\r\n"))
        #expect(fitting.hasPrefix("HTTP/1.1 200 "), "\(fitting)")
        for header in [
            "X-Long: \(String(repeating: "a", count: 9_000))\r\n",
            (0..<65).map { "X-\($0): a\r\n" }.joined(),
        ] {
            let answer = try await web.exchange(get("/", header))
            #expect(answer.hasPrefix("HTTP/1.1 431 ") && answer.hasSuffix("refused: headerTooLarge"), "\(answer)")
        }
        // Beyond the memory of the connection, the library answers, and reads no further.
        let header = try await web.exchange(get("/", "X-Long: \(String(repeating: "a", count: 300_000))\r\n"))
        #expect(header.isEmpty || header.hasPrefix("HTTP/1.1 431 "), "\(header)")
        let target = try await web.exchange(get("/" + String(repeating: "a", count: 300_000)))
        #expect(target.isEmpty || target.hasPrefix("HTTP/1.1 414 "), "\(target)")
    }

    @Test func aBodyThatIsTooLargeIsRefusedAndTheAnswerIsRead() async throws {
        let web = try ServedWeb(Self.handler)
        let large = String(repeating: "a", count: 1_001)
        #expect(try await web.exchange(post("/", String(large.dropLast()))).hasSuffix("body of 1000"))
        for request in [
            post("/", large), post("/", String(repeating: "a", count: 500_000)),
            "POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3e8\r\n\(large.dropLast())\r\n1\r\na\r\n0\r\n\r\n",
        ] {
            let answer = try await web.exchange(request)
            #expect(answer.hasPrefix("HTTP/1.1 413 ") && answer.hasSuffix("refused: bodyTooLarge"), "\(answer)")
        }
        // It is asked first, so nothing is sent in vain.
        let asked = try await web.exchange(
            "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 5000\r\n\r\n")
        #expect(asked.hasPrefix("HTTP/1.1 413 "), "\(asked)")
        #expect(web.server.load.bodyBytes == 0)
    }

    /// The server neither reads nor keeps a flood: it answers at once, or ends the connection.
    @Test func aFloodIsCutOff() async throws {
        let web = try ServedWeb(Self.handler, limits: limits { $0.droppedBodyBytes = 100_000 })
        let declared = try await web.exchange(post("/", "a", length: 1_000_000_000_000))
        #expect(declared.hasPrefix("HTTP/1.1 413 "), "\(declared)")
        let stream = try web.connect()
        stream.write("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
        let chunk = "2710\r\n\(String(repeating: "a", count: 10_000))\r\n"
        var count = 0
        // 100 MB would be accepted if nobody stopped it.
        while count < 10_000, stream.write(Array(chunk.utf8), within: .seconds(60)) { count += 1 }
        #expect(count < 10_000)
    }

    @Test func theBodiesOfAllRequestsAreBounded() async throws {
        let web = try ServedWeb(Self.handler, limits: limits { $0.bodyBytesInAll = 1_500 })
        let first = try web.connect()
        first.write(post("/", String(repeating: "a", count: 900), length: 1_000))
        try await eventually("the first is being read") { web.server.load.bodyBytes == 900 }
        let second = try await web.exchange(post("/", String(repeating: "b", count: 700)))
        #expect(second.hasPrefix("HTTP/1.1 503 ") && second.hasSuffix("refused: busy"), "\(second)")
        first.write(String(repeating: "a", count: 100))
        #expect(first.read(until: "body of").hasSuffix("body of 1000"))
        try await eventually("nothing is left") { web.server.load.bodyBytes == 0 }
        #expect(try await web.exchange(post("/", String(repeating: "c", count: 700))).hasSuffix("body of 700"))
    }

    @Test func connectionsOfOnePeerAreBounded() async throws {
        let web = try ServedWeb(Self.handler, limits: patient { $0.connectionsPerPeer = 3 })
        let streams = try (0..<3).map { _ in try web.connect() }
        try await eventually("three are accepted") { web.server.load.connections == 3 }
        let fourth = try web.connect()
        #expect(fourth.isClosed(within: .seconds(60)))
        // The server closes it before it tells its load.
        try await eventually("it is counted") { web.server.load.turnedAway == 1 }
        streams[0].close()
        try await eventually("one is gone") { web.server.load.connections == 2 }
        #expect(try await web.exchange(get("/")).hasSuffix("body of 0"))
    }

    @Test func connectionsBeyondTheBoundWait() async throws {
        let web = try ServedWeb(Self.handler, limits: patient { $0.connections = 2 })
        let streams = try (0..<2).map { _ in try web.connect() }
        try await eventually("two are accepted") { web.server.load.connections == 2 }
        async let third = web.exchange(get("/third"))
        streams[0].write("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(streams[0].read(until: "body of").hasSuffix("body of 0"))
        #expect(Self.handler.requests.allSatisfy { $0.head.path != "/third" })
        streams[1].close()
        #expect(try await third.hasSuffix("body of 0"))
    }

    /// Over a Unix socket, where no port limits their number.
    @Test func twoThousandConnectionsAreServed() async throws {
        let directory = TemporaryDirectory()
        let socket = try ListeningSocket.make(name: "web", runDirectory: directory.path)
        // Patient: the first ones are idle until the last one is answered.
        let server = try WebServer(
            listening: socket.takeDescriptor(), limits: patient { $0.answer = .seconds(600) },
            handler: ScriptedHandler { request in .later { .text(request.head.path) } })
        let path = socket.path
        try await onThread {
            let streams = try (0..<2_000).map { _ in try #require(RawStream(path: path)) }
            for (number, stream) in streams.enumerated() { stream.write("GET /\(number) HTTP/1.1\r\nHost: h\r\n\r\n") }
            for (number, stream) in streams.enumerated() {
                #expect(stream.read(until: "/\(number)").hasSuffix("\r\n\r\n/\(number)"))
            }
            #expect(server.load.connections == 2_000)
        }
        try await eventually("all are gone") { server.load.connections == 0 }
    }

    // MARK: Too slow

    /// One byte at a time is progress, but not enough of it.
    @Test func aSlowHeaderIsCutOff() async throws {
        let web = try ServedWeb(Self.handler, limits: limits { $0.header = .milliseconds(200) })
        for begin in ["", "GET / HTTP/1.1\r\nHost: h\r\n"] {
            let stream = try web.connect()
            stream.write(begin)
            #expect(Self.drips(into: stream))
        }
        try await eventually("both are counted") { web.server.load.timedOut == 2 }
    }

    @Test func aSlowBodyIsCutOff() async throws {
        let web = try ServedWeb(Self.handler, limits: limits { $0.body = .milliseconds(200) })
        let stream = try web.connect()
        stream.write(post("/", "", length: 1_000))
        #expect(Self.drips(into: stream))
        try await eventually("it is counted") { web.server.load.timedOut == 1 }
    }

    @Test func anAnswerThatNobodyReadsIsCutOff() async throws {
        let web = try ServedWeb(
            ScriptedHandler { _ in .now(WebResponse(status: 200, body: [UInt8](repeating: 7, count: 32 << 20))) },
            limits: limits {
                $0.sending = .milliseconds(200)
                $0.slowestBytesPerSecond = 1 << 30
            })
        let stream = try web.connect()
        stream.write(get("/"))
        try await eventually("it is cut off") { web.server.load.timedOut == 1 && web.server.load.connections == 0 }
        #expect(stream.read(.max).count < 32 << 20)
    }

    @Test func anAnswerThatDoesNotComeIsReplacedAndItsTaskCancelled() async throws {
        let isCancelled = Mutex(false)
        let web = try ServedWeb(
            ScriptedHandler { _ in
                .later {
                    try? await Task.sleep(for: .seconds(600))
                    isCancelled.withLock { $0 = Task.isCancelled }
                    return .text("too late")
                }
            }, limits: limits { $0.answer = .milliseconds(100) })
        let answer = try await web.exchange(get("/"))
        #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.hasSuffix("refused: answerTooLate"), "\(answer)")
        try await eventually("the task is cancelled") { isCancelled.withLock { $0 } }
    }

    /// Writes a byte now and then until the other side has closed; false when it never does.
    private static func drips(into stream: RawStream) -> Bool {
        for _ in 0..<2_000 {
            // The wait for an answer is the pause between two bytes.
            guard stream.write(Array("a".utf8)), let answer = stream.readSome(within: .milliseconds(30)) else {
                return true
            }
            if !answer.isEmpty { return false }
        }
        return false
    }

    // MARK: No request

    @Test(arguments: [
        ("GET / HTTP/1.1\r\n\r\n", "400"),
        ("GET / HTTP/1.0\r\n\r\n", "400"),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "400"),
        ("GET http://elsewhere/ HTTP/1.1\r\nHost: h\r\n\r\n", "400"),
        ("GET /a#b HTTP/1.1\r\nHost: h\r\n\r\n", "400"),
        ("GET /\u{1} HTTP/1.1\r\nHost: h\r\n\r\n", "400"),
        ("GET /ключ HTTP/1.1\r\nHost: h\r\n\r\n", "400"),
        ("GET / HTTP/1.1\r\nHost: h\r\nX: a\u{1}b\r\n\r\n", "400"),
        ("GET / HTTP/1.1\r\nHost: h\r\nX Y: a\r\n\r\n", "400"),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", "400"),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400"),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n", "400"),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1,1\r\n\r\na", "400"),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip\r\nExpect: 100-continue\r\n\r\n", "501"),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "400"),
        ("get / HTTP/1.1\r\nHost: h\r\n\r\n", "501"),
        ("GET / HTTP/2.0\r\nHost: h\r\n\r\n", "505"),
    ])
    func whatTwoProgramsCouldReadDifferentlyIsRefused(request: String, status: String) async throws {
        let handler = ScriptedHandler { _ in .now(.text("answered")) }
        let web = try ServedWeb(handler)
        let answer = try await web.exchange(request)
        #expect(answer.hasPrefix("HTTP/1.1 \(status) ") || answer.hasPrefix("HTTP/1.0 \(status) "), "\(answer)")
        #expect(handler.requests.isEmpty)
    }

    /// A zero byte ends a line or a value for libmicrohttpd 0.9.75: what stands behind it counts for nobody.
    @Test func whatStandsBehindAZeroByteIsLost() async throws {
        let handler = ScriptedHandler { _ in .now(.text("first")) }
        let web = try ServedWeb(handler)
        let answer = try await web.exchange(get("/a\u{0}b", "X-Field: a\u{0}b\r\n"))
        #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer)")
        #expect(handler.requests.map(\.head.path) == ["/a"] && handler.requests[0].head.header("x-field") == "a")
    }

    @Test(arguments: ["\u{1}\u{2}\u{FF}\r\n\r\n", "SSH-2.0-OpenSSH\r\n", "\u{16}\u{3}\u{1}\r\n\r\n", "GET /\r\n\r\n"])
    func garbageBehindARequestEndsTheConnection(garbage: String) async throws {
        let handler = ScriptedHandler { _ in .now(.text("first")) }
        // Ends the connection if the library waits for more; the first request has as long to come, too.
        let web = try ServedWeb(handler, limits: limits { $0.header = .seconds(20) })
        let answer = try await web.exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n" + garbage + get("/second"))
        #expect(answer.contains("\r\n\r\nfirst"), "\(answer)")
        #expect(handler.requests.map(\.head.path) == ["/"])
    }
}
