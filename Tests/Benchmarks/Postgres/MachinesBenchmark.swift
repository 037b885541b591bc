import Coordination
import Domain
import Foundation
import Hosting
import SQLite
import Signals
import Storage
import TestSupport
import Transport

/// A house on two machines, which share this one: what a transfer costs that enters at a follower, and how far a
/// follower is behind under load.
enum MachinesBenchmark {
    private static let turns = 5
    private static let transfers = 200
    private static let password = "a sunny day in Kazan"

    static func run() async throws {
        if let obstacle = TemporaryPostgreSQL.obstacle {
            return Report.figure("a house on several machines", "-", promised: "", note: obstacle)
        }
        let server = try TemporaryPostgreSQL()
        defer { server.remove() }
        let standby = try TemporaryPostgreSQL(synchronousStandbyOf: server)
        defer { standby.remove() }
        let (alpha, beta) = (RunningHouse(), RunningHouse())
        let result: Result<Void, any Error>
        do {
            try await begin(alpha, beta, server)
            try await measure(alpha, beta, server)
            result = .success(())
        } catch {
            result = .failure(error)
        }
        for house in [beta, alpha] { _ = try await house.run("gateway", ["down"]) }
        try result.get()
    }

    /// Starts a house, and has another machine join it.
    private static func begin(_ alpha: RunningHouse, _ beta: RunningHouse, _ server: TemporaryPostgreSQL) async throws {
        let port = 10_000 + 100 * Int.random(in: 0..<200)
        let passwordFile = try alpha.directory.write(password + "\n", to: "password")
        try await gateway(alpha, "up", "--detach", "--wait", "60s")
        try await gateway(alpha, "register", "bench@example.org", "--password-file", passwordFile)
        try await gateway(alpha, "backup", "follow", server.url(), "--recovery", alpha.directory.file("recovery"))
        try await gateway(alpha, "house", "init", "alpha", "127.0.0.1:\(port)")
        try await gateway(alpha, "restart", "--wait", "60s")
        try await eventually("each service has a snapshot", within: .seconds(60)) {
            try server.sql("SELECT count(DISTINCT service) FROM kopilka_snapshots;") == "8"
        }
        let invitation = try await gateway(alpha, "house", "invite", "--json")
        guard let code = invitation.split(separator: "\"").drop(while: { $0 != "code" }).dropFirst(2).first else {
            throw WaitedInVain(description: "an invitation has no code: \(invitation)")
        }
        try await gateway(beta, "house", "join", String(code), server.url(), "beta", "127.0.0.1:\(port + 20)")
        try await gateway(beta, "up", "--detach", "--wait", "60s")
    }

    @discardableResult
    private static func gateway(_ house: RunningHouse, _ arguments: String...) async throws -> String {
        let finished = try await house.run("gateway", arguments)
        guard finished.status == .exited(0) else {
            throw WaitedInVain(description: "gateway \(arguments): \(finished)")
        }
        return finished.output
    }

    private static func measure(
        _ alpha: RunningHouse, _ beta: RunningHouse, _ server: TemporaryPostgreSQL
    ) async throws {
        let (session, accounts) = try await openAccounts(in: alpha)
        func load(_ house: RunningHouse) -> TransferLoad {
            TransferLoad(path: house.socket(of: "ledger"), session: session, accounts: accounts)
        }
        let (leading, following) = (load(alpha), load(beta))
        // Right after one another, transfers wait for the processors, too: history and notifications of both machines,
        // and PostgreSQL with its standby, are busy with the one before.
        try await compare(leading, following, "20 ms apart", pause: .milliseconds(20), promised: "<= 100 us more")
        try await compare(leading, following, "one after another", pause: .zero)
        let lags = try await lags(of: beta, under: leading, server)
        for (name, share) in [("p50", 0.5), ("p99", 0.99)] {
            Report.time(
                "a follower behind 32 clients, \(name)", lags.quantile(share), promised: name == "p99" ? "<= 50 ms" : ""
            )
        }
    }

