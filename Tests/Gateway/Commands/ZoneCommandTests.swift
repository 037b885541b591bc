import Domain
import Foundation
import Hosting
import TestSupport
import Testing

@testable import GatewayCommands
@testable import GatewaySession

/// The zone of the machine, and the input of zones.
@Suite struct ZoneCommandTests {
    @Test func theVariableSaysWhichZoneThenTheFileThenTheLink() throws {
        let directory = TemporaryDirectory()
        let etc = directory.file("etc")
        try FileManager.default.createDirectory(atPath: etc, withIntermediateDirectories: true)
        func name(_ variables: [String: String] = [:]) -> String? {
            SystemZone.name(variables: variables, root: directory.path)
        }
        #expect(name() == nil)
        try FileManager.default.createSymbolicLink(
            atPath: etc + "/localtime", withDestinationPath: "/usr/share/zoneinfo/Asia/Tokyo")
        #expect(name() == "Asia/Tokyo")
        try "Europe/Moscow\n".write(toFile: etc + "/timezone", atomically: false, encoding: .utf8)
        #expect(name() == "Europe/Moscow")
        #expect(name(["TZ": "America/New_York"]) == "America/New_York")
        #expect(name(["TZ": ":Asia/Kathmandu"]) == "Asia/Kathmandu")
        #expect(name(["TZ": "/usr/share/zoneinfo/Europe/Paris"]) == "Europe/Paris")
        #expect(name(["TZ": ""]) == "Europe/Moscow")
    }

    /// Names that are not a person's zone are rejected: machines that run on UTC, rules without a name, paths.
    @Test(arguments: ["UTC", "Etc/UTC", "GMT", "MSK-3", "../../etc/passwd", "Mars/Olympus", "Etc/Greenwich"])
    func whatIsNoZoneOfAPersonIsNone(variable: String) {
        #expect(SystemZone.name(variables: ["TZ": variable]) == nil)
    }

    @Test func zonesAreNamedByTheirCitiesToo() {
        #expect(ZoneNames.named("Europe/Moscow") == "Europe/Moscow")
        #expect(ZoneNames.named("moscow") == "Europe/Moscow")
        #expect(ZoneNames.named("new york") == "America/New_York")
        #expect(ZoneNames.named("Atlantis") == nil)
        #expect(ZoneNames.like("mosc") == ["Europe/Moscow"])
    }

    @Test func theFirstUseAsksTheMachineOnceAndMomentsAreShownByIt() async throws {
        let fixture = try GatewayFixture()
        try await fixture.signIn()
        fixture.services.answer("auth.setZone", json: #"{"zone":"Asia/Kathmandu","revision":1}"#)
        fixture.services.answer(
            "auth.sessions",
            json:
                #"""
                {"sessions":[{"id":"s","createdAt":"2026-11-20T23:30:00Z","lastUsedAt":"2026-11-20T23:30:00Z",\#
                "isCurrent":true}]}
                """#
        )
        let zone = ["TZ": "Asia/Kathmandu"]
        let first = await fixture.run("sessions", variables: zone)
        #expect(first.output.contains("2026-11-21 05:15:00") && !first.output.contains("UTC"), "\(first)")
        let asked = fixture.services.calls.filter { $0.method == "auth.setZone" }
        #expect(asked.count == 1)
        // It is stored: neither asked for again nor replaced by that of another machine.
        let second = await fixture.run("sessions", variables: ["TZ": "Europe/Paris"])
        #expect(second.output.contains("2026-11-21 05:15:00"), "\(second)")
        #expect(fixture.services.calls.filter { $0.method == "auth.setZone" }.count == 1)
    }

    @Test func withoutAZoneMomentsSayThatTheyAreOfUTC() async throws {
        let fixture = try GatewayFixture()
        try await fixture.signIn()
        fixture.services.answer(
            "auth.sessions",
            json:
                #"""
                {"sessions":[{"id":"s","createdAt":"2026-11-20T23:30:00Z","lastUsedAt":"2026-11-20T23:30:00Z",\#
                "isCurrent":true}]}
                """#
        )
        let outcome = await fixture.run("sessions")
        #expect(outcome.output.contains("began (UTC)") && outcome.output.contains("2026-11-20 23:30:00"), "\(outcome)")
    }

    @Test func zoneSetsShowsAndSuggests() async throws {
        let fixture = try GatewayFixture()
        try await fixture.signIn()
        fixture.services.answer("auth.setZone", json: #"{"zone":"Europe/Moscow","revision":2}"#)
        let set = await fixture.run("zone", "moscow")
        #expect(set.output.contains("Europe/Moscow") && set.output.contains("UTC+03:00"), "\(set)")
        let json = await fixture.run("zone", "moscow", "--json")
        #expect(
            json.output.contains(#""zone":"Europe/Moscow""#) && json.output.contains(#""offsetMinutes":180"#), "\(json)"
        )
        let wrong = await fixture.run("zone", "kamchat")
        #expect(wrong.code == 2 && wrong.errors.contains("Asia/Kamchatka"), "\(wrong)")
    }
}
