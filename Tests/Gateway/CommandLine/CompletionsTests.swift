import Coordination
import Domain
import Foundation
import TestSupport
import Testing

@testable import GatewayCommandLine
@testable import GatewayService
@testable import GatewayWords

@Suite struct CompletionsTests {
    private let fixture: GatewayFixture

    init() async throws {
        fixture = try GatewayFixture()
        fixture.services.answer("ledger.accounts", json: GatewayFixture.accounts)
        try await fixture.signIn()
    }

    /// Returns the gateway's proposals for a line that ends in `words.last`.
    private func proposals(_ words: String...) async -> [String] {
        let outcome = await fixture.run(["__complete", "--"] + words)
        #expect(outcome.code == 0 && outcome.errors.isEmpty)
        return outcome.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }

    @Test func commandsAreProposedWordByWord() async {
        #expect(await proposals("transf") == ["transfer", "transfers"])
        #expect(await proposals("account", "op") == ["open"])
        #expect(await proposals("history", "reb") == ["rebuild"])
        #expect(
            await proposals("backup", "") == [
                "schedule", "run", "create", "verify", "restore", "key", "follow", "fetch",
            ])
        #expect(await proposals("nonsense", "") == [])
        let all = await proposals("")
        #expect(Set(all) == Set(CommandTable.all.compactMap(\.words.first)) && Set(all).count == all.count)
    }

    @Test func flagsAreProposedOnce() async {
        #expect(await proposals("history", "--min") == ["--min-amount"])
        #expect(await proposals("history", "--min-amount", "5", "--min") == [])
        #expect(await proposals("transfer", "--dry") == ["--dry-run"])
        #expect(await proposals("--pro") == ["--profile"])
        #expect(await proposals("--run", "/tmp", "transf") == ["transfer", "transfers"])
    }

    @Test func whatAFlagTakesIsProposed() async {
        #expect(await proposals("history", "--type", "") == ["all", "income", "expense"])
        #expect(await proposals("history", "--limit", "5", "--type", "i") == ["income"])
        #expect(await proposals("history", "--type=i") == ["--type=income"])
        #expect(await proposals("login", "--password-file", "") == [":files"])
        #expect(await proposals("history", "--limit", "") == [])
        #expect(await proposals("account", "open", "RU") == ["RUB"])
        #expect(await proposals("help", "exit") == ["exit-codes"])
        #expect(await proposals("logs", "led") == ["ledger"])
        #expect(await proposals("health", "ledger", "au") == ["auth"])
    }

    @Test func daysAreProposedInWords() async {
        #expect(await proposals("history", "--from", "last") == ["last-week", "last-month", "last-year"])
        #expect(await proposals("history", "--from", "yes") == ["yesterday"])
        #expect(await proposals("schedule", "add", "--start", "tom") == ["tomorrow"])
        let outcome = await fixture.run(
            "__complete", "--", "history", "--from", "про", variables: ["LANG": "ru_RU.UTF-8"])
        #expect(outcome.output.hasPrefix("прошлая-неделя\t"), "\(outcome)")
    }

    @Test func whatAFlagTakesIsProposedInTheLanguageOfThePerson() async {
        func russian(_ words: String...) async -> [String] {
            let outcome = await fixture.run(["__complete", "--"] + words, variables: ["LANG": "ru_RU.UTF-8"])
            return outcome.output.split(separator: "\n").map { String($0).replacing("\t", with: " ") }
        }
        #expect(await russian("history", "--type", "при") == ["приход income"])
        #expect(await russian("history", "--type", "i") == ["income приход"])
        #expect(await russian("schedule", "add", "--every", "мес") == ["месяц month"])
        #expect(await proposals("schedule", "add", "--every", "") == ["day", "week", "month", "year"])
        #expect(await russian("subs", "list", "--status", "пробный") == [], "a shell would part it")
    }

    @Test func accountsAreProposedByNameAndId() async {
        #expect(await proposals("balance", "") == ["main", "a1b2", "savings", "a1b9"])
        #expect(await proposals("transfer", "main", "sav") == ["savings"])
        #expect(await proposals("transfer", "--from", "main", "sav") == ["savings"])
        #expect(await proposals("transfer", "main", "savings", "5") == [])
    }

    @Test func tracesAreProposedTheNewestFirst() async throws {
        for _ in 0..<2 { _ = await fixture.run("accounts") }
        fixture.services.refuse("ledger.check", Fault(.internalFault, "Something went wrong."))
        _ = await fixture.run("check")
        let calls = fixture.services.calls(of: "ledger.accounts") + fixture.services.calls(of: "ledger.check")
        let asked = calls.compactMap { $0.context.trace?.traceID.description }
        let before = fixture.services.calls.count
        let outcome = await fixture.run("__complete", "--", "trace", "")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.prefix(3).map { String($0.prefix(32)) } == asked.reversed())
        #expect(lines[0].hasSuffix("exit 1") && lines[0].contains("\tcheck, "))
        #expect(lines[1].contains("\taccounts, 20") && !lines[1].contains("exit"))
        #expect(await proposals("trace", String(asked[0].prefix(8))) == [asked[0]])
        #expect(await proposals("trace", "--id", "").count == lines.count)
        #expect(await proposals("trace", "--profile", "boris", "") == [], "another person's gateway has its own")
        #expect(fixture.services.calls.count == before, "nobody is asked")
    }

    @Test func otherPeoplesTextsCannotHarmAShell() async {
        let evil =
            #"{"accounts":[\#(GatewayFixture.account("a1b2c3d4e5f6", "$(reboot)", "1.00", "RUB")),"#
            + #"\#(GatewayFixture.account("b1b2c3d4e5f6", "a\\nb\\tc", "1.00", "RUB"))]}"#
        fixture.services.answer("ledger.accounts", json: evil)
        #expect(await proposals("balance", "") == ["a1b2", "b1b2"])
    }

    @Test func withoutServicesOrASessionThereIsStillAnAnswer() async throws {
        fixture.services.refuse("ledger.accounts", Fault(.unavailable, "Gone."))
        #expect(await proposals("balance", "") == [])
        try FileManager.default.removeItem(atPath: fixture.sessionPath())
        #expect(await proposals("balance", "") == [])
        #expect(await proposals("balance", "--at") == ["--at"])
    }

    @Test(arguments: CommandTable.all.map(\.name))
    func everyCommandCompletesItsFlags(_ name: String) async throws {
        let command = try #require(CommandTable.all.first { $0.name == name })
        let words = name.split(separator: " ").map(String.init)
        let answer = await Completer(CommandTable.all) { _ in [] }.answer(words + ["--"])
        let proposed = Set(answer.proposals.map(\.value))
        for flag in command.flags + GlobalFlags.shapes { #expect(proposed.contains("--\(flag.name)")) }
        for proposal in answer.proposals { #expect(!proposal.meaning.isEmpty, "\(proposal.value) of \(name)") }
    }
}
