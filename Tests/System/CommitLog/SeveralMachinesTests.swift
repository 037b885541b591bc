import Foundation
import Hosting
import SQLite
import Storage
import StrictJSON
import TestSupport
import Testing

/// A house that becomes one of several machines, by the commands of the gateway alone.
@Suite(.enabled(if: TemporaryPostgreSQL.obstacle == nil, "PostgreSQL is installed"))
struct SeveralMachinesTests {
    private let server: TemporaryPostgreSQL
    private let elsewhere = TemporaryDirectory()
    /// The first port of alpha; beta's and gamma's come after it.
    private let port = 10_000 + 100 * Int.random(in: 0..<200)

    private var alpha: String { "127.0.0.1:\(port)" }
    private var beta: String { "127.0.0.1:\(port + 20)" }
    private var gamma: String { "127.0.0.1:\(port + 40)" }

    init() throws { server = try TemporaryPostgreSQL(isDurable: false) }

    /// Makes a house with money and a person follow the log, and waits until everything can be restored from it.
    private func follow(_ house: GatewayHouse) async throws {
        _ = try await house.json("register", "anna@example.org", "--password-file", house.passwordFile)
        _ = try await house.json("account", "open", "RUB", "main")
        let early = try await house.gateway("house", "init", "alpha", alpha)
        #expect(early.status == .exited(2) && early.errors.contains("gateway backup follow URL"), "\(early)")
        _ = try await house.json("backup", "follow", server.url(), "--recovery", elsewhere.file("recovery"))
        let alone = try await house.gateway("house", "invite")
        #expect(alone.status == .exited(2) && alone.errors.contains("gateway house init"), "\(alone)")
        let machine = try await house.json("house", "init", "alpha", alpha, "--engine-replicates")
        #expect(machine.member("host")?.string == "alpha")
        let twice = try await house.gateway("house", "init", "beta", alpha)
        #expect(twice.status == .exited(7) && twice.errors.contains("alpha"), "\(twice)")
        let off = try await house.gateway("backup", "follow", "--off")
        #expect(off.status == .exited(7) && off.errors.contains("gateway house leave"), "\(off)")
        _ = try await house.gateway("restart", "--wait", "150s")
        try await eventually("each service has a snapshot") {
            let state = try await house.json("backup", "follow")
            return state.member("services")?.elements.allSatisfy { $0.member("restorableFrom") != nil } == true
        }
        _ = try await house.json("deposit", "main", "5000 RUB")
        try await house.house.untilEventsAreHandled()
    }

    private func position(of service: String, in house: GatewayHouse) throws -> LogPosition? {
        try Connection.withConnection(path: house.house.database(of: service), options: .reader) {
            try $0.logPosition()
        }
    }

