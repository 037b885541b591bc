import Coordination
import Domain
import Foundation
import Hosting
import Signals
import Storage
import StrictJSON
import Synchronization
import Testing

@testable import GatewayCare
@testable import GatewaySession

@Suite struct DoctorTests {
    private let fixture: GatewayFixture

    init() async throws {
        fixture = try GatewayFixture()
        for service in House.services {
            fixture.services.answer("\(service).health", json: Self.health("ready"))
        }
        fixture.services.answer("auth.telegram.status", json: #"{"state":"off","isLinked":false}"#)
        fixture.services.answer("ledger.check", json: Self.check(imbalance: "0.00"))
        fixture.services.answer("notifications.outbox", json: Self.outbox())
        try await fixture.signIn()
        for path in ["run", "data", "data/ledger"] {
            try FileManager.default.createDirectory(
                atPath: "\(fixture.directory)/\(path)", withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
    }

    private static func health(
        _ status: String, version: String = Version.current, time: String = "\(GatewayFixture.now)"
    ) -> String {
        #"{"status":"\#(status)","version":"\#(version)","uptimeSeconds":61,"time":"\#(time)"}"#
    }

    private static func check(imbalance: String) -> String {
        #"""
        {"accounts":2,"transfers":1,"records":1,"head":"00","imbalance":[{"amount":"\#(imbalance)","currency":"RUB"}],\#
        "problems":[]}
        """#
    }

    /// Returns the answer of `notifications.outbox`.
    private static func outbox(
        mail: String = #"{"state":"off"}"#, kind: String = "telegram", late: String = #""late":0"#,
        dead: String = #""dead":0"#
    ) -> String {
        #"{"channels":[{"kind":"\#(kind)","waiting":3,\#(late),\#(dead)}],"mail":\#(mail)}"#
    }

    private static func ago(_ seconds: Int) -> String { "\(GatewayFixture.now + .seconds(-seconds))" }

    @Test func mailThatDoesNotGetOutIsBad() async throws {
        #expect(try await examine().checks["mail"] == "skipped")
        fixture.services.answer(
            "notifications.outbox", json: Self.outbox(mail: #"{"state":"ready","server":"smtp://mail.example:587"}"#))
        #expect(try await examine().checks["mail"] == "good")
        #expect(fixture.services.calls(of: "notifications.outbox").last?.parameters == #"{"checkMail":true}"#)
        _ = try await examine("--quick")
        #expect(fixture.services.calls(of: "notifications.outbox").last?.parameters == #"{"checkMail":false}"#)
        fixture.services.answer(
            "notifications.outbox",
            json: Self.outbox(mail: #"{"state":"failing","server":"smtp://mail.example:587","reason":"535 No."}"#))
        let (code, checks) = try await examine()
        #expect(code == 1 && checks["mail"] == "bad")
    }

    @Test func whatHasWaitedTooLongOrWasGivenUpIsTold() async throws {
        #expect(try await examine().checks["outbox telegram"] == "good")
        fixture.services.answer(
            "notifications.outbox", json: Self.outbox(late: #""late":2,"oldestLate":"\#(Self.ago(1200))""#))
        #expect(try await examine().checks["outbox telegram"] == "warning")
        let old = #""late":2,"oldestLate":"\#(Self.ago(7200))""#
        fixture.services.answer("notifications.outbox", json: Self.outbox(late: old))
        let (code, checks) = try await examine()
        #expect(code == 1 && checks["outbox telegram"] == "bad")
        for kind in ["webhook", "ntfy", "gotify"] {
            fixture.services.answer("notifications.outbox", json: Self.outbox(kind: kind, late: old))
            #expect(try await examine().checks["outbox \(kind)"] == "warning", "somebody else's machine")
        }
        fixture.services.answer(
            "notifications.outbox", json: Self.outbox(dead: #""dead":1,"newestDead":"\#(Self.ago(60))""#))
        #expect(try await examine().checks["outbox telegram"] == "warning")
        fixture.services.answer(
            "notifications.outbox", json: Self.outbox(dead: #""dead":1,"newestDead":"\#(Self.ago(8 * 86_400))""#))
        #expect(try await examine().checks["outbox telegram"] == "good")
        fixture.services.refuse("notifications.outbox", Fault(.unavailable, "It is down."))
        #expect(try await examine().checks["outbox"] == "skipped")
    }

    @Test func aReaderOfEventsThatIsStuckIsSeen() async throws {
        @Sendable func told(_ name: String, _ value: Int) -> String {
            #"{"families":[{"name":"kopilka_\#(name)","kind":"gauge","help":"Help.","samples":[{"labels":["#
                + #"{"name":"source","value":"ledger"}],"value":\#(value)}]}]}"#
        }
        #expect(try await examine().checks["events"] == "skipped", "nobody tells")
        fixture.services.answer("ledger.metrics", json: told("newest_event", 5))
        fixture.services.answer("history.metrics", json: told("event_cursor", 3))
        #expect(try await examine().checks["events history"] == "warning")
        #expect(try await examine("--quick").checks["events"] == "skipped")
        // It goes on between the two looks.
        let looks = Mutex(3)
        fixture.services.answer("history.metrics") { _ in
            let cursor = looks.withLock { cursor in
                cursor += 1
                return cursor
            }
            return told("event_cursor", cursor)
        }
        #expect(try await examine().checks["events"] == "good")
        fixture.services.answer("history.metrics", json: told("event_cursor", 5))
        #expect(try await examine().checks["events"] == "good")
    }

    private func examine(_ more: String...) async throws -> (code: Int32, checks: [String: String]) {
        let outcome = await fixture.run(["doctor", "--json", "--data", fixture.directory + "/data"] + more)
        let root = try JSONDocument(text: outcome.output).root
        var checks: [String: String] = [:]
        for check in try #require(root.member("checks")).elements {
            let subject = check.member("subject")?.string.map { " " + $0 } ?? ""
            checks[(check.member("check")?.string ?? "") + subject] = check.member("result")?.string
            if check.member("result")?.string == "bad" { #expect(check.member("cure") != nil, "a cure for each") }
        }
        #expect(root.member("well")?.bool == (outcome.code == 0))
        return (outcome.code, checks)
    }

    @Test func aHouseThatIsWellIsWell() async throws {
        let (code, checks) = try await examine()
        #expect(code == 0)
        #expect(checks["service ledger"] == "good" && checks["version"] == "good" && checks["books"] == "good")
        #expect(checks["directory run"] == "good" && checks["directory data"] == "good")
        #expect(checks["disk"] != nil && checks["telegram"] == "skipped")
    }

    /// A gateway beside the house, as in a container of its own, must not call unseen data well.
    @Test func dataThatAreElsewhereAreTold() async throws {
        #expect(try await examine().checks["storage ledger"] == "warning")
        fixture.services.refuse("ledger.health", Fault(.unavailable, "ledger does not run."))
        #expect(try await examine().checks["storage ledger"] == "skipped")
    }

    @Test func aSocketThatIsNoneIsBad() async throws {
        #expect(try await examine().checks["sockets"] == nil, "there are none")
        try "no socket".write(
            toFile: fixture.directory + "/run/ledger.sock", atomically: false, encoding: .utf8)
        #expect(try await examine().checks["socket ledger"] == "bad")
    }

    @Test func settingsOfThePageThatDoNotFitAreBad() async throws {
        let lone = ["KOPILKA_WEB_CERTIFICATE": fixture.directory + "/page.pem"]
        let outcome = await fixture.run("doctor", "--data", fixture.directory + "/data", variables: lone)
        #expect(outcome.code == 1 && outcome.output.contains("--key is missing"), "\(outcome.output)")
        let both = lone.merging(["KOPILKA_WEB_KEY": fixture.directory + "/page.key"]) { $1 }
        let absent = await fixture.run("doctor", "--data", fixture.directory + "/data", variables: both)
        #expect(absent.code == 1 && absent.output.contains("page.pem is not there"), "\(absent.output)")
    }

    @Test func aServiceThatIsNotKeptToItsOwnFilesIsTold() async throws {
        #expect(try await examine().checks["confinement"] == nil, "none says so")
        func health(isConfined: Bool) -> String {
            Self.health("ready").replacing("}", with: #","confined":\#(isConfined)}"#)
        }
        for service in House.services { fixture.services.answer("\(service).health", json: health(isConfined: true)) }
        #expect(try await examine().checks["confinement"] == "good")
        fixture.services.answer("scanner.health", json: health(isConfined: false))
        let (code, checks) = try await examine()
        #expect(code == 0 && checks["confinement"] == "warning")
        let text = await fixture.run(["doctor", "--data", fixture.directory + "/data"]).output
        #expect(text.contains("not kept to their own files: scanner"), "\(text)")
    }

    @Test func aServiceThatIsDownIsBad() async throws {
        fixture.services.refuse("ledger.health", Fault(.unavailable, "ledger does not run."))
        let (code, checks) = try await examine()
        #expect(code == 1)
        #expect(checks["service ledger"] == "bad" && checks["service auth"] == "good")
    }

    @Test func whatHoldsOfSeveralServicesIsSaidOnce() async throws {
        let sentence = "No service runs: there are no sockets in /run/house."
        for service in House.services { fixture.services.refuse("\(service).health", Fault(.unavailable, sentence)) }
        for command in [["doctor", "--quick", "--data", fixture.directory + "/data"], ["health"]] {
            let said = await fixture.run(command).output
            #expect(said.ranges(of: sentence).count == 1, "\(said)")
            #expect(said.ranges(of: "gateway up --detach starts it").count <= 1, "\(said)")
        }
        let health = await fixture.run("health").output
        #expect(House.services.allSatisfy { health.contains($0) }, "\(health)")
    }

    @Test func anotherVersionAndAnotherClockAreBad() async throws {
        fixture.services.answer("auth.health", json: Self.health("ready", version: "0.0.1"))
        fixture.services.answer("history.health", json: Self.health("ready", time: "2020-01-01T00:00:00Z"))
        let (code, checks) = try await examine()
        #expect(code == 1)
        #expect(checks["version"] == "bad" && checks["clock history"] == "bad" && checks["clock auth"] == nil)
    }

    @Test func booksOutOfBalanceAreBadUnlessTheyAreLeftOut() async throws {
        fixture.services.answer("ledger.check", json: Self.check(imbalance: "0.01"))
        #expect(try await examine().checks["books"] == "bad")
        #expect(try await examine("--quick").checks["books"] == "skipped")
    }

    @Test func whatIsOpenToOthersIsBad() async throws {
        let secret = fixture.directory + "/data/ledger/ledger.secret"
        try "key".write(toFile: secret, atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: secret)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: fixture.directory + "/run")
        let (code, checks) = try await examine()
        #expect(code == 1)
        #expect(checks["keys"] == "bad" && checks["directory run"] == "bad")
    }

    @Test func aFileThatIsNoDatabaseIsBad() async throws {
        try String(repeating: "no database ", count: 1000).write(
            toFile: fixture.directory + "/data/ledger/ledger.db", atomically: false, encoding: .utf8)
        #expect(try await examine().checks["storage ledger"] == "bad")
    }

    @Test func aFlippedBitInADatabaseIsBad() async throws {
        let path = fixture.directory + "/data/ledger/ledger.db"
        try Connection.withConnection(path: path) {
            try $0.execute("CREATE TABLE note (text TEXT NOT NULL); INSERT INTO note VALUES ('as it was written')")
        }
        #expect(try await examine().checks["storage ledger"] == "good")
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes[try #require(bytes.range(of: Data("as it was".utf8))).lowerBound] ^= 1
        try bytes.write(to: URL(filePath: path))
        #expect(try await examine().checks["storage ledger"] == "bad")
        let told = await fixture.run(["doctor", "--data", fixture.directory + "/data"]).output
        #expect(told.contains("damaged: page 2 is not what was written"))
        #expect(told.contains("gateway backup restore FILE"))
        let snapshot = try SnapshotDatabase(service: "ledger", path: path)
        defer { snapshot.close() }
        let fault = #expect(throws: Fault.self) { try snapshot.copy(to: path + ".copy") }
        #expect(
            fault?.message == "The database of ledger is damaged: page 2 is not what was written. Use an older backup.")
    }

    @Test func whoIsNotSignedInIsTold() async throws {
        _ = await fixture.run("logout")
        try FileManager.default.removeItem(atPath: fixture.sessionPath())
        let (code, checks) = try await examine()
        #expect(code == 0)
        #expect(checks["books"] == "skipped")
    }

    @Test func peopleReadItInTheirLanguage() async throws {
        fixture.services.refuse("ledger.health", Fault(.unavailable, "ledger does not run."))
        let outcome = await fixture.run(["doctor", "--lang", "ru", "--data", fixture.directory + "/data"])
        #expect(outcome.code == 1)
        #expect(outcome.output.contains("служба ledger: gateway up --detach запустит её"))
        #expect(outcome.output.contains("плохо: 1\u{A0}место"))
    }
}
