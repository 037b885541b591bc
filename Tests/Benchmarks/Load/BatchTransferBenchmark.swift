import Foundation
import Signals
import TestSupport

/// Requests of 8,192 transfers, and whether the rate holds as the books fill.
enum BatchTransferBenchmark {
    private static let size = TransferLoad.listSize

    static func run() async throws {
        let bank = try await BankHouse(accounts: 1000)
        let total = ProcessInfo.processInfo.environment["BENCH_TRANSFERS"].flatMap { Int($0) } ?? 1_000_000
        let part = 200_000
        _ = try await measure(bank, transfers: size * 2)
        let before = try bank.processorSeconds(of: "ledger")
        let first = try await measure(bank, transfers: part)
        let busy = try bank.processorSeconds(of: "ledger") - before
        var stored = part
        while stored < total {
            _ = try await measure(bank, transfers: part)
            stored += part
        }
        let (full, empty) = try await besideAnEmptyOne(bank, transfers: part)
        let memory = try bank.residentKilobytes(of: "ledger")
        let checkBegan = ContinuousClock.now
        let checked = try await bank.check()
        let checkTook = ContinuousClock.now - checkBegan
        try await bank.stop()
        let bare = try await onThread {
            try SQLiteBaseline.transfersPerSecond(batch: size, keyed: false, count: part)
        }
        Report.rate(
            "transfers in requests of 8,192", first, promised: ">= 150,000/s",
            baseline: ("bare SQLite, 8,192 a commit", bare))
        Report.time("  processor time of ledger for each", .seconds(busy / Double(part)), promised: "")
        let transfers = Double(checked.transfers)
        Report.rate(
            "the same with \(Report.grouped(Double(stored))) stored", full, promised: "within 10 %",
            baseline: ("a new ledger, in turns", empty))
        Report.figure(
            "  resident memory of ledger, now; at most", Report.megabytes(memory.now), promised: "<= 300 MB",
            note: Report.megabytes(memory.peak))
        Report.time(
            "ledger.check of a million of them", checkTook * (1_000_000 / transfers), promised: "<= 2 s",
            note: "all took \(Report.text(checkTook))")
    }

    /// The rate of a ledger, and of one that began just now: in turns, because a machine is not as quick all the time.
    private static func besideAnEmptyOne(
        _ bank: BankHouse, transfers: Int
    ) async throws -> (full: Double, empty: Double) {
        let other = try await BankHouse(accounts: 1000)
        _ = try await measure(other, transfers: size * 2)
        var seconds = (full: 0.0, empty: 0.0)
        for _ in 0..<turns {
            seconds.full += 1 / (try await measure(bank, transfers: transfers / 4))
            seconds.empty += 1 / (try await measure(other, transfers: transfers / 4))
        }
        try await other.stop()
        return (Double(turns) / seconds.full, Double(turns) / seconds.empty)
    }

    private static let turns = 6

    /// - Returns: Transfers a second.
    private static func measure(_ bank: BankHouse, transfers: Int) async throws -> Double {
        let load = bank.load
        return try await onThread { try load.lists(transfers: transfers) }
    }
}
