import Glibc
import Hosting
import Synchronization
import TestSupport

/// The yardstick of a durable transfer: PostgreSQL on the same machine in the same run.
///
/// Both run at once and are under load in turn: on a machine that is now quick and now slow, each sees the same of it.
enum PostgresBenchmark {
    private static let accounts = 1000
    private static let turns = 5

    /// What was seen of both.
    private struct Seen {
        var postgres: [TemporaryPostgreSQL.Measured] = []
        /// By the numbers of clients that suit each: more of them make PostgreSQL slower and us faster.
        var few: [LoadClient.Measured] = []
        var many: [LoadClient.Measured] = []
        var lists: [Double] = []
        /// PostgreSQL with 32 clients.
        var postgresWithMore: TemporaryPostgreSQL.Measured
    }

    static func run() async throws {
        if let obstacle = TemporaryPostgreSQL.obstacle {
            return Report.figure("the PostgreSQL yardstick", "-", promised: "", note: obstacle)
        }
        let bank = try await BankHouse(accounts: accounts)
        let seen = try await measure(bank.load, bank.house)
        _ = try await bank.check()
        try await bank.stop()
        let yardstick = seen.postgres.reduce(0) { $0 + $1.perSecond } / Double(turns)
        for (clients, measured) in [(8, seen.postgres), (32, [seen.postgresWithMore])] {
            let latency = measured.reduce(.zero) { $0 + $1.meanLatency } / measured.count
            Report.rate(
                "PostgreSQL transfer(), \(clients) clients",
                measured.reduce(0) { $0 + $1.perSecond } / Double(measured.count), promised: "",
                note: "mean latency \(Report.text(latency))")
        }
        let (few, many) = (LoadClient.Measured.joined(seen.few), LoadClient.Measured.joined(seen.many))
        Report.lead(
            "our transfers, one a request, with keys, 32 clients", few.perSecond, over: yardstick, promised: ">= 5 x")
        Report.lead("the same, 128 clients", many.perSecond, over: yardstick, promised: ">= 5 x")
        Report.time("  latency p99", many.latencies.quantile(0.99), promised: "")
        // Of times, not of rates: each turn has as many transfers.
        let listed = Double(turns) / seen.lists.reduce(0) { $0 + 1 / $1 }
        Report.lead("our transfers in requests of 8,192", listed, over: yardstick, promised: ">= 5 x")
    }

    private static func measure(_ ours: TransferLoad, _ house: RunningHouse) async throws -> Seen {
        let signals = try UnixSignals.stream(of: [.hangup, .interrupt, .terminate])
        return try await onThread {
            let cluster = try TemporaryPostgreSQL(settings: [
                "synchronous_commit=on", "full_page_writes=on", "shared_buffers=512MB", "max_wal_size=4GB",
            ])
            defer { cluster.remove() }
            // Ended from outside, too, nothing stays behind.
            let isEnding = Mutex(false)
            let watch = Task {
                for await signal in signals {
                    isEnding.withLock { $0 = true }
                    cluster.remove()
                    cluster.removeDirectory()
                    house.remove()
                    _exit(128 + signal.rawValue)
                }
            }
            defer { watch.cancel() }
            do {
                return try measure(cluster, ours)
            } catch {
                // A server that was ended on purpose is no failure to report: the one who ended it ends the process.
                while isEnding.withLock({ $0 }) { usleep(10_000) }
                throw error
            }
        }
    }

    private static func measure(_ cluster: TemporaryPostgreSQL, _ ours: TransferLoad) throws -> Seen {
        let theirs = try PostgresYardstick.prepare(cluster, accounts: accounts)
        var seen = Seen(postgresWithMore: try theirs(32, 4))
        for _ in 0..<turns {
            seen.postgres.append(try theirs(8, 2))
            seen.few.append(try ours.singles(clients: 32, transfers: 20_000, keyed: true))
            seen.many.append(try ours.singles(clients: 128, transfers: 30_000, keyed: true))
            seen.lists.append(try ours.lists(transfers: 100_000))
        }
        try PostgresYardstick.verify(cluster)
        return seen
    }
}
