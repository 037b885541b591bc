import Foundation
import Hosting
import StrictJSON
import TestSupport
import Testing

/// A house that follows a log, lost with its machine and restored from the log elsewhere.
@Suite(.enabled(if: TemporaryPostgreSQL.obstacle == nil, "PostgreSQL is installed"))
struct FollowSystemTests {
    @Test func everythingAcknowledgedIsRestoredElsewhere() async throws {
        let server = try TemporaryPostgreSQL(isDurable: false)
        let elsewhere = TemporaryDirectory()
        let (recovery, file) = (elsewhere.file("kopilka.recovery"), elsewhere.file("kopilka.tar.zst"))
        var (head, moment) = ("", "")
        try await GatewayHouse.run { house in
            _ = try await house.json("register", "anna@example.org", "--password-file", house.passwordFile)
            for name in ["main", "savings"] { _ = try await house.json("account", "open", "RUB", name) }
            _ = try await house.json("deposit", "main", "50000 RUB")

            let alone = try await house.json("backup", "follow")
            #expect(alone.member("following")?.bool == false)
            let lacking = try await house.gateway("backup", "follow", server.url())
            #expect(lacking.status == .exited(2) && lacking.errors.contains("--recovery FILE"), "\(lacking)")
            _ = try await house.json("backup", "follow", server.url(), "--recovery", recovery)
            let mode = try FileManager.default.attributesOfItem(atPath: recovery)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            let twice = try await house.gateway("backup", "follow", server.url(), "--recovery", file)
            #expect(twice.status == .exited(7), "\(twice)")
            _ = try await house.gateway("down")
            _ = try await house.gateway("up", "--detach", "--wait", "60s")

            try await eventually("each service has a snapshot") {
                let state = try await house.json("backup", "follow")
                return state.member("services")?.elements.allSatisfy { $0.member("restorableFrom") != nil } == true
            }
            let first = try await house.json("transfer", "main", "savings", "100 RUB")
            moment = try #require(first.member("transfer")?.member("createdAt")?.string)
            _ = try await house.json("transfer", "main", "savings", "7 RUB")
            head = try #require(try await house.json("check").member("head")?.string)
            // Services that handle the transfers commit meanwhile, to the log first.
            try await eventually("each database has what its log has") {
                let state = try await house.json("backup", "follow")
                return try #require(state.member("services")).elements.allSatisfy { line in
                    line.member("commit")?.int64 == line.member("logged")?.int64 ?? 0
                }
            }
            let ledger = try #require(
                try await house.json("status").member("services")?.elements.first {
                    $0.member("name")?.string == "ledger"
                }?.member("health"))
            #expect(
                ledger.member("replica") == nil && ledger.member("log")?.member("epoch")?.int64 ?? 0 > 0, "\(ledger)")
            #expect(ledger.member("log")?.member("engine")?.member("replication")?.string == "none", "\(ledger)")
            let appends = try await house.json("call", "ledger.stats").member("log")
            #expect(appends?.member("appends")?.int64 ?? 0 >= 2, "\(String(describing: appends))")
            #expect(appends?.member("p99Microseconds")?.int64 ?? 0 > 0 && appends?.member("doubts")?.int64 == 0)
            let examined = try await house.json("doctor")
            let log = examined.member("checks")?.elements.filter { $0.member("check")?.string == "log" } ?? []
            #expect(log.count == 8 && log.allSatisfy { $0.member("result")?.string == "good" }, "\(examined)")
            // The machine burns.
            for process in house.processes() { kill(process, SIGKILL) }
            try await eventually("nothing runs") { house.processes().isEmpty }
            try FileManager.default.removeItem(atPath: house.house.dataDirectory)

            _ = try await house.json("backup", "fetch", recovery, file)
            #expect(try await house.json("backup", "verify", file).member("good")?.bool == true)
        }
        try await GatewayHouse.run { other in
            _ = try await other.gateway("down")
            try FileManager.default.removeItem(atPath: other.house.dataDirectory)
            _ = try await other.json("backup", "restore", file)
            _ = try await other.gateway("up", "--detach", "--wait", "60s")
            _ = try await other.json("login", "anna@example.org", "--password-file", other.passwordFile)
            #expect(try await other.json("check").member("head")?.string == head)
            #expect(
                try await other.json("balance", "savings").member("balance")?.member("amount")?.string == "107.00")

            _ = try await other.gateway("down")
            let earlier = elsewhere.file("earlier.tar.zst")
            _ = try await other.json("backup", "fetch", recovery, earlier, "--at", moment)
            _ = try await other.json("backup", "restore", earlier, "--replace")
            _ = try await other.gateway("up", "--detach", "--wait", "60s")
            let balance = try await other.json("balance", "savings").member("balance")?.member("amount")?.string
            #expect(["0.00", "100.00"].contains(balance), "the second transfer came later: \(balance ?? "")")

            // A house that follows is restored: its log must not undo that, and it may follow anew at once.
            _ = try await other.json("backup", "follow", server.url(), "--recovery", elsewhere.file("second"))
            _ = try await other.gateway("restart", "--wait", "60s")
            _ = try await other.json("transfer", "main", "savings", "1000 RUB")
            _ = try await other.gateway("down")
            _ = try await other.json("backup", "restore", file, "--replace")
            #expect(try await other.json("backup", "follow").member("following")?.bool == false)
            _ = try await other.json("backup", "follow", server.url(), "--recovery", elsewhere.file("third"))
            _ = try await other.gateway("up", "--detach", "--wait", "60s")
            #expect(
                try await other.json("balance", "savings").member("balance")?.member("amount")?.string == "107.00")
        }
        #expect(try server.sql("SELECT count(*) FROM kopilka_commits WHERE position('anna'::bytea IN body) > 0") == "0")
    }

    @Test func aPasswordIsAskedForAndNeverShown() async throws {
        let server = try TemporaryPostgreSQL(accessRules: ["local all kopilka scram-sha-256"], isDurable: false)
        try server.sql("CREATE ROLE kopilka LOGIN PASSWORD 'se/cr@et'")
        try server.sql("GRANT CREATE ON SCHEMA public TO kopilka")
        let house = try GatewayHouse()
        let (secret, recovery) = (house.house.directory.file("secret"), house.house.directory.file("recovery"))
        try "se/cr@et\n".write(toFile: secret, atomically: true, encoding: .utf8)
        let url = server.url("kopilka")
        let asked = try await house.gateway("backup", "follow", url, "--recovery", recovery)
        #expect(asked.status == .exited(2) && asked.errors.contains("password"), "\(asked)")
        let shown = try await house.gateway("backup", "follow", server.url("kopilka:x"), "--recovery", recovery)
        #expect(shown.status == .exited(2) && shown.errors.contains("--password-stdin"), "\(shown)")
        let wrong = try await house.gateway(
            "backup", "follow", url, "--recovery", recovery, "--password-file", house.passwordFile)
        #expect(wrong.status != .exited(0) && !wrong.errors.contains("horse"), "\(wrong)")
        #expect(!FileManager.default.fileExists(atPath: recovery))
        _ = try await house.json("backup", "follow", url, "--recovery", recovery, "--password-file", secret)
        let state = try await house.gateway("backup", "follow")
        #expect(state.status == .exited(0) && !state.output.contains("cr@et"), "\(state)")
        _ = try await house.json("backup", "follow", "--off")
        #expect(try await house.json("backup", "follow").member("following")?.bool == false)
    }
}
