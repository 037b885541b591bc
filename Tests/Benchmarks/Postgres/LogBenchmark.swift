import Domain
import Foundation
import Hosting
import LedgerService
import PostgreSQL
import Replication
import SQLite
import Sodium
import Storage
import TestSupport

/// A house that copies each commit into PostgreSQL, and onto its synchronous standby, before it acknowledges it, beside
/// one that does not; in turns, because a machine is not as quick all the time.
enum LogBenchmark {
    private static let turns = 5
    private static let transfers = 20_000

    static func run() async throws {
        if let obstacle = TemporaryPostgreSQL.obstacle {
            return Report.figure("a house with a commit log", "-", promised: "", note: obstacle)
        }
        let server = try TemporaryPostgreSQL()
        defer { server.remove() }
        let standby = try TemporaryPostgreSQL(synchronousStandbyOf: server)
        defer { standby.remove() }
        let key = SecretBytes.random(count: 32)
        let alone = try await BankHouse(accounts: 1000)
        let logged = try await BankHouse(accounts: 1000) { house in
            let layout = DataLayout(root: house.dataDirectory)
            for service in ["auth", "ledger"] {
                try layout.prepare(for: service)
                try replaceFile(
                    layout.commitLog(of: service),
                    with: LogAccess.file(url: server.url(), house: "house", service: service, houseKey: key))
            }
        }
        try await compare("one client", alone, logged, promised: "<= 0.3 ms more") {
            try $0.singles(clients: 1, transfers: 3_000, keyed: true)
        }
        let before = try commits(server)
        let with = try await compare("32 clients", alone, logged, promised: ">= 75 %") {
            try $0.singles(clients: 32, transfers: transfers, keyed: true)
        }
        // A tenth more warms up.
        let shared = Double(turns * transfers) * 1.1 / Double(try commits(server) - before)
        Report.figure("  transfers a commit", String(format: "%.1f", shared), promised: "")
        try await compare("128 clients", alone, logged, promised: ">= 75 %") {
            try $0.singles(clients: 128, transfers: transfers, keyed: true)
        }
        let yardstick = try await onThread {
            let load = try PostgresYardstick.prepare(server, accounts: 1000)
            let measured = try load(32, 10).perSecond
            try PostgresYardstick.verify(server)
            return measured
        }
        Report.lead(
            "32 clients beside PostgreSQL's transfer(), with its standby", with, over: yardstick, clients: 32,
            promised: ">= 3 x")
        let append = try await onThread { try bareAppend(server) }
        Report.time(
            "  a commit's bytes, appended by pgbench alone", append, promised: "",
            note: "for \(shared.rounded()) transfers")
        try await compareLists(alone, logged)
        _ = try await logged.check()
        try await alone.stop()
        try await logged.stop()
        try await repeatLog(of: "ledger", server, key)
    }

    /// The number of ledger's commits in the log.
    private static func commits(_ server: TemporaryPostgreSQL) throws -> Int {
        Int(try server.sql("SELECT count(*) FROM kopilka_commits WHERE service = 'ledger';")) ?? 0
    }

    /// What the disks, the standby and the processes between them take for a row like that of a commit.
    private static func bareAppend(_ server: TemporaryPostgreSQL) throws -> Duration {
        try server.sql("CREATE TABLE bare (number bigserial PRIMARY KEY, body bytea NOT NULL);")
        let row = "INSERT INTO bare (body) SELECT decode(repeat(md5(random()::text), 110), 'hex')"
        return try server.bench(row, clients: 1, seconds: 5, variables: [:]).meanLatency
    }

    /// - Returns: How many transfers a second the house with a log made.
    @discardableResult
    private static func compare(
        _ what: String, _ alone: BankHouse, _ logged: BankHouse, promised: String,
        _ measure: @escaping @Sendable (TransferLoad) throws -> LoadClient.Measured
    ) async throws -> Double {
        var (without, with): ([LoadClient.Measured], [LoadClient.Measured]) = ([], [])
        let (first, second) = (alone.load, logged.load)
        for _ in 0..<turns {
            without.append(try await onThread { try measure(first) })
            with.append(try await onThread { try measure(second) })
        }
        let (bare, ours) = (LoadClient.Measured.joined(without), LoadClient.Measured.joined(with))
        Report.rate(
            "keyed transfers with a commit log, \(what)", ours.perSecond, promised: promised,
            baseline: ("without a log", bare.perSecond))
        Report.time(
            "  latency p50", ours.latencies.quantile(0.5), promised: "",
            baseline: ("without a log", bare.latencies.quantile(0.5)))
        Report.time(
            "  latency p99", ours.latencies.quantile(0.99), promised: "",
            baseline: ("without a log", bare.latencies.quantile(0.99)))
        return ours.perSecond
    }

    private static func compareLists(_ alone: BankHouse, _ logged: BankHouse) async throws {
        // Of times, not of rates: each turn has as many transfers.
        var (without, with) = (0.0, 0.0)
        let (first, second) = (alone.load, logged.load)
        for _ in 0..<turns {
            without += 1 / (try await onThread { try first.lists(transfers: 100_000) })
            with += 1 / (try await onThread { try second.lists(transfers: 100_000) })
        }
        Report.rate(
            "transfers with a commit log in requests of 8,192", Double(turns) / with, promised: ">= 150,000/s, 60 %",
            baseline: ("without a log", Double(turns) / without))
    }

    /// What a copy of the database costs that is made from the log alone, and what a follower costs, which also keeps
    /// its memory up to date.
    private static func repeatLog(of service: String, _ server: TemporaryPostgreSQL, _ key: SecretBytes) async throws {
        let access = LogAccess(url: try PostgreSQLURL(server.url()), house: "house", service: service, houseKey: key)
        let directory = TemporaryDirectory()
        let (transfers, took) = try await onThread {
            let log = PostgreSQLCommitLog(access, clock: .system)
            var settings = ConnectionOptions()
            // As a follower's: the log has what a power failure undoes.
            settings.synchronous = .normal
            return try Connection.withConnection(path: directory.file("copy.db"), options: settings) { connection in
                try connection.begin(LogPosition(house: "copy", head: .none, time: Instant(microseconds: 0)))
                var (head, took) = (CommitHead.none, Duration.zero)
                while case let page = try log.commits(after: head), !page.isEmpty {
                    let began = ContinuousClock.now
                    head = try connection.take(page)
                    took += .now - began
                }
                return (try connection.first("SELECT count(*) FROM transfers") ?? 0, took)
            }
        }
        var options = StoreOptions()
        options.followedHouse = "house"
        let follower = try await SQLiteLedgerStore.open(at: directory.file("follower.db"), options: options).store
        let followed = try await onThread {
            let log = PostgreSQLCommitLog(access, clock: .system)
            var (head, took) = (CommitHead.none, Duration.zero)
            while case let page = try log.commits(after: head), !page.isEmpty {
                let began = ContinuousClock.now
                head = try follower.follow(page)
                took += .now - began
            }
            return took
        }
        await follower.close()
        Report.time(
            "following the log, a transfer", followed / Int(transfers), promised: "<= 3 us",
            baseline: ("a copy without memory", took / Int(transfers)))
    }
}