    /// A machine has joined with a copy of what a house had then: no older than `before`. A service that commits while
    /// the machine joins may have more, and may have it in its log first.
    private func requireCopies(
        of house: GatewayHouse, at other: GatewayHouse, since before: [String: LogPosition]
    ) async throws {
        for (service, earlier) in before {
            let copy = try #require(try position(of: service, in: other), "\(service)")
            try await eventually("\(service) has all that the copy has") {
                try position(of: service, in: house)?.head.number ?? 0 >= copy.head.number
            }
            #expect(copy.head.number >= earlier.head.number, "\(service)")
            let later = try #require(try position(of: service, in: house), "\(service)")
            if later.head.number == copy.head.number { #expect(later == copy, "\(service)") }
            let hash = copy.head.hash.map { String(format: "%02x", $0) }.joined()
            let logged = try server.sql(
                """
                SELECT encode(hash, 'hex') FROM kopilka_commits
                WHERE service = '\(service)' AND number = \(copy.head.number)
                """)
            #expect(copy.head.number == 0 || logged == hash, "\(service)")
        }
    }

    private func names(of node: JSONNode) -> [String] {
        node.member("hosts")?.elements.compactMap { $0.member("name")?.string ?? $0.string } ?? []
    }

    @Test func anEmptyMachineJoinsTheHouseAndLeavesIt() async throws {
        try await GatewayHouse.run { house in
            try await follow(house)
            try await well(house)
            let code = try #require(try await house.json("house", "invite").member("code")?.string)
            let leaders = try server.sql("SELECT service, epoch FROM kopilka_leaders ORDER BY service")
            var before: [String: LogPosition] = [:]
            for service in ["auth", "ledger", "history", "notifications"] {
                let earlier: LogPosition = try #require(try position(of: service, in: house), "\(service)")
                before[service] = earlier
            }
            let other = try GatewayHouse()
            let joined = try await other.json("house", "join", code, server.url(), "beta", beta)
            #expect(names(of: joined) == ["alpha", "beta"])
            #expect(
                try server.sql("SELECT service, epoch FROM kopilka_leaders ORDER BY service") == leaders,
                "who joins claims nothing")
            try await requireCopies(of: house, at: other, since: before)
            try requireSameKeys(house, other)
            let shown = try await other.json("house", "hosts")
            #expect(shown.member("host")?.string == "beta" && names(of: shown) == ["alpha", "beta"])
            let lines = Array(try #require(shown.member("services")).elements)
            #expect(lines.count == 8)
            for line in lines {
                let commit = try #require(line.member("commit")?.int64, "\(line)")
                let service = try #require(line.member("service")?.string, "\(line)")
                #expect(try position(of: service, in: other)?.head.number == commit, "\(line)")
                // The house may have committed more meanwhile, which nobody repeats here yet.
                #expect(commit <= line.member("logged")?.int64 ?? 0, "\(line)")
            }
            let file = try String(contentsOfFile: other.house.dataDirectory + "/house.hosts", encoding: .utf8)
            let written = file.split(separator: "\n").map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
            #expect(written == ["alpha \(alpha)", "beta \(beta)"])

            try await refusals(code, house, other)
            try await leaving(house, other, left: try await leading(house, other))
        }
    }

    /// Both houses have the same keys and files of the operator, but for the key of the machine.
    private func requireSameKeys(_ house: GatewayHouse, _ other: GatewayHouse) throws {
        func content(_ path: String, _ house: GatewayHouse) throws -> Data {
            try Data(contentsOf: URL(fileURLWithPath: "\(house.house.dataDirectory)/\(path)"))
        }
        for path in [
            "operator/operator.secret", "keys/operator/operator.public", "ledger/ledger.secret", "auth/auth.storage",
            "keys/ledger/ledger.public", "operator/commit-log",
        ] {
            #expect(try content(path, house) == content(path, other), "\(path)")
        }
        let accesses = try [house, other].map { try JSONDocument(Array(try content("ledger/commit-log", $0))).root }
        #expect(accesses[0].member("key")?.string == accesses[1].member("key")?.string)
        let replicas = try accesses.map { try #require($0.member("replica")) }
        #expect(replicas.map { $0.member("host")?.string } == ["alpha", "beta"])
        #expect(replicas.map { $0.member("listen")?.string } == ["127.0.0.1:\(port + 1)", "127.0.0.1:\(port + 21)"])
        #expect(replicas[0].member("secret")?.string != replicas[1].member("secret")?.string)
        #expect(replicas.allSatisfy { $0.member("engineReplicates")?.bool == true })
    }

    /// A machine that leads is well, and says so.
    private func well(_ house: GatewayHouse) async throws {
        for line in try #require(try await house.json("status").member("services")).elements {
            let replica = line.member("health")?.member("replica")
            #expect(replica?.member("role")?.string == "leading", "\(line)")
            let log = try #require(line.member("health")?.member("log"), "\(line)")
            #expect(log.member("epoch")?.int64 ?? 0 >= 1 && log.member("engine")?.member("host") != nil, "\(line)")
            #expect(log.member("engine")?.member("replication")?.string == "engine", "the operator vouches: \(line)")
        }
        let hosts = try await house.json("house", "hosts")
        for line in try #require(hosts.member("services")).elements {
            #expect(line.member("epoch")?.int64 ?? 0 >= 1 && line.member("behind")?.int64 == 0, "\(line)")
        }
        // A lease that was not renewed at once, as on a busy machine, is a trouble for a moment.
        var finished = try await house.gateway("doctor", "--timeout", "60s", "--json")
        try await eventually("the house is well") {
            if finished.status != .exited(0) {
                finished = try await house.gateway("doctor", "--timeout", "60s", "--json")
            }
            return finished.status == .exited(0)
        }
        let examined = try JSONDocument(text: finished.output).root
        for (check, count) in [("leader", 8), ("follower", 0), ("log", 8), ("engine", 1), ("doubts", 8)] {
            let found = examined.member("checks")?.elements.filter { $0.member("check")?.string == check } ?? []
            #expect(found.count == count, "\(check): \(examined)")
            #expect(found.allSatisfy { $0.member("result")?.string == "good" }, "\(check): \(examined)")
        }
        let clocks = examined.member("checks")?.elements.filter { $0.member("check")?.string == "clock" } ?? []
        #expect(clocks.contains { $0.member("subject")?.string == "log" && $0.member("result")?.string == "good" })
    }

