import Hosting
import Testing

@testable import GatewayCommandLine
@testable import GatewayService
@testable import GatewayWords

/// The help of the gateway.
@Suite struct HelpTests {
    private let fixture: GatewayFixture

    init() async throws {
        fixture = try GatewayFixture()
        fixture.services.answer("ledger.accounts", json: GatewayFixture.accounts)
        try await fixture.signIn()
    }

    @Test(arguments: [40, 60, 80])
    func helpOfFlagsFitsTheTerminal(_ width: Int) async {
        let output = await fixture.run("help", "history", width: width, isTerminal: true).output
        let flags = output.split(separator: "\n").drop { !$0.contains("Flags") }
            .filter { $0.hasPrefix("      ") || $0.hasPrefix("  --") }
        #expect(flags.allSatisfy { $0.count <= width }, "\(flags.filter { $0.count > width })")
    }

    @Test(arguments: ["en", "ru"])
    func theListOfCommandsFitsTheTerminal(_ language: String) async {
        let output = await fixture.run("help", "--lang", language, width: 80, isTerminal: true).output
        let lines = output.split(separator: "\n")
        #expect(lines.count > CommandTable.all.count)
        #expect(lines.allSatisfy { DisplayText.width(of: String($0)) <= 80 })
    }

    @Test func theAppComesWhereNothingElseIsAskedFor() {
        for arguments in [[], ["--lang", "ru"], ["--profile=anna"], ["--no-color"]] {
            #expect(AppCommand.isWanted(arguments, isTerminal: true), "\(arguments)")
            #expect(!AppCommand.isWanted(arguments, isTerminal: false))
        }
        for arguments in [
            ["--help"], ["-h"], ["--version"], ["--lang", "ru", "--json"], ["help"], ["--lang", "ru", "app"],
        ] {
            #expect(!AppCommand.isWanted(arguments, isTerminal: true), "\(arguments)")
        }
    }

    @Test(arguments: CommandTable.all.map(\.name) + ["exit-codes", "environment", "", "account", "password"])
    func thereIsHelpOnEverything(_ name: String) async {
        let outcome = await fixture.run(["help"] + name.split(separator: " ").map(String.init))
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(!outcome.output.isEmpty)
    }

    @Test func helpOnACommandBeginsWithExamplesAndNamesAllFlags() async {
        let outcome = await fixture.run("transfer", "--help")
        #expect(outcome.output.hasPrefix("Moves money to another account.\n\nExamples\n  gateway transfer main"))
        #expect(outcome.output.contains("  gateway transfer [FROM] [TO] [AMOUNT] [FLAGS]\n"))
        for flag in ["--from", "--to", "--amount", "--currency", "--description", "--idempotency-key", "--json"] {
            #expect(outcome.output.contains(flag))
        }
    }

    @Test func helpOnExitCodesNamesThemAll() async {
        let output = await fixture.run("help", "exit-codes").output
        for code in GatewayExitCode.allCases { #expect(output.contains("\(code.rawValue)  \(code.summary)")) }
    }

    @Test func versionIsTold() async {
        #expect(await fixture.run("version").output == "gateway \(Version.current)\n")
    }
}
