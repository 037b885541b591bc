import Coordination
import StrictJSON
import Synchronization
import TestSupport
import Testing

@testable import Transport

/// The memory of a listener is limited in bytes: before a request is read, while it is handled, and for its answer.
@Suite struct MemoryBoundTests {
    private static func say(_ id: Int, _ text: String) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"echo.say","params":{"text":"\#(text)"}}"#
    }

    /// Runs `body` on a thread while the listener is open.
    private func beside(
        limits: ListenerLimits = ListenerLimits(), _ body: @escaping @Sendable (EchoService) throws -> Void
    ) async throws {
        let service = EchoService()
        let listener = try await service.open(limits: limits)
        let result = await Task { try await onThread { try body(service) } }.result
        await service.close(listener)
        try result.get()
    }

    private static func isServed(_ service: EchoService) throws -> Bool {
        let peer = try RawPeer(path: service.path)
        defer { peer.close() }
        return try peer.ask(say(1, "alive")).contains("alive")
    }

    @Test func anUnfinishedMessageBeyondTheLimitEndsItsConnection() async throws {
        try await beside { service in
            let peer = try #require(RawStream.joined(path: service.path))
            let frame = ZMTP.frame([UInt8](repeating: 0, count: 1 << 20), hasMore: true)
            // Four fit into slightly more than 4 MiB; the fifth must not be read.
            for _ in 0..<4 { #expect(peer.write(frame)) }
            #expect(!peer.isClosed(within: .milliseconds(50)))
            _ = peer.write(frame)
            #expect(peer.isClosed(within: .seconds(180)))
            #expect(try Self.isServed(service))
        }
    }

    @Test func aMessageOfTooManyFramesEndsItsConnection() async throws {
        try await beside { service in
            let peer = try #require(RawStream.joined(path: service.path))
            _ = peer.write(Array(Array(repeating: ZMTP.frame([], hasMore: true), count: 300).joined()))
            #expect(peer.isClosed(within: .seconds(180)))
            #expect(try Self.isServed(service))
        }
    }

    @Test func framesInAnyPiecesAreCountedAsTheyAre() async throws {
        try await beside { service in
            let peer = try #require(RawStream.joined(path: service.path))
            let request = Array(Self.say(1, String(repeating: "x", count: 300)).utf8)
            let bytes = ZMTP.frame([], hasMore: true) + ZMTP.frame(request) + ZMTP.command("PING", [0, 0])
            // One byte at a time, and more messages than would fit if received ones were still counted.
            for byte in bytes { #expect(peer.write([byte])) }
            let large = ZMTP.frame(Array(Self.say(2, String(repeating: "y", count: 60_000)).utf8))
            for _ in 0..<600 {
                #expect(peer.write(large))
                _ = peer.read(60_000)
            }
            #expect(!peer.isClosed(within: .milliseconds(50)))
        }
    }

    @Test func unfinishedMessagesOfManyAreBoundedTogether() async throws {
        var limits = ListenerLimits()
        limits.messageBytes = 64 << 10
        limits.waitingBytes = 1 << 20
        try await beside(limits: limits) { service in
            let peers = try (0..<40).map { _ in try #require(RawStream.joined(path: service.path)) }
            let unfinished = ZMTP.frame([UInt8](repeating: 0, count: 60_000), hasMore: true)
            for peer in peers { _ = peer.write(unfinished) }
            // Twenty-four times 60 KB exceed the limit; the connections without room are closed.
            var closed = 0
            for _ in 0..<1_000 where closed < 20 {
                closed = peers.count { $0.isClosed(within: .milliseconds(1)) }
            }
            #expect(closed >= 20, "\(closed)")
            #expect(try Self.isServed(service))
        }
    }

    @Test func aLargeRequestBeyondWhatMayBeInHandIsToldToComeAgainByItsID() async throws {
        var limits = ListenerLimits()
        limits.inHandBytesPerPeer = 1 << 20
        try await beside(limits: limits) { service in
            let peer = try RawPeer(path: service.path)
            defer { peer.close() }
            let padding = String(repeating: " ", count: 600_000)
            try peer.send(#"{"jsonrpc":"2.0","id":"held","method":"echo.wait"}"# + padding)
            let refused = try peer.askJSON(
                #"{"jsonrpc":"2.0","id":"\u0041","method":"echo.say","params":{"text":"x"}}"# + padding)
            #expect(refused.member("id")?.string == "A")
            #expect(refused.member("error")?.member("data")?.member("code")?.string == "overloaded")
            // Small ones count as well, and fit.
            #expect(try peer.ask(Self.say(2, "small")).contains("small"))
            service.released.withLock { $0 = true }
            var answer = ""
            while !answer.contains("again") { answer = try peer.ask(Self.say(3, "again") + padding) }
        }
    }

    @Test func whoDoesNotReadIsOwedSoMuchAndNoMore() async throws {
        var limits = ListenerLimits()
        limits.unsentBytesPerPeer = 1 << 20
        let service = EchoService()
        let listener = try await service.open(limits: limits)
        let deaf = try await onThread {
            let stream = try #require(RawStream.joined(path: service.path))
            let request = ZMTP.frame(Array(Self.say(1, String(repeating: "x", count: 32_000)).utf8))
            for _ in 0..<400 { #expect(stream.write(request)) }
            return Handed(stream: stream)
        }
        try await eventually("all is answered or refused") {
            await listener.statistics.answer.first { $0.method == "echo.say" }?.requests == 400
        }
        // It finally reads: the answers kept for it, the data in the kernel, and short refusals, of 13 MB.
        let received = try await onThread { deaf.stream.read(13_000_000, within: .seconds(3)).count }
        #expect(received < 4 << 20, "\(received)")
        #expect(try await onThread { try Self.isServed(service) })
        await service.close(listener)
    }

    /// A stream that is passed between threads.
    // Proof: each step awaits the previous one, so one thread at a time uses it.
    private struct Handed: @unchecked Sendable {
        let stream: RawStream
    }

    @Test func aBatchOfAnswersThatAreTooLongTogetherIsAFault() async throws {
        var limits = ListenerLimits()
        limits.unsentBytesPerPeer = 100_000
        try await beside(limits: limits) { service in
            let peer = try RawPeer(path: service.path)
            defer { peer.close() }
            let text = String(repeating: "x", count: 10_000)
            let reply = try peer.askJSON("[" + (0..<20).map { Self.say($0, text) }.joined(separator: ",") + "]")
            #expect(reply.member("error")?.member("data")?.member("code")?.string == "invalidRequest")
            #expect(try peer.ask(Self.say(1, "on")).contains("on"))
        }
    }
}
