import Testing

@testable import GatewayCommandLine
@testable import GatewayService
@testable import GatewaySession
@testable import GatewayWords

@Suite struct CommandLineReaderTests {
    private let reader = CommandLineReader(CommandTable.all)

    private func command(_ arguments: String...) throws -> (name: String, parsed: ParsedArguments)? {
        guard case .run(let command, let parsed) = try reader.read(arguments) else { return nil }
        return (command.name, parsed)
    }

    @Test func theLongestCommandWins() throws {
        #expect(try command("sessions")?.name == "sessions")
        #expect(try command("sessions", "end", "s1")?.name == "sessions end")
        #expect(try command("history", "rebuild")?.name == "history rebuild")
        #expect(try command("account", "open", "RUB", "main")?.name == "account open")
    }

    @Test func theFirstOfTwoWordsListsOrShowsWhereSomethingDoes() throws {
        #expect(try command("schedule")?.name == "schedule list")
        #expect(try command("subs", "--json")?.name == "subs list")
        #expect(try command("limits")?.name == "limits show")
        #expect(try command("history", "main")?.parsed.text("account") == "main")
        #expect(throws: UsageError.self) { try reader.read(["subs", "nonsense"]) }
    }

    @Test func whoLeavesSomethingOutIsShownALineThatIsRight() {
        let error = #expect(throws: UsageError.self) { try reader.read(["schedule", "add", "main", "rent"]) }
        #expect(error?.hint?.description.hasPrefix("for example: gateway schedule add ") == true)
        #expect(error?.hint?.description.contains("--start") == true)
    }

    @Test func commonFlagsMayStandBeforeTheCommand() throws {
        let read = try #require(try command("--profile", "anna", "--json", "accounts"))
        #expect(read.name == "accounts")
        #expect(read.parsed.text("profile") == "anna")
        #expect(read.parsed.isOn("json"))
    }

    @Test func helpIsGivenWhateverElseIsWrong() throws {
        guard case .help(let words) = try reader.read(["transfer", "--nonsense", "--help"]) else {
            Issue.record("help was not understood")
            return
        }
        #expect(words == ["transfer"])
    }

    @Test func theFirstOfTwoWordsCanBeExplained() throws {
        guard case .help(let words) = try reader.read(["account", "--help"]) else {
            Issue.record("help was not understood")
            return
        }
        #expect(words == ["account"])
    }

    @Test func theVersionIsToldAsAFlagToo() throws {
        #expect(try command("--version")?.name == "version")
        #expect(try command("--json", "--version")?.parsed.isOn("json") == true)
        let error = #expect(throws: UsageError.self) { try reader.read(["--versoin"]) }
        #expect(error?.hint?.description == "did you mean --version?" || error?.hint?.description == "gateway help")
    }

    @Test func nothingAtAllIsHelp() throws {
        guard case .help([]) = try reader.read([]) else {
            Issue.record("help was not understood")
            return
        }
    }

    @Test func anUnknownCommandGetsAQuestion() {
        let error = #expect(throws: UsageError.self) { try reader.read(["tranfser"]) }
        #expect(error?.hint?.description == "did you mean gateway transfer?")
        let half = #expect(throws: UsageError.self) { try reader.read(["account"]) }
        #expect(half?.message.description.contains("open") == true)
    }
}
