import Glibc
import Hosting
import Synchronization
import TestSupport

/// The yardstick of a durable transfer: PostgreSQL on the same machine in the same run.
enum PostgresBenchmark {
    private static let accounts = 1000

    static func run() async throws {
        guard let binaries = PostgresCluster.findBinaries() else {
            return Report.figure("the PostgreSQL yardstick", "-", promised: "", note: "PostgreSQL is not installed")
        }
        let bank = try await BankHouse(accounts: accounts)
        // Each at the numbers of clients that suit it: more of them make PostgreSQL slower and us faster.
        let few = try await SingleTransferBenchmark.measure(bank, clients: 32, transfers: 80_000, keyed: true)
        let many = try await SingleTransferBenchmark.measure(bank, clients: 128, transfers: 120_000, keyed: true)
        let listed = try await BatchTransferBenchmark.measure(bank, transfers: 400_000)
        _ = try await bank.check()
        try await bank.stop()
        let theirs = try await measure(binaries)
        for (clients, measured) in theirs {
            Report.rate(
                "PostgreSQL transfer(), \(clients) clients", measured.perSecond, promised: "",
                note: "mean latency \(Report.text(measured.meanLatency))")
        }
        guard let yardstick = theirs.first?.measured.perSecond else { return }
        Report.lead(
            "our transfers, one a request, with keys, 32 clients", few.perSecond, over: yardstick, promised: ">= 5 x")
        Report.lead("the same, 128 clients", many.perSecond, over: yardstick, promised: ">= 5 x")
        Report.time("  latency p99", many.latencies.quantile(0.99), promised: "")
        Report.lead("our transfers in requests of 8,192", listed, over: yardstick, promised: ">= 5 x")
    }

    /// By 8 clients, which is what we compare with, and by 32.
    private static func measure(_ binaries: String) async throws -> [(clients: Int, measured: PostgresCluster.Measured)]
    {
        let signals = try UnixSignals.stream(of: [.hangup, .interrupt, .terminate])
        return try await onThread {
            let cluster = try PostgresCluster(binaries: binaries)
            defer { cluster.remove() }
            // Ended from outside, too, nothing stays behind.
            let isEnding = Mutex(false)
            let watch = Task {
                for await signal in signals {
                    isEnding.withLock { $0 = true }
                    cluster.remove()
                    cluster.removeDirectory()
                    _exit(128 + signal.rawValue)
                }
            }
            defer { watch.cancel() }
            do {
                return try measure(cluster)
            } catch {
                // A server that was ended on purpose is no failure to report: the one who ended it ends the process.
                while isEnding.withLock({ $0 }) { usleep(10_000) }
                throw error
            }
        }
    }

    private static func measure(
        _ cluster: PostgresCluster
    ) throws -> [(clients: Int, measured: PostgresCluster.Measured)] {
        try cluster.sql(PostgresYardstick.schema(accounts: accounts))
        let variables = ["accounts": accounts]
        _ = try cluster.bench(PostgresYardstick.script, clients: 8, seconds: 2, variables: variables)
        try cluster.sql(PostgresYardstick.afterWarmUp)
        let measured = try [8, 32].map { clients in
            (clients, try cluster.bench(PostgresYardstick.script, clients: clients, seconds: 8, variables: variables))
        }
        let problems = try cluster.sql(PostgresYardstick.check)
        guard problems.allSatisfy(\.isWhitespace) else {
            throw PostgresCluster.Failure(description: "PostgreSQL's books are wrong: \(problems)")
        }
        return measured
    }
}
