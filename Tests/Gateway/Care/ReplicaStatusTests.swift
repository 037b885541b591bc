import Domain
import Foundation
import Hosting
import StrictJSON
import Testing

@testable import GatewaySession

/// What people and programs learn of a house of several machines from one of them.
@Suite struct ReplicaStatusTests {
    private let fixture: GatewayFixture

    init() throws {
        fixture = try GatewayFixture()
        for service in House.services { answer(service, #"{"host":"alpha","role":"leading","leader":"alpha"}"#) }
        for path in ["run", "data"] {
            try FileManager.default.createDirectory(
                atPath: "\(fixture.directory)/\(path)", withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
    }

    /// Sets the health of a service; nil in place of the replica for a house on one machine.
    private func answer(_ service: String, _ replica: String?, log: String? = nil) {
        let member = (replica.map { #","replica":\#($0)"# } ?? "") + (log.map { #","log":\#($0)"# } ?? "")
        fixture.services.answer(
            "\(service).health",
            json: """
                {"status":"ready","version":"\(Version.current)","uptimeSeconds":61,"time":"\(GatewayFixture.now)"\
                \(member)}
                """)
    }

    private func follow(_ service: String, _ rest: String) {
        answer(service, #"{"host":"alpha","role":"following"\#(rest)}"#)
    }

    private func setUpHouse() {
        follow("ledger", #","leader":"beta","commit":7,"staleMilliseconds":40"#)
        follow("history", #","leader":"beta","commit":7,"staleMilliseconds":95000"#)
        follow("scanner", #","leader":"beta","commit":7,"staleMilliseconds":40,"trouble":"The log is away.""#)
        follow("bonds", #","leader":"beta","trouble":"The log is away.""#)
        follow("patterns", #","commit":7,"staleMilliseconds":40"#)
        follow("notifications", #","leader":"beta""#)
        answer("subscriptions", #"{"host":"alpha","role":"promoting","leader":"alpha"}"#)
    }

    private func row(_ service: String, _ text: String) -> String {
        text.split(separator: "\n").first { $0.hasPrefix(service) }.map(String.init) ?? ""
    }

    @Test func statusSaysWhoLeadsAndHowFarBehindThisMachineIs() async throws {
        setUpHouse()
        let text = await fixture.run("status").output
        #expect(row("auth", text).contains("leads"), "\(text)")
        #expect(row("ledger", text).contains("follows beta, 40 ms behind"), "\(text)")
        #expect(row("history", text).contains("follows beta, 1m 35s behind"), "\(text)")
        #expect(row("patterns", text).contains("nobody leads"), "\(text)")
        #expect(row("notifications", text).contains("follows beta"), "\(text)")
        #expect(row("subscriptions", text).contains("takes over"), "\(text)")
        #expect(row("scanner", text).contains("in trouble"), "\(text)")
        #expect(text.contains("\nscanner, bonds: The log is away.\n"), "\(text)")
        let russian = await fixture.run("status", "--lang", "ru").output
        #expect(row("auth", russian).contains("ведёт"), "\(russian)")
        #expect(row("ledger", russian).contains("следует за beta, отстаёт на 40\u{A0}мс"), "\(russian)")
    }

    @Test func programsGetTheReplicaOfEachService() async throws {
        setUpHouse()
        let root = try JSONDocument(text: await fixture.run("status", "--json").output).root
        let ledger = try #require(root.member("services")?.elements.first { $0.member("name")?.string == "ledger" })
        let replica = try #require(ledger.member("health")?.member("replica"))
        #expect(replica.member("role")?.string == "following" && replica.member("leader")?.string == "beta")
        #expect(replica.member("staleMilliseconds")?.int64 == 40)
    }

    @Test func aHouseOnOneMachineShowsNothingOfIt() async throws {
        for service in House.services { answer(service, nil) }
        let text = await fixture.run("status").output
        #expect(!text.contains("role") && !text.contains("leads"), "\(text)")
        #expect(try await examine().allSatisfy { !["leader", "follower"].contains($0.check) })
    }

    private static func log(_ epoch: Int, replication: String = "standby", doubts: Int = 0, last: String = "") -> String
    {
        """
        {"epoch":\(epoch),"commit":7,"engine":{"host":"db1:5432","version":"15.18","replication":"\(replication)"},\
        "doubts":\(doubts)\(last)}
        """
    }

    @Test func statusShowsTheEpochTheLagInCommitsTheEngineAndDoubts() async throws {
        setUpHouse()
        answer(
            "ledger",
            #"{"host":"alpha","role":"following","leader":"beta","commit":4,"behind":3,"staleMilliseconds":40}"#,
            log: Self.log(12))
        answer("auth", #"{"host":"alpha","role":"leading","leader":"alpha"}"#, log: Self.log(4, doubts: 31))
        let text = await fixture.run("status").output
        #expect(row("ledger", text).contains("follows beta, 3 commits, 40 ms behind"), "\(text)")
        #expect(row("ledger", text).contains("12") && row("auth", text).contains("31"), "\(text)")
        #expect(
            text.contains("commit log: PostgreSQL 15.18 at db1:5432, each commit is on a standby, too\n"), "\(text)")
        let russian = await fixture.run("status", "--lang", "ru").output
        #expect(row("ledger", russian).contains("отстаёт на 3\u{A0}записи, 40\u{A0}мс"), "\(russian)")
        #expect(
            russian.contains("журнал изменений: PostgreSQL 15.18, db1:5432, каждая запись есть и на резервном сервере"),
            "\(russian)")
        let root = try JSONDocument(text: await fixture.run("status", "--json").output).root
        let auth = try #require(root.member("services")?.elements.first { $0.member("name")?.string == "auth" })
        let log = try #require(auth.member("health")?.member("log"))
        #expect(log.member("epoch")?.int64 == 4 && log.member("doubts")?.int64 == 31)
        #expect(log.member("engine")?.member("replication")?.string == "standby")
    }

    /// A house on one machine that follows a log has an engine and doubts, and no roles.
    @Test func aHouseOnOneMachineShowsItsLog() async throws {
        for service in House.services { answer(service, nil, log: Self.log(2, replication: "none")) }
        let text = await fixture.run("status").output
        #expect(text.contains("PostgreSQL 15.18 at db1:5432, without a synchronous standby\n"), "\(text)")
        #expect(text.contains("epoch") && !text.contains("role") && !text.contains("doubts"), "\(text)")
        let checks = try await examine().filter { ["engine", "doubts", "leader"].contains($0.check) }
        #expect(checks.map(\.check) == ["engine"] + Array(repeating: "doubts", count: 8))
        #expect(checks.allSatisfy { $0.result == "good" })
    }

    @Test func theDoctorTellsOfDoubtsAndOfADatabaseThatKeepsNoSecondCopy() async throws {
        let leads = #"{"host":"alpha","role":"leading","leader":"alpha"}"#
        answer(
            "ledger", leads,
            log: Self.log(2, replication: "none", doubts: 2, last: #","lastDoubt":"2026-11-18T10:00:00Z""#))
        answer("history", leads, log: Self.log(2, replication: "engine"))
        let checks = try await examine()
        #expect(Set(checks.filter { $0.check == "engine" }.map(\.result)) == ["good", "bad"], "\(checks)")
        #expect(checks.filter { $0.check == "doubts" && $0.result == "warning" }.map(\.subject) == ["ledger"])
        let text = await fixture.run("doctor", "--quick", "--data", fixture.directory + "/data").output
        #expect(text.contains("2 commits were in doubt since the start, the last 2026-11-18 10:00:00"), "\(text)")
        #expect(text.contains("replicated below SQL") && text.contains("without a synchronous standby"), "\(text)")
        let russian = await fixture.run(
            "doctor", "--quick", "--lang", "ru", "--data", fixture.directory + "/data"
        ).output
        #expect(russian.contains("под сомнением: 2\u{A0}записи"), "\(russian)")
    }

    private struct Check {
        let check: String
        let subject: String?
        let result: String?
        let cure: String?
    }

    private func examine() async throws -> [Check] {
        let outcome = await fixture.run("doctor", "--json", "--quick", "--data", fixture.directory + "/data")
        let root = try JSONDocument(text: outcome.output).root
        return try #require(root.member("checks")).elements.map {
            Check(
                check: $0.member("check")?.string ?? "", subject: $0.member("subject")?.string,
                result: $0.member("result")?.string, cure: $0.member("cure")?.string)
        }
    }

    @Test func theDoctorTellsWhatNobodyLeadsAndWhatDoesNotFollow() async throws {
        #expect(try await examine().filter { $0.check == "leader" }.map(\.result) == Array(repeating: "good", count: 8))
        setUpHouse()
        let checks = try await examine()
        func result(_ check: String, _ service: String) -> String? {
            checks.first { $0.check == check && $0.subject == service }?.result
        }
        #expect(result("leader", "ledger") == "good" && result("follower", "ledger") == "good")
        #expect(result("follower", "history") == "warning", "a minute and more")
        #expect(result("leader", "patterns") == "bad")
        #expect(result("leader", "scanner") == "good" && result("follower", "scanner") == "bad")
        #expect(result("follower", "notifications") == "warning", "it has not caught up yet")
        #expect(result("leader", "subscriptions") == "warning" && result("follower", "subscriptions") == nil)
        #expect(result("follower", "auth") == nil, "a leader follows nobody")
        answer("auth", #"{"host":"alpha","role":"leading","leader":"alpha","trouble":"The log is away."}"#)
        #expect(try await examine().first { $0.check == "leader" && $0.subject == "auth" }?.result == "bad")
        #expect(checks.allSatisfy { $0.result != "bad" || $0.cure != nil })
        let text = await fixture.run("doctor", "--quick", "--lang", "ru", "--data", fixture.directory + "/data").output
        #expect(text.contains("никто не ведёт") && text.contains("ведомая машина history"), "\(text)")
    }

    private func setUpComparisons() {
        follow(
            "ledger",
            #","leader":"beta","staleMilliseconds":40,"comparison":\#(Self.equal)"#
        )
        follow(
            "bonds",
            #","leader":"beta","trouble":"It differs.","comparison":{"commit":7,"outcome":"differs","tables":["lots"]}"#
        )
    }

    private static let equal = #"{"commit":7,"outcome":"equal","time":"\#(hourAgo)"}"#
    private static let hourAgo = GatewayFixture.now + .seconds(-3600)

    @Test func statusAndDoctorSayHowTheContentCompares() async throws {
        let before = await fixture.run("status").output
        #expect(!before.contains("content"), "nothing was compared yet")
        setUpComparisons()
        let text = await fixture.run("status").output
        #expect(row("ledger", text).contains("equal, 1h"), "\(text)")
        #expect(row("bonds", text).contains("differs: lots"), "\(text)")
        let russian = await fixture.run("status", "--lang", "ru").output
        #expect(row("bonds", russian).contains("отличается: lots"), "\(russian)")
        let found = try await examine().filter { $0.check == "follower" }
        #expect(found.first { $0.subject == "ledger" }?.result == "good")
        let bonds = try #require(found.first { $0.subject == "bonds" })
        #expect(bonds.result == "bad" && bonds.cure?.contains("gateway house resync bonds") == true)
    }
}
