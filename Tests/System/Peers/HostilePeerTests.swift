import Foundation
import TestSupport
import Testing

/// Peers that violate the protocol. The service keeps serving all others, and is the same process afterwards.
@Suite(.bank("auth", "ledger")) struct HostilePeerTests {
    /// The bytes of an invalid peer.
    struct Garbage: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        /// True when the connection remains usable for valid requests.
        var isTolerated = false
    }

    static let hello = ZMTP.greeting() + ZMTP.ready()

    static let garbage: [Garbage] = [
        Garbage(testDescription: "HTTP", bytes: Array("GET / HTTP/1.1\r\nHost: kopilka\r\n\r\n".utf8)),
        Garbage(testDescription: "a TLS hello", bytes: [0x16, 0x03, 0x01, 0x02, 0x00, 0x01] + noise(511)),
        Garbage(testDescription: "JSON without ZeroMQ", bytes: Array(Bank.request("ledger.health").utf8)),
        Garbage(testDescription: "noise", bytes: noise(100_000)),
        Garbage(testDescription: "zeros", bytes: [UInt8](repeating: 0, count: 100_000)),
        Garbage(testDescription: "0xff without end", bytes: [UInt8](repeating: 0xff, count: 100_000)),
        Garbage(testDescription: "one byte of a greeting", bytes: [0xff]),
        Garbage(testDescription: "half a greeting", bytes: Array(ZMTP.greeting().prefix(32))),
        Garbage(testDescription: "a greeting and no more", bytes: ZMTP.greeting()),
        Garbage(testDescription: "a greeting for CURVE", bytes: ZMTP.greeting(mechanism: "CURVE")),
        Garbage(testDescription: "a greeting for PLAIN", bytes: ZMTP.greeting(mechanism: "PLAIN") + ZMTP.ready()),
        Garbage(
            testDescription: "a greeting for no mechanism", bytes: ZMTP.greeting(mechanism: "") + ZMTP.ready()),
        Garbage(testDescription: "version 9", bytes: ZMTP.greeting(version: (9, 9)) + noise(200)),
        Garbage(testDescription: "a peer of version 1", bytes: [0x01, 0x00, 0x05, 0x00] + Array("{}{}".utf8)),
        Garbage(testDescription: "a subscriber", bytes: ZMTP.greeting() + ZMTP.ready(socketType: "SUB")),
        Garbage(testDescription: "a socket of no kind", bytes: ZMTP.greeting() + ZMTP.ready(socketType: "KRAKEN")),
        Garbage(testDescription: "a READY that lies about its length", bytes: ZMTP.greeting() + [4, 200] + noise(30)),
        // libzmq reads no more from this peer, and drops it only when the peer hangs up.
        Garbage(
            testDescription: "a READY with a property without end",
            bytes: ZMTP.greeting()
                + ZMTP.command("READY", [11] + Array("Socket-Type".utf8) + [0x7f, 0xff, 0xff, 0xff]),
            isTolerated: true),
        Garbage(testDescription: "noise instead of READY", bytes: ZMTP.greeting() + noise(1000)),
        Garbage(testDescription: "noise after the handshake", bytes: hello + noise(100_000)),
        Garbage(testDescription: "a frame of 2^63 - 1 bytes", bytes: hello + ZMTP.head(ofFrameWith: .max >> 1)),
        Garbage(testDescription: "a frame of 2^64 - 1 bytes", bytes: hello + ZMTP.head(ofFrameWith: .max)),
        Garbage(testDescription: "a frame over the limit", bytes: hello + ZMTP.head(ofFrameWith: 64 << 20)),
        Garbage(
            testDescription: "an empty message", bytes: hello + ZMTP.frame([]) + ZMTP.frame([], hasMore: true),
            isTolerated: true),
        Garbage(
            testDescription: "ten thousand frames in one message",
            bytes: hello + Array(repeating: ZMTP.frame([1], hasMore: true), count: 10_000).joined() + ZMTP.frame([1]),
            isTolerated: true),
        Garbage(
            testDescription: "a message that never ends",
            bytes: hello + Array(repeating: ZMTP.frame(noise(200), hasMore: true), count: 1_000).joined(),
            isTolerated: true),
        Garbage(testDescription: "an unknown command", bytes: hello + ZMTP.command("EXPLODE", noise(20))),
        Garbage(testDescription: "an error", bytes: ZMTP.greeting() + ZMTP.command("ERROR", [200])),
    ]

    @Test(arguments: garbage) func garbageHarmsNobody(garbage: Garbage) async throws {
        let bank = try SharedBank.current()
        let path = bank.house.socket(of: "ledger")
        let before = bank.house.processID(of: "ledger")
        // Five at once, of which two hang up immediately. The service drops the others when they do not complete the
        // handshake.
        let wereShownOut = try await onThread {
            let peers = try (0..<5).map { _ in try #require(RawStream(path: path)) }
            for peer in peers { peer.write(garbage.bytes) }
            for peer in peers.prefix(2) { peer.close() }
            return garbage.isTolerated || peers.dropFirst(2).allSatisfy { $0.isClosed(within: .seconds(180)) }
        }
        #expect(wereShownOut, "a peer that never became one kept its connection")
        try await eventually("it serves") { try await bank.house.isReady("ledger") }
        #expect(try await bank.ask("ledger.accounts", as: try await SharedBank.person().session).result != nil)
        #expect(bank.house.processID(of: "ledger") == before)
    }

    @Test func garbageAtTheWakeUpSocketHarmsNobody() async throws {
        let bank = try SharedBank.current()
        let path = bank.house.socket(of: "ledger.events")
        try await onThread {
            for garbage in Self.garbage {
                let peer = try #require(RawStream(path: path), "\(garbage.testDescription)")
                peer.write(garbage.bytes)
            }
            // A subscriber with a million bytes of subscriptions, one by one.
            let subscriber = try #require(RawStream(path: path))
            subscriber.write(ZMTP.greeting() + ZMTP.ready(socketType: "SUB"))
            for number in 0..<2_000 { subscriber.write(ZMTP.frame([1] + Self.noise(500, seed: UInt64(number)))) }
        }
        let person = try await bank.person()
        _ = try await bank.account(of: person, with: "1")
        try await eventually("it serves") { try await bank.house.isReady("ledger") }
    }

    @Test func aPeerThatNeverReadsDoesNotSlowOthersDown() async throws {
        let bank = try SharedBank.current()
        let path = bank.house.socket(of: "ledger")
        let person = try await SharedBank.person()
        let flood = Task {
            try await onThread {
                let peer = try #require(RawStream.joined(path: path))
                let request = ZMTP.frame(Array(Bank.request("rpc.discover").utf8))
                var sent = 0
                // Each request returns some 30 KB, until the service ends the connection.
                while sent < 2_000, peer.write(request, within: .seconds(1)) { sent += 1 }
                _ = peer.isClosed(within: .zero)
                return sent
            }
        }
        // A starved request would not be answered within its time limit.
        for _ in 0..<100 { #expect(try await bank.ask("ledger.accounts", as: person.session).result != nil) }
        #expect(try await flood.value > 0)
    }

    /// Returns meaningless bytes, the same in every run.
    static func noise(_ count: Int, seed: UInt64 = 0x9e37_79b9_7f4a_7c15) -> [UInt8] {
        var state = seed | 1
        return (0..<count).map { _ in
            // xorshift64
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return UInt8(truncatingIfNeeded: state >> 32)
        }
    }

}
