import Domain
import Foundation
import Hosting
import StrictJSON
import TestSupport
import Testing

@testable import GatewayCare
@testable import GatewayWords

/// The descriptions of the running services, through the gateway.
struct ReferenceTests {
    /// To update it: `gateway schema markdown > Shared/Docs/REFERENCE.md`.
    @Test func theReferenceIsWhatTheServicesSay() async throws {
        try await GatewayHouse.run { house in
            let made = try await house.gateway("schema", "markdown")
            #expect(made.status == .exited(0), "\(made)")
            let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent()
            let kept = try String(contentsOf: root.appendingPathComponent("Shared/Docs/REFERENCE.md"), encoding: .utf8)
            let (new, old) = (made.output.split(separator: "\n"), kept.split(separator: "\n"))
            let differences = new.filter { !old.contains($0) } + old.filter { !new.contains($0) }
            #expect(differences.isEmpty && made.output == kept, "gateway schema markdown > Shared/Docs/REFERENCE.md")
        }
    }

    @Test func everySettingIsExplainedAndSecretsAreNot() async throws {
        try await GatewayHouse.run { house in
            let finished = try await house.house.run(
                "gateway", ["config", "explain", "--json"],
                environment: ["KOPILKA_TELEGRAM_URL": "http://bot:hush-hush@127.0.0.1:9", "KOPILKA_DRAIN_LIMIT": "7s"])
            #expect(finished.status == .exited(0), "\(finished)")
            #expect(!finished.output.contains("hush-hush"))
            let services = try #require(try JSONDocument(text: finished.output).root.member("services"))
            let settings = services.member("ledger")?.member("settings")?.elements.first { node in
                node.member("name")?.string == "drain-limit"
            }
            #expect(settings?.member("value")?.string == "7s")
            #expect(settings?.member("source")?.string == "KOPILKA_DRAIN_LIMIT")
            #expect(settings?.member("range")?.string?.isEmpty == false)
            for node in services.members.compactMap({ $0.node.member("settings") }).flatMap(\.elements) {
                let (type, range) = (node.member("type")?.string ?? "", node.member("range")?.string)
                let unit = node.member("unit")?.string
                let rule = "must be \(type)" + (range.map { " in \($0)" } ?? "") + (unit.map { " \($0)" } ?? "")
                let limits = SettingText.limits(type: type, range: range, unit: unit).spoken(in: .russian)
                #expect(SettingText.rule(rule).spoken(in: .russian) == "допустимо: \(limits)")
                #expect(limits != SettingText.limits(type: type, range: range, unit: unit).spoken(in: .english))
            }
            let wrong = try await house.house.run(
                "gateway", ["config", "explain"], environment: ["KOPILKA_DRAIN_LIMIT": "soon"])
            #expect(wrong.status == .exited(1) && wrong.output.contains("drain-limit"), "\(wrong)")
            let russian = try await house.gateway("config", "explain", "--lang", "ru")
            let lines = russian.output.split(separator: "\n")
            let summaries = zip(lines, lines.dropFirst()).filter { $0.0.contains("  KOPILKA_") }.map(\.1)
            #expect(summaries.count >= 40)
            for line in summaries { #expect(line.contains { ("а"..."я").contains($0) }, "\(line)") }
            let none = try await house.gateway("config", "explain", "drain-limt")
            #expect(none.status == .exited(2) && none.errors.contains("did you mean drain-limit?"), "\(none)")
            let doctor = try await house.json("doctor")
            #expect(doctor.member("well")?.bool == true, "\(String(decoding: doctor.rawBytes, as: UTF8.self))")
        }
    }
}
