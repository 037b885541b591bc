import Foundation
import Synchronization
import TestSupport
import Testing

/// The memory that peers without a session can make a service use, as the kernel's peak value.
@Suite(.serialized) struct MemoryBoundSystemTests {
    /// Returns the growth, in MB, of the peak memory of a separate service caused by `attack`.
    private func growth(
        of service: String, _ attack: @escaping @Sendable (_ socket: String) throws -> Void
    ) async throws -> Int {
        let house = RunningHouse(environment: Bank.cheapHashes)
        try await house.start(service)
        let process = try #require(house.processID(of: service))
        let before = try Self.mostMegabytes(of: process)
        let path = house.socket(of: service)
        try await onThread { try attack(path) }
        try await eventually("\(service) serves") { try await house.isReady(service) }
        #expect(house.processID(of: service) == process)
        return try Self.mostMegabytes(of: process) - before
    }

    @Test func aMessageWithoutEndTakesALittleMemoryOnly() async throws {
        let growth = try await growth(of: "ledger") { path in
            let peer = try #require(RawStream.joined(path: path))
            let frame = ZMTP.frame([UInt8](repeating: 0, count: 4 << 20), hasMore: true)
            var sent = 0
            while sent < 125, peer.write(frame) { sent += 1 }
            #expect(sent < 125, "somebody takes half a gigabyte of one message")
        }
        #expect(growth < 60, "\(growth) MB")
    }

    @Test func repliesThatNobodyReadsTakeALittleMemoryOnly() async throws {
        let growth = try await growth(of: "ledger") { path in
            let peers = try (0..<3).map { _ in try #require(RawStream.joined(path: path)) }
            let request = ZMTP.frame(Array(Bank.request("rpc.discover").utf8))
            for _ in 0..<1_500 { for peer in peers { #expect(peer.write(request)) } }
            // A later request is answered after them.
            let other = try RawPeer(path: path)
            defer { other.close() }
            #expect(try other.ask(Bank.request("ledger.health")).contains("ready"))
        }
        #expect(growth < 120, "\(growth) MB")
    }

    @Test func largeMessagesAtOnceTakeSoMuchMemoryAndNoMore() async throws {
        let growth = try await growth(of: "scanner") { path in
            let candle = #"{"date":"2026-01-01","open":"1.5","high":"2.5","low":"1","close":"2"},"#
            let body =
                #"{"jsonrpc":"2.0","id":1,"method":"scanner.importCandles","params":{"candles":["#
                + String(repeating: candle, count: 3_300_000 / candle.utf8.count) + "{}]}}"
            let frame = ZMTP.frame(Array(body.utf8))
            let peers = try (0..<10).map { _ in try #require(RawStream.joined(path: path)) }
            // Ten threads, so that the requests arrive as fast as the service can read them.
            let busy = Counter()
            for peer in peers.map(Handed.init) {
                Thread.detachNewThread {
                    for _ in 0..<10 { peer.stream.write(frame) }
                    busy.ended.withLock { $0 += 1 }
                }
            }
            while busy.ended.withLock({ $0 }) < peers.count { usleep(1_000) }
        }
        #expect(growth < 300, "\(growth) MB")
    }

    /// A stream that is passed to the one thread that uses it.
    // Proof: each is used by its own thread alone, and by no other until all have ended.
    private struct Handed: @unchecked Sendable {
        let stream: RawStream
    }

    private final class Counter: Sendable {
        let ended = Mutex(0)
    }

    private static func mostMegabytes(of process: Int32) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        let kibibytes = try #require(
            line.split(separator: " ").dropFirst().first.flatMap { Int($0.filter(\.isNumber)) })
        return kibibytes / 1024
    }
}
