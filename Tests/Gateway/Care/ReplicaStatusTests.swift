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
    private func answer(_ service: String, _ replica: String?) {
        let member = replica.map { #","replica":\#($0)"# } ?? ""
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
}
