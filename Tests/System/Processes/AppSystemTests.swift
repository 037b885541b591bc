import Foundation
import Hosting
import StrictJSON
import TestSupport
import Testing

/// The interactive app end to end: in a pseudo-terminal, over real services.
@Suite struct AppSystemTests {
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    @Test func aPersonSignsInPaysScansAndLooksAtBondsWhileServicesFail() async throws {
        let python = Self.package.appendingPathComponent(".venv/bin/python").path
        try #require(
            FileManager.default.isExecutableFile(atPath: python),
            "\(python) is missing: `make .venv` makes it, with the terminal that this test looks at.")
        try await GatewayHouse.run { house in
            try await Self.furnish(house)
            let finished = try await house.house.run(
                python,
                [
                    Self.package.appendingPathComponent("Tests/Clients/app_in_terminal.py").path,
                    RunningHouse.executable("gateway"), "anna", house.passwordFile,
                ], environment: ["PYTHONDONTWRITEBYTECODE": "1"], within: .seconds(400))
            try #require(finished.status == .exited(0), "\(finished)")
            let seen = try JSONDocument(text: finished.output).root
            for step in ["signedIn", "transferred", "scanned", "period", "resized", "subscribed", "recovered"] {
                #expect(seen.member(step)?.bool == true, "\(step)")
            }
            #expect(seen.member("periodFault")?.string?.isEmpty == false)
            #expect(seen.member("colours")?.bool == false, "NO_COLOR")
            #expect(seen.member("exit")?.int64 == 0)
            #expect(seen.member("terminated")?.int64 == 143)
            #expect(seen.member("failed")?.int64 == -11, "a fault ends the process as it would have")
            for ending in ["leftScreen", "terminatedLeft", "failedLeft"] {
                #expect(seen.member(ending)?.bool == true, "\(ending): the terminal is put back in order")
            }
        }
    }

    @Test func somebodyNewRegistersAndOpensAnAccount() async throws {
        let python = Self.package.appendingPathComponent(".venv/bin/python").path
        try #require(
            FileManager.default.isExecutableFile(atPath: python),
            "\(python) is missing: `make .venv` makes it, with the terminal that this test looks at.")
        try await GatewayHouse.run { house in
            let finished = try await house.house.run(
                python,
                [
                    Self.package.appendingPathComponent("Tests/Clients/new_user_in_terminal.py").path,
                    RunningHouse.executable("gateway"), house.passwordFile,
                ], environment: ["PYTHONDONTWRITEBYTECODE": "1"], within: .seconds(400))
            try #require(finished.status == .exited(0), "\(finished)")
            let seen = try JSONDocument(text: finished.output).root
            for step in ["registered", "opened", "recorded", "renamed", "closed", "live", "russian", "terminals"] {
                #expect(seen.member(step)?.bool == true, "\(step)")
            }
            #expect(seen.member("currencies")?.member("travel")?.string == "EUR")
            #expect(seen.member("currencies")?.member("main")?.string == "RUB")
            #expect(seen.member("exit")?.int64 == 0 && seen.member("left")?.int64 == 0)
        }
    }

    @Test func withoutATerminalItSpeaksInLines() async throws {
        let house = try GatewayHouse()
        let finished = try await house.house.run(
            "/bin/sh",
            [
                "-c", #"printf ":register\nanna@example.org\n.\n:q\n" | "$0" app --plain"#,
                RunningHouse.executable("gateway"),
            ])
        #expect(finished.status == .exited(0), "\(finished)")
        #expect(finished.output.contains("Sign in"))
        #expect(finished.output.contains("Password"))
    }

    /// Creates a person with two accounts, a market with one security, and a bond.
    private static func furnish(_ house: GatewayHouse) async throws {
        func done(_ arguments: String...) async throws {
            let finished = try await house.house.run("gateway", arguments)
            try #require(finished.status == .exited(0), "\(arguments): \(finished)")
        }
        try await done(
            "register", "anna@example.org", "--name", "Anna", "--username", "anna", "--password-file",
            house.passwordFile)
        try await done("account", "open", "RUB", "main")
        try await done("account", "open", "RUB", "savings")
        try await done("deposit", "main", "1000", "RUB")
        var csv = "date,open,high,low,close,volume\n"
        for number in 0..<240 {
            let date = String(format: "%04d-%02d-%02d", 2024 + number / 336, number % 336 / 28 + 1, number % 28 + 1)
            let close = 100 + Double((number * 7) % 23)
            csv += "\(date),\(close - 1),\(close + 2),\(close - 2),\(close),1000\n"
        }
        let candles = house.house.directory.file("SHAPE.csv")
        try csv.write(toFile: candles, atomically: true, encoding: .utf8)
        try await done("market", "import", candles, "--ticker", "SHAPE")
        let items = (1...60).map { number in
            let date = String(format: "2025-%02d-%02dT10:00:00Z", number / 28 + 1, number % 28 + 1)
            return "{\"date\":\"\(date)\",\"price\":\(98 + Double(number % 9) / 4)}"
        }
        let bonds = house.house.directory.file("bonds.json")
        let text =
            #"{"activities":[{"title":"Kamaz","currency":"RUB","isin":"RU000A0JW126","items":["#
            + items.joined(separator: ",") + "]}]}"
        try text.write(toFile: bonds, atomically: true, encoding: .utf8)
        try await done("bonds", "import", bonds)
        try await done("logout")
    }
}