    private func refusals(_ code: String, _ house: GatewayHouse, _ other: GatewayHouse) async throws {
        let full = try await other.gateway("house", "join", code, server.url(), "gamma", gamma)
        #expect(full.status == .exited(7) && full.errors.contains("not empty"), "\(full)")
        let third = try GatewayHouse()
        let spent = try await third.gateway("house", "join", code, server.url(), "gamma", gamma)
        #expect(spent.status == .exited(5) && spent.errors.contains("gateway house invite"), "\(spent)")
        // A refused machine leaves nothing behind, and the code works for the next attempt.
        let second = try #require(try await house.json("house", "invite").member("code")?.string)
        let taken = try await third.gateway("house", "join", second, server.url(), "alpha", gamma)
        #expect(taken.status == .exited(7) && taken.errors.contains("gateway house leave alpha"), "\(taken)")
        try server.sql("CREATE TABLE saved AS SELECT * FROM kopilka_snapshots")
        try server.sql("DELETE FROM kopilka_snapshots WHERE service = 'bonds'")
        let lacking = try await third.gateway("house", "join", second, server.url(), "gamma", gamma)
        #expect(lacking.status == .exited(7) && lacking.errors.contains("bonds"), "\(lacking)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: third.house.dataDirectory) == [])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: third.house.directory.path)
                .allSatisfy { !$0.contains(".kopilka-") })
        #expect(names(of: try await house.json("house", "hosts")) == ["alpha", "beta"])
        try server.sql("INSERT INTO kopilka_snapshots SELECT * FROM saved WHERE service = 'bonds'")
        let gamma = try await third.json("house", "join", second, server.url(), "gamma", gamma)
        #expect(names(of: gamma) == ["alpha", "beta", "gamma"])
        #expect(try await third.json("house", "leave").member("left")?.string == "gamma")
        #expect(try await third.json("backup", "follow").member("following")?.bool == false)
    }

    /// - Returns: What is in main then, in roubles.
    private func leading(_ house: GatewayHouse, _ other: GatewayHouse) async throws -> Int {
        let nobody = try await house.gateway("house", "lead", "ledger", "delta")
        #expect(nobody.status == .exited(5) && nobody.errors.contains("gateway house hosts"), "\(nobody)")
        let late = try await house.gateway("house", "lead", "auth", "beta")
        #expect(late.status == .exited(75) && late.errors.contains("auth"), "beta does not run: \(late)")
        #expect(try server.sql("SELECT wanted FROM kopilka_leases WHERE service = 'auth'") == "")

        #expect(try await other.gateway("up", "--detach", "--wait", "60s").status == .exited(0))
        // What is changed on one machine is done by the other, and read here at once.
        _ = try await other.json("login", "anna@example.org", "--password-file", other.passwordFile)
        _ = try await other.json("account", "open", "RUB", "spare")
        var left = try await pay(100, from: 5000, at: other)
        // The command gives a machine fifteen seconds, of which a busy one may need more.
        var led = try await house.gateway("house", "lead", "ledger", "beta", "--json")
        try await eventually("beta leads ledger") {
            if led.status != .exited(0) { led = try await house.gateway("house", "lead", "ledger", "beta", "--json") }
            return led.status == .exited(0)
        }
        #expect(try JSONDocument(text: led.output).root.member("leader")?.string == "beta")
        left = try await pay(50, from: left, at: house)
        let leads = try await house.gateway("house", "leave", "beta")
        #expect(leads.status == .exited(7) && leads.errors.contains("leads ledger"), "\(leads)")

        try await comparing(house, other)

        // The power of beta fails.
        for process in other.processes() { kill(process, SIGKILL) }
        try await eventually("nothing runs at beta") { other.processes().isEmpty }
        _ = try await house.json("transfer", "spare", "main", "1 RUB")
        left += 1
        #expect(try await balance(house) == "\(left).00")
        try await eventually("nobody counts on beta") {
            try server.sql("SELECT count(*) FROM kopilka_leases WHERE holder = 'beta'") == "0"
        }
        return left
    }

    /// Pays from main to spare at a machine, and reads there at once what is left.
    ///
    /// A machine that is so busy that its copy needs more than two seconds does not wait for it. Then it pays again.
    /// - Parameter before: What is in main, in roubles.
    private func pay(_ amount: Int, from before: Int, at house: GatewayHouse) async throws -> Int {
        var left = before
        try await eventually("what is changed at a machine is read there at once") {
            _ = try await house.json("transfer", "main", "spare", "\(amount) RUB")
            left -= amount
            return try await balance(house) == "\(left).00"
        }
        return left
    }

    /// What is compared on both machines, and what becomes of a copy that differs.
    private func comparing(_ house: GatewayHouse, _ other: GatewayHouse) async throws {
        func outcomes(_ shown: JSONNode) -> [String?] {
            shown.member("services")?.elements.flatMap { line in
                line.member("machines")?.elements.map { $0.member("outcome")?.string } ?? []
            } ?? []
        }
        let well = try await house.json("house", "compare", "ledger")
        #expect(outcomes(well) == ["equal", "leader"], "beta leads ledger: \(well)")
        try Connection.withConnection(path: other.house.database(of: "bonds")) {
            try $0.execute("CREATE TABLE strange (a)")
        }
        let differing = try await house.gateway("house", "compare", "bonds", "--json")
        let shown = try JSONDocument(text: differing.output).root
        #expect(differing.status == .exited(1) && outcomes(shown) == ["leader", "differs"], "\(differing)")
        let examined = try await house.gateway("doctor", "--timeout", "60s")
        #expect(examined.status == .exited(1) && examined.output.contains("resync bonds on beta"), "\(examined)")
        let status = try await other.gateway("status", "--timeout", "60s")
        #expect(status.output.contains("differs: sqlite_schema, strange"), "\(status)")
        _ = try await other.json("house", "resync", "bonds")
        let last = try await house.gateway("house", "compare", "bonds", "--last", "--json")
        #expect(last.status == .exited(8), "\(last)")
        #expect(outcomes(try JSONDocument(text: last.output).root) == ["leader", "missing"], "\(last)")
        _ = try await other.gateway("status", "--wait", "150s")
        let cured = try await house.json("house", "compare", "bonds")
        #expect(outcomes(cured) == ["leader", "equal"], "\(cured)")
    }

    private func balance(_ house: GatewayHouse) async throws -> String? {
        try await house.json("balance", "main").member("balance")?.member("amount")?.string
    }

    private func leaving(_ house: GatewayHouse, _ other: GatewayHouse, left: Int) async throws {
        #expect(names(of: try await house.json("house", "leave", "beta")) == ["alpha"])
        #expect(try server.sql("SELECT count(*) FROM kopilka_leases WHERE wanted IS NOT NULL") == "0")
        let copy = try await other.gateway("house", "leave")
        #expect(copy.status == .exited(0) && copy.output.contains("a copy that nobody follows"), "\(copy)")
        #expect(try await other.json("backup", "follow").member("following")?.bool == false)
        let running = try await house.gateway("house", "leave")
        #expect(running.status == .exited(7) && running.errors.contains("gateway down"), "\(running)")

        _ = try await house.json("house", "resync", "ledger")
        _ = try await house.gateway("status", "--wait", "150s")
        let kept = house.house.database(of: "ledger") + ".before-resync"
        #expect(FileManager.default.fileExists(atPath: kept))
        #expect(try await balance(house) == "\(left).00")
        _ = try await house.json("deposit", "main", "1 RUB")

        _ = try await house.gateway("down")
        #expect(names(of: try await house.json("house", "leave")) == [])
        let state = try await house.json("backup", "follow")
        #expect(state.member("following")?.bool == true, "and goes on following its log")
        _ = try await house.gateway("up", "--detach", "--wait", "60s")
        #expect(try await house.json("check").member("balanced")?.bool ?? true)
        #expect(try await balance(house) == "\(left + 1).00")
        #expect(try await house.gateway("house", "hosts").status == .exited(2))
    }
}
