import Signals
import TestSupport

/// Clients with one transfer a request and one request in flight each: every transfer durable before it is answered.
enum SingleTransferBenchmark {
    static func run() async throws {
        let bank = try await BankHouse(accounts: 1000)
        let few = try await measure(bank, clients: 8, transfers: 40_000, keyed: false)
        let plain = try await measure(bank, clients: 32, transfers: 80_000, keyed: false)
        let before = try bank.processorSeconds(of: "ledger")
        let keyed = try await measure(bank, clients: 32, transfers: 80_000, keyed: true)
        let busy = try bank.processorSeconds(of: "ledger") - before
        _ = try await bank.check()
        try await bank.stop()
        let (bareFew, bare, bareKeyed) = try await onThread {
            (
                try SQLiteBaseline.transfersPerSecond(batch: 4, keyed: false, count: 20_000),
                try SQLiteBaseline.transfersPerSecond(batch: 16, keyed: false, count: 30_000),
                try SQLiteBaseline.transfersPerSecond(batch: 16, keyed: true, count: 30_000)
            )
        }
        report(
            "durable transfers, one a request, 8 clients", few, promised: "", bare: ("bare SQLite, 4 a commit", bareFew)
        )
        report(
            "the same, 32 clients", plain, promised: ">= 25,000/s", bare: ("bare SQLite, 16 a commit", bare),
            latency: "<= 5 ms")
        report(
            "the same with idempotency keys", keyed, promised: "", bare: ("bare SQLite, 16 a commit", bareKeyed),
            latency: "<= 5 ms")
        Report.time("  processor time of ledger for each", .seconds(busy / 88_000), promised: "")
    }

    private static func report(
        _ what: String, _ measured: LoadClient.Measured, promised: String, bare: (name: String, value: Double),
        latency: String = ""
    ) {
        Report.rate(what, measured.perSecond, promised: promised, baseline: bare)
        Report.time("  latency p50", measured.latencies.quantile(0.5), promised: "")
        Report.time("  latency p99", measured.latencies.quantile(0.99), promised: latency)
    }

    /// Has so many clients make transfers, after a few that do not count.
    static func measure(
        _ bank: BankHouse, clients: Int, transfers: Int, keyed: Bool
    ) async throws -> LoadClient.Measured {
        let load = bank.load
        return try await onThread { try load.singles(clients: clients, transfers: transfers, keyed: keyed) }
    }
}
