import Foundation
import Testing

@testable import GatewayService

/// The gateway reads the settings file of the services, as far as it concerns the gateway.
@Suite struct GatewaySettingsTests {
    private let fixture: GatewayFixture
    private let line = #"{"time":"2026-11-21T08:51:48Z","level":"info","service":"ledger","message":"hello"}"#

    init() throws { fixture = try GatewayFixture() }

    private func write(_ content: String, to path: String) throws -> String {
        let file = fixture.directory + "/" + path
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try content.write(toFile: file, atomically: false, encoding: .utf8)
        return file
    }

    @Test func dataDirectoryComesFromTheFileUnlessAVariableSaysOtherwise() async throws {
        _ = try write(line + "\n", to: "there/logs/ledger.log")
        let file = try write(#"{"data":"\#(fixture.directory)/there","batch-size":1,"loud":true}"#, to: "k.json")
        let found = await fixture.run(["logs", "--json"], variables: ["KOPILKA_CONFIG": file])
        #expect(found.output == line + "\n")
        let elsewhere = ["KOPILKA_CONFIG": file, "KOPILKA_DATA": fixture.directory + "/elsewhere"]
        #expect(await fixture.run(["logs", "--json"], variables: elsewhere).output == "")
    }

    @Test func fileInItsUsualPlaceIsRead() async throws {
        _ = try write(line + "\n", to: "there/logs/ledger.log")
        _ = try write(#"{"gateway.data":"\#(fixture.directory)/there"}"#, to: "config/kopilka/kopilka.json")
        let found = await fixture.run(
            ["logs", "--json"], variables: ["XDG_CONFIG_HOME": fixture.directory + "/config"])
        #expect(found.output == line + "\n")
    }

    @Test(arguments: [("{", "config"), (#"{"clock":"then"}"#, "clock"), (#"{"run":null}"#, "run")])
    func wrongFileIsWrongUsageAndNamesTheSetting(content: String, name: String) async throws {
        let file = try write(content, to: "k.json")
        let outcome = await fixture.run(["logs", "--json"], variables: ["KOPILKA_CONFIG": file])
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains(#""field":"\#(name)""#))
    }
}
