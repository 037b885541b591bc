import Hosting
import Synchronization
import TestSupport
import Testing

@testable import MicroHTTPD

/// Responses that grow while their connection is open.
@Suite struct WebStreamTests {
    /// A handler that answers each request with a stream and keeps it.
    private final class Streams: Sendable {
        private let made = Mutex<[WebStream]>([])
        private let ended = Mutex(0)
        let heartbeat: WebStream.Heartbeat?
        let maximumWaitingBytes: Int

        init(heartbeat: WebStream.Heartbeat? = nil, maximumWaitingBytes: Int = 65_536) {
            self.heartbeat = heartbeat
            self.maximumWaitingBytes = maximumWaitingBytes
        }

        var all: [WebStream] { made.withLock { $0 } }
        var endedCount: Int { ended.withLock { $0 } }

        func handler() -> ScriptedHandler {
            ScriptedHandler { [self] _ in
                let stream = WebStream(heartbeat: heartbeat, maximumWaitingBytes: maximumWaitingBytes)
                made.withLock { $0.append(stream) }
                stream.onEnd { self.ended.withLock { $0 += 1 } }
                stream.send(Array("first ".utf8))
                return .now(
                    WebResponse(
                        status: 200, headers: [WebHeader("Content-Type", "text/event-stream")],
                        content: .stream(stream)))
            }
        }

        /// Waits for the stream of a request.
        func next(_ number: Int = 0) async throws -> WebStream {
            try await eventually("the request has arrived") { all.count > number }
            return all[number]
        }
    }

    @Test func bytesArriveWhenTheyAreSentAndTheConnectionGoesOn() async throws {
        let streams = Streams()
        let web = try ServedWeb(streams.handler())
        let client = try web.connect()
        client.write("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(client.read(until: "first").contains("Transfer-Encoding: chunked"))
        let stream = try await streams.next()
        for number in 0..<100 {
            #expect(stream.send(Array("event \(number);".utf8)))
            #expect(client.read(until: "event \(number);").contains("event \(number);"))
        }
        #expect(web.server.load.streams == 1 && streams.endedCount == 0)
        stream.send(Array("last".utf8))
        stream.end()
        #expect(!stream.send([1]) && stream.hasEnded)
        #expect(client.read(until: "0\r\n\r\n").contains("last"))
        try await eventually("the stream is over") { streams.endedCount == 1 && web.server.load.streams == 0 }
        client.write("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(client.read(until: "first").contains("200 OK"))
    }

    /// Several threads send while the server's thread falls asleep and wakes up: no byte is lost, none comes twice.
    @Test func nothingIsLostBetweenSleepAndWakeUp() async throws {
        let streams = Streams(maximumWaitingBytes: 1 << 20)
        let web = try ServedWeb(streams.handler())
        let client = try web.connect()
        client.write("GET / HTTP/1.0\r\nHost: h\r\n\r\n")
        let stream = try await streams.next()
        await withTaskGroup { group in
            for sender in 0..<4 {
                group.addTask {
                    for number in 0..<500 {
                        stream.send(Array("\(sender):\(number) ".utf8))
                        await Task.yield()
                    }
                }
            }
        }
        stream.end()
        // HTTP/1.0 has no chunks: the body is what comes until the end.
        let answer = String(decoding: client.read(.max), as: UTF8.self)
        let body = answer.split(separator: "\r\n\r\n", maxSplits: 1).last ?? ""
        let words = body.split(separator: " ").dropFirst()
        #expect(Set(words).count == 2_000 && words.count == 2_000)
        for sender in 0..<4 {
            #expect(words.filter { $0.hasPrefix("\(sender):") } == (0..<500).map { "\(sender):\($0)" })
        }
    }

    @Test func heartbeatsAreSentAndFindReadersThatHaveGone() async throws {
        let streams = Streams(heartbeat: WebStream.Heartbeat(Array(": beat\n".utf8), every: .milliseconds(50)))
        var limits = WebServerLimits()
        limits.answer = .milliseconds(100)
        let web = try ServedWeb(streams.handler(), limits: limits)
        let client = try web.connect()
        client.write("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        for _ in 0..<3 { #expect(client.read(until: ": beat").contains(": beat")) }
        let stream = try await streams.next()
        // Nobody sends anything, and nobody tells the server.
        client.close()
        try await eventually("the server has noticed") { streams.endedCount == 1 && web.server.load.connections == 0 }
        #expect(stream.hasEnded && !stream.send([1]))
    }

    @Test func aReaderThatDoesNotReadIsCutOff() async throws {
        let streams = Streams(maximumWaitingBytes: 100_000)
        let web = try ServedWeb(streams.handler())
        let client = try web.connect()
        client.write("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        let stream = try await streams.next()
        var sent = 0
        // More than the buffers of the system hold.
        while sent < 1_000_000_000, stream.send([UInt8](repeating: 7, count: 10_000)) {
            sent += 10_000
            await Task.yield()
        }
        #expect(sent < 1_000_000_000 && stream.hasEnded)
        client.close()
        try await eventually("the stream is over") { streams.endedCount == 1 }
    }

    /// Heartbeats end a stream whose bytes wait, without anybody who sends.
    @Test func aReaderThatFallsSilentIsCutOffByHeartbeats() async throws {
        let streams = Streams(
            heartbeat: WebStream.Heartbeat([1], every: .milliseconds(50)), maximumWaitingBytes: 64 << 20)
        var limits = WebServerLimits()
        limits.answer = .milliseconds(100)
        let web = try ServedWeb(streams.handler(), limits: limits)
        let client = try web.connect()
        client.write("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        let stream = try await streams.next()
        stream.send([UInt8](repeating: 7, count: 32 << 20))
        try await eventually("it is cut off") { streams.endedCount == 1 && web.server.load.timedOut == 1 }
        #expect(stream.hasEnded)
        client.close()
    }

    @Test func streamsAreBounded() async throws {
        let streams = Streams()
        var limits = WebServerLimits()
        limits.streams = 2
        let web = try ServedWeb(streams.handler(), limits: limits)
        let clients = try (0..<2).map { _ in try web.connect() }
        for client in clients {
            client.write("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(client.read(until: "first").contains("200 OK"))
        }
        let answer = try await web.exchange(get("/"))
        #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.hasSuffix("refused: tooManyStreams"), "\(answer)")
        #expect(streams.endedCount == 1 && streams.all[2].hasEnded)
    }

    @Test func streamsEndWhenTheServerStops() async throws {
        let streams = Streams()
        let web = try ServedWeb(streams.handler())
        let client = try web.connect()
        client.write("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(client.read(until: "first").contains("200 OK"))
        await web.server.stop(within: .seconds(60))
        #expect(client.read(until: "0\r\n\r\n").hasSuffix("0\r\n\r\n") && streams.endedCount == 1)
    }

    /// The answer to HEAD has no body: the stream ends at once.
    @Test func aStreamWithoutAReaderEnds() async throws {
        let streams = Streams()
        let web = try ServedWeb(streams.handler())
        let answer = try await web.exchange("HEAD / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 200 ") && !answer.contains("first"))
        try await eventually("the stream is over") { streams.endedCount == 1 && web.server.load.streams == 0 }
    }
}
