import Foundation
import Signals
import TestSupport
import ZeroMQ

/// 32 clients, each with one transfer a request and one request in flight: every transfer durable before it is answered.
enum SingleTransferBenchmark {
    private static let clients = 32

    static func run() async throws {
        let bank = try await BankHouse(accounts: 1000)
        let plain = try await measure(bank, transfers: 40_000, keyed: false)
        let keyed = try await measure(bank, transfers: 40_000, keyed: true)
        _ = try await bank.check()
        let (barePlain, bareKeyed) = try await onThread {
            (
                try SQLiteBaseline.transfersPerSecond(batch: clients / 2, keyed: false, count: 30_000),
                try SQLiteBaseline.transfersPerSecond(batch: clients / 2, keyed: true, count: 30_000)
            )
        }
        Report.rate(
            "durable transfers, 32 clients, one a request", plain.rate, promised: ">= 12,000/s",
            baseline: ("bare SQLite, 16 a commit", barePlain))
        Report.rate(
            "the same with idempotency keys", keyed.rate, promised: "",
            baseline: ("bare SQLite, 16 a commit", bareKeyed))
        Report.time("  latency p50 at that load", plain.latencies.quantile(0.5), promised: "")
        Report.time("  latency p99 at that load", plain.latencies.quantile(0.99), promised: "")
    }

    private static func measure(_ bank: BankHouse, transfers: Int, keyed: Bool) async throws -> (
        rate: Double, latencies: [Duration]
    ) {
        let run = Int.random(in: 0..<1_000_000)
        let requests = (0..<transfers).map { number in
            let (from, to) = bank.pair(number)
            return bank.request(
                number, "ledger.transfer",
                params: #""from":"\#(from)","to":"\#(to)","amount":{"amount":"0.01","currency":"RUB"}"#,
                key: keyed ? "bench-\(run)-\(number)" : nil)
        }
        let path = bank.house.socket(of: "ledger")
        return try await onThread {
            let context = Context()
            let poller = Poller()
            let sockets = try (0..<clients).map { _ in
                let socket = try Socket(.dealer, in: context, options: .client)
                try socket.connect("ipc://\(path)")
                poller.add(socket)
                return socket
            }
            var sent = [ContinuousClock.Instant](repeating: .now, count: clients)
            var (next, answered) = (0, 0)
            var latencies: [Duration] = []
            latencies.reserveCapacity(transfers)
            func sendNext(_ client: Int) throws {
                guard next < transfers else { return }
                sent[client] = .now
                try sockets[client].send(frames: [requests[next]], wait: true)
                next += 1
            }
            let began = ContinuousClock.now
            for client in 0..<clients { try sendNext(client) }
            while answered < transfers {
                try poller.poll(milliseconds: 1000)
                for client in 0..<clients where poller.isReadable(at: client) {
                    guard let reply = try sockets[client].receiveFrames()?.last else { continue }
                    precondition(
                        String(decoding: reply, as: UTF8.self).contains("\"result\""),
                        String(decoding: reply, as: UTF8.self))
                    latencies.append(.now - sent[client])
                    answered += 1
                    try sendNext(client)
                }
            }
            let took = ContinuousClock.now - began
            for socket in sockets { socket.close() }
            return (Double(transfers) / (took / .seconds(1)), latencies)
        }
    }
}

/// Requests of 8,192 transfers, and whether the rate holds as the books fill.
enum BatchTransferBenchmark {
    private static let size = 8192

    static func run() async throws {
        let bank = try await BankHouse(accounts: 1000)
        let requests = (0..<8).map { request(bank, $0) }
        let total = ProcessInfo.processInfo.environment["BENCH_TRANSFERS"].flatMap { Int($0) } ?? 500_000
        _ = try await rate(bank, requests, transfers: size * 2)
        let first = try await rate(bank, requests, transfers: 100_000)
        var last = first
        var stored = 100_000
        while stored < total {
            last = try await rate(bank, requests, transfers: 100_000)
            stored += 100_000
        }
        let checkBegan = ContinuousClock.now
        let books = try await bank.check()
        let checkTook = ContinuousClock.now - checkBegan
        let bare = try await onThread {
            try SQLiteBaseline.transfersPerSecond(batch: size, keyed: false, count: 100_000)
        }
        Report.rate(
            "transfers in requests of 8,192", first, promised: ">= 60,000/s",
            baseline: ("bare SQLite, 8,192 a commit", bare))
        Report.rate(
            "the same with \(Report.grouped(Double(books.transfers))) stored", last, promised: "within 10 %",
            baseline: ("the first 100,000", first))
        Report.time("ledger.check of all of them", checkTook, promised: "")
    }

    private static func request(_ bank: BankHouse, _ salt: Int) -> [UInt8] {
        let items = (0..<size).map { number in
            let (from, to) = bank.pair(number + salt * size)
            return #"{"from":"\#(from)","to":"\#(to)","amount":{"amount":"0.01","currency":"RUB"}}"#
        }
        return bank.request(salt, "ledger.transfers", params: #""transfers":[\#(items.joined(separator: ","))]"#)
    }

    /// Two requests in flight, so that reading one and writing another go on at once.
    private static func rate(_ bank: BankHouse, _ requests: [[UInt8]], transfers: Int) async throws -> Double {
        let path = bank.house.socket(of: "ledger")
        return try await withRawPeer(path: path) { peer in
            let count = (transfers + size - 1) / size
            let began = ContinuousClock.now
            var sent = 0
            for answered in 0..<count {
                while sent < count, sent < answered + 2 {
                    try peer.socket.send(frames: [requests[sent % requests.count]], wait: true)
                    sent += 1
                }
                guard let reply = try peer.receive(within: .seconds(60))?.last else {
                    preconditionFailure("No reply came.")
                }
                precondition(reply.count > size * 100, String(decoding: reply.prefix(500), as: UTF8.self))
            }
            return Double(count * size) / ((ContinuousClock.now - began) / .seconds(1))
        }
    }
}