    private static func compare(
        _ leading: TransferLoad, _ following: TransferLoad, _ what: String, pause: Duration, promised: String = ""
    ) async throws {
        func measure(_ load: TransferLoad) async throws -> LoadClient.Measured {
            try await onThread { try load.singles(clients: 1, transfers: transfers, keyed: true, pause: pause) }
        }
        var (direct, forwarded): ([LoadClient.Measured], [LoadClient.Measured]) = ([], [])
        for _ in 0..<turns {
            direct.append(try await measure(leading))
            forwarded.append(try await measure(following))
        }
        let (there, here) = (LoadClient.Measured.joined(direct), LoadClient.Measured.joined(forwarded))
        for (name, share) in [("p50", 0.5), ("p99", 0.99)] {
            Report.time(
                "a transfer that enters at a follower, \(what), \(name)", here.latencies.quantile(share),
                promised: name == "p50" ? promised : "", baseline: ("at the leader", there.latencies.quantile(share)))
        }
    }

    /// Returns the session of the person, and their accounts, which have money.
    private static func openAccounts(in house: RunningHouse) async throws -> (String, [String]) {
        let loop = SocketLoop()
        let auth = ServiceLink(service: "auth", runDirectory: house.runDirectory, loop: loop)
        let ledger = ServiceLink(service: "ledger", runDirectory: house.runDirectory, loop: loop)
        let signedIn = try await auth.send(
            AuthSignal.Login(login: "bench@example.org", password: password), context: SignalContext(),
            within: .seconds(60))
        let context = SignalContext(session: signedIn.session.token)
        guard let rubles = Currency(code: "RUB") else { preconditionFailure("There are rubles.") }
        var opened: [String] = []
        for _ in 0..<100 {
            let account = try await ledger.send(LedgerSignal.OpenAccount(currency: rubles), context: context).account
            let amount = Money(minorUnits: 1_000_000_000, currency: rubles)
            _ = try await ledger.send(LedgerSignal.Deposit(account: account.id, amount: amount), context: context)
            opened.append(account.id)
        }
        await auth.close()
        await ledger.close()
        return (signedIn.session.token, opened)
    }

    /// Returns, for each commit of the leader under load, the time from its beginning until readers of the follower
    /// see it.
    private static func lags(
        of house: RunningHouse, under load: TransferLoad, _ server: TemporaryPostgreSQL
    ) async throws -> [Duration] {
        let first = try newest(server)
        let path = house.database(of: "ledger")
        async let seen = onThread {
            try Connection.withConnection(path: path, options: .reader) { connection in
                var seen: [(number: Int64, at: Instant)] = []
                let began = ContinuousClock.now
                // Until nothing has come for a second after the load has begun.
                var last = began
                while ContinuousClock.now - last < .seconds(1) || seen.count < 2 && .now - began < .seconds(10) {
                    let number = try connection.first("SELECT number FROM commit_log_head") as Int64? ?? 0
                    if number != seen.last?.number {
                        seen.append((number, WallClock.system.now()))
                        last = .now
                    }
                    usleep(500)
                }
                return seen
            }
        }
        _ = try await onThread { try load.singles(clients: 32, transfers: 20_000, keyed: true) }
        let steps = try await seen
        let rows = try server.sql(
            """
            SELECT number, time_us FROM kopilka_commits WHERE service = 'ledger' AND number > \(first) ORDER BY number;
            """)
        var (index, lags): (Int, [Duration]) = (0, [])
        for row in rows.split(separator: "\n") {
            let columns = row.split(separator: "|").compactMap { Int64($0) }
            guard columns.count == 2 else { continue }
            while index < steps.count, steps[index].number < columns[0] { index += 1 }
            guard index < steps.count else {
                throw WaitedInVain(description: "the follower has not commit \(columns[0])")
            }
            lags.append(.microseconds(steps[index].at.microseconds - columns[1]))
        }
        return lags
    }

    private static func newest(_ server: TemporaryPostgreSQL) throws -> Int64 {
        Int64(try server.sql("SELECT max(number) FROM kopilka_commits WHERE service = 'ledger';")) ?? 0
    }
}
