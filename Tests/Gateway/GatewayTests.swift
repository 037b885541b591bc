import Coordination
import Domain
import Foundation
import Signals
import Testing

@testable import GatewayCommandLine
@testable import GatewayService
@testable import GatewaySession
@testable import GatewayWords

@Suite struct GatewayTests {
    private let fixture: GatewayFixture

    init() async throws {
        fixture = try GatewayFixture()
        fixture.services.answer("ledger.accounts", json: GatewayFixture.accounts)
        fixture.services.answer("ledger.transfer", json: GatewayFixture.transfer)
        try await fixture.signIn()
    }

    private static let history = """
        {"transactions":[{"id":"t2","type":"expense","amount":{"amount":"500.00","currency":"RUB"},\
        "description":"lunch","date":"2026-11-21T08:51:48.5Z","account":"a1b2c3d4e5f6","toAccount":"z9z9z9z9z9z9",\
        "balanceAfter":{"amount":"1000.50","currency":"RUB"}}],"nextCursor":"c1",\
        "totals":[{"currency":"RUB","income":{"amount":"1500.50","currency":"RUB"},\
        "expense":{"amount":"500.00","currency":"RUB"}}]}
        """

    @Test func aTransferIsSentByIDWithAKeyAndShowsWhatIsLeft() async throws {
        let outcome = await fixture.run("transfer", "main", "z9z9z9z9z9z9", "500", "RUB", "--description", "lunch")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let call = try #require(fixture.services.calls(of: "ledger.transfer").first)
        #expect(
            call.parameters
                == #"{"from":"a1b2c3d4e5f6","to":"z9z9z9z9z9z9","amount":{"amount":"500.00","currency":"RUB"},"#
                + #""description":"lunch"}"#
        )
        #expect(call.context.session == "token-1")
        #expect(call.context.idempotencyKey?.count == 26)
        #expect(
            outcome.output.replacing("\u{A0}", with: " ") == """
                transferred 500.00 RUB
                transfer  t1
                from      main (a1b2c3d4e5f6)
                to        z9z9z9z9z9z9
                for       lunch
                balance   1 000.50 RUB

                """)
    }

    @Test func namesAreAskedForOnceWhatIsTypedIsReadAndWhatIsShownIsWrittenByThem() async {
        _ = await fixture.run("transfer", "main", "z9z9z9z9z9z9", "500", "RUB")
        let asked = fixture.services.calls.map(\.method).filter { $0.hasPrefix("ledger.") }
        #expect(asked.filter { $0 == "ledger.accounts" }.count == 1, "\(asked)")
        #expect(asked.filter { $0 == "ledger.payees" }.count == 1, "\(asked)")
        #expect(Set(asked.prefix(2)) == ["ledger.accounts", "ledger.payees"], "both in one round trip")
        #expect(asked.dropFirst(2).first == "ledger.transfer", "\(asked)")
    }

    @Test func eachRunHasAKeyOfItsOwnUnlessOneIsGiven() async {
        _ = await fixture.run("transfer", "main", "z9z9z9z9z9z9", "500RUB")
        _ = await fixture.run("transfer", "main", "z9z9z9z9z9z9", "500RUB")
        _ = await fixture.run("transfer", "main", "z9z9z9z9z9z9", "500RUB", "--idempotency-key", "mine")
        let keys = fixture.services.calls(of: "ledger.transfer").compactMap(\.context.idempotencyKey)
        #expect(Set(keys).count == 3)
        #expect(keys.last == "mine")
        #expect(await fixture.run("transfer", "main", "z9z9z9z9z9z9", "5RUB", "--idempotency-key", "a b").code == 2)
    }

    @Test(arguments: [
        ("ledger.accounts", GatewayFixture.accounts, ["accounts"]),
        ("ledger.transfer", GatewayFixture.transfer, ["transfer", "main", "savings", "1 RUB"]),
        ("history.transactions", GatewayTests.history, ["history"]),
        (
            "auth.me",
            #"{"user":{"id":"u1","name":"A\tB","email":"a@b"},"hasPassword":true,"totp":false,"recoveryCodesLeft":0}"#,
            ["whoami"]
        ),
        ("auth.sessions", #"{"sessions":[]}"#, ["sessions"]), ("auth.passkeys.list", #"{"passkeys":[]}"#, ["passkeys"]),
        (
            "ledger.check", #"{"accounts":2,"transfers":1,"records":1,"imbalance":[],"head":"00","problems":[]}"#,
            ["check"]
        ),
        ("auth.logout", #"{"done":true}"#, ["logout"]),
    ])
    func jsonIsExactlyTheAnswerOnOneLine(_ method: String, _ answer: String, _ arguments: [String]) async {
        fixture.services.answer(method, json: answer)
        let outcome = await fixture.run(arguments + ["--json"], variables: ["FORCE_COLOR": "1"], isTerminal: true)
        #expect(outcome.output == answer + "\n")
        #expect(outcome.errors == "")
        #expect(outcome.code == 0)
    }

    @Test func boundsOfTheHistoryAreWrittenLikeAmounts() async throws {
        fixture.services.answer("history.transactions", json: Self.history)
        #expect(await fixture.run("history", "--min-amount", "99,90").code == 0)
        #expect(
            try #require(fixture.services.calls(of: "history.transactions").first).parameters
                == #"{"minAmount":"99.90"}"#)
        let refused = await fixture.run("history", "--max-amount", "5RUB")
        #expect(refused.code == 2)
        #expect(refused.errors.contains("--max-amount must be a number without a currency"))
    }

    @Test func aMethodWithoutAServiceIsToldHowToNameOne() async {
        let outcome = await fixture.run("call", "rpc.discover")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("--service"))
    }

    @Test func aDirectoryTooLongForSocketsIsToldBeforeAnythingStarts() async {
        let directory = fixture.directory + "/" + String(repeating: "p", count: 120)
        for service in House.services {
            #expect(
                FileManager.default.createFile(
                    atPath: fixture.directory + "/" + service, contents: nil, attributes: [.posixPermissions: 0o700]))
        }
        let outcome = await fixture.run("up", "--detach", "--run", directory, "--bin", fixture.directory)
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("107 bytes"))
        #expect(!FileManager.default.fileExists(atPath: directory))
    }

    @Test func faultsInJSONGoToTheOtherStream() async {
        fixture.services.refuse("ledger.transfer", Fault(.insufficientFunds, "There is not enough money."))
        let outcome = await fixture.run("transfer", "main", "z9z9z9z9z9z9", "5 RUB", "--json")
        #expect(outcome.output == "")
        #expect(outcome.code == 6)
        #expect(
            outcome.errors.hasPrefix(#"{"error":{"code":"insufficientFunds","message":"There is not enough money.","#))
        #expect(outcome.errors.hasSuffix("}\n"))
        let usage = await fixture.run("transfer", "--json")
        #expect(usage.errors.hasPrefix(#"{"error":{"code":"usage","#))
        #expect(usage.code == 2)
    }

    @Test func historyIsATableWithTotals() async {
        fixture.services.answer("history.transactions", json: Self.history)
        let outcome = await fixture.run("history", "--type", "expense", "--account", "MAIN", "--min-amount", "1")
        #expect(
            fixture.services.calls(of: "history.transactions").first?.parameters
                == #"{"account":"a1b2c3d4e5f6","type":"expense","minAmount":"1"}"#)
        #expect(
            outcome.output.replacing("\u{A0}", with: " ") == """
                date (UTC)                amount       balance  account  other side    description  id
                2026-11-21 08:51:48  -500.00 RUB  1 000.50 RUB  main     z9z9z9z9z9z9  lunch        t2
                total  income 1 500.50 RUB  expense 500.00 RUB
                there is more: --all shows it

                """)
    }

    @Test func allPagesBecomeOneAnswer() async throws {
        let last = Self.history.replacingOccurrences(of: #""nextCursor":"c1","#, with: "")
        fixture.services.answer("history.transactions") { call in
            call.parameters.contains("\"cursor\":\"c1\"") ? last : Self.history
        }
        let outcome = await fixture.run("history", "--all", "--json")
        #expect(outcome.output.components(separatedBy: "\"id\":\"t2\"").count == 3)
        #expect(!outcome.output.contains("nextCursor"))
        #expect(outcome.output.filter { $0 == "\n" }.count == 1)
    }

    @Test func balanceOfTheOnlyAccountNeedsNoName() async {
        let only = #"{"accounts":[\#(GatewayFixture.account("a1b2c3d4e5f6", "main", "1.00", "RUB"))]}"#
        fixture.services.answer("ledger.accounts", json: only)
        fixture.services.answer(
            "ledger.balance",
            json: #"{"account":"a1b2c3d4e5f6","balance":{"amount":"1.00","currency":"RUB"},"#
                + #""available":{"amount":"1.00","currency":"RUB"},"asOf":"2026-11-21T08:51:48Z"}"#)
        #expect(await fixture.run("balance").output.contains("1.00\u{A0}RUB"))
        fixture.services.answer("ledger.accounts", json: GatewayFixture.accounts)
        let outcome = await fixture.run("balance")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("main (a1b2), savings (a1b9)"))
    }

    @Test func booksOutOfBalanceAreAFailure() async {
        fixture.services.answer(
            "ledger.check",
            json:
                #"""
                {"accounts":2,"transfers":1,"records":1,"head":"00","imbalance":[{"amount":"0.01","currency":"RUB"}],\#
                "problems":[]}
                """#
        )
        #expect(await fixture.run("check").code == 1)
    }

    @Test func healthIsReadyOnlyWhenAllAre() async {
        let ready = #"{"status":"ready","version":"1.0.0","uptimeSeconds":61}"#
        for service in House.services { fixture.services.answer("\(service).health", json: ready) }
        #expect(await fixture.run("health").code == 0)
        #expect(await fixture.run("health", "ledger", "--json").output == "{\"services\":{\"ledger\":\(ready)}}\n")
        fixture.services.refuse("ledger.health", Fault(.unavailable, "Gone."))
        let outcome = await fixture.run("health", "auth", "ledger")
        #expect(outcome.code == 69)
        #expect(outcome.output.contains("unavailable"))
        #expect(await fixture.run("health", "history").code == 0)
        #expect(await fixture.run("health", "ledgr").errors.contains("did you mean ledger?"))
        #expect(fixture.services.calls(of: "ledger.health").allSatisfy { $0.context.session == nil })
    }

    @Test func anyMethodCanBeCalled() async {
        fixture.services.answer("ledger.future", json: #"{"new":[1,2]}"#)
        let outcome = await fixture.run("call", "ledger.future", #"{ "a" : 1 }"#)
        #expect(outcome.output == "{\"new\":[1,2]}\n")
        #expect(fixture.services.calls(of: "ledger.future").first?.context.session == "token-1")
        #expect(await fixture.run("call", "ledger.none").code == 5)
        #expect(await fixture.run("call", "ledger.future", "[1]").code == 2)
        #expect(await fixture.run("call", "ledger.future", "{").code == 2)
        let twice = await fixture.run("call", "ledger.future", #"{"_meta":{"maxStaleMilliseconds":0}}"#)
        #expect(twice.code == 2 && twice.errors.contains("--fresh"))
        #expect(await fixture.run("call", "nowhere.method").code == 2)
    }

    @Test func eventsAreLinesAndPagesAreReadToTheEnd() async {
        fixture.services.answer("ledger.events") { call in
            switch call.parameters {
            case #"{"after":0,"limit":500}"#: #"{"events":[{"sequence":1},{"sequence":2}],"last":5}"#
            case #"{"after":5,"limit":500}"#: #"{"events":[{"sequence":7}],"last":7}"#
            default: #"{"events":[],"last":7}"#
            }
        }
        let outcome = await fixture.run("events", "ledger")
        #expect(outcome.output == "{\"sequence\":1}\n{\"sequence\":2}\n{\"sequence\":7}\n")
    }

    @Test func discoverListsMethods() async {
        let document =
            #"{"methods":[{"name":"ledger.balance","summary":"Tells.","x-access":"session","#
            + #""params":[{"name":"account","required":true},{"name":"at","required":false}]}]}"#
        fixture.services.answer("rpc.discover", json: document)
        #expect(await fixture.run("discover", "ledger", "--json").output == document + "\n")
        #expect(
            await fixture.run("discover", "ledger").output.contains("ledger.balance  account, at?  session  Tells."))
    }

    @Test func aPersonAtATerminalHasColoursAndAProgramHasNone() async {
        fixture.services.answer("history.transactions", json: Self.history)
        #expect(await fixture.run(["history"], isTerminal: true).output.contains("\u{1B}["))
        #expect(!(await fixture.run(["history", "--no-color"], isTerminal: true).output.contains("\u{1B}[")))
        #expect(!(await fixture.run(["history"]).output.contains("\u{1B}[")))
        let narrow = await fixture.run(["history"], width: 100, isTerminal: false).output
        #expect(narrow.split(separator: "\n").prefix(2).allSatisfy { DisplayText.width(of: String($0)) <= 100 })
    }
}

/// The options for input and output that every command has.
@Suite struct ShowingTests {
    private let fixture: GatewayFixture

    init() async throws {
        fixture = try GatewayFixture()
        fixture.services.answer("ledger.accounts", json: GatewayFixture.accounts)
        try await fixture.signIn()
    }

    @Test func aListIsLinesOfJSON() async throws {
        let outcome = await fixture.run("accounts", "--jsonl")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix(#"{"id":"a1b"#) })
        fixture.services.answer("auth.me", json: GatewayFixture.me)
        #expect(await fixture.run("whoami", "--jsonl").output == GatewayFixture.me + "\n", "no list")
        let refused = await fixture.run("balance", "--jsonl")
        #expect(refused.output.isEmpty && refused.errors.hasPrefix(#"{"error":"#))
    }

    @Test func whoAsksForFreshAnswersGetsThem() async throws {
        _ = await fixture.run("accounts")
        let outcome = await fixture.run("accounts", "--fresh")
        #expect(outcome.code == 0, "\(outcome)")
        let calls = fixture.services.calls(of: "ledger.accounts")
        #expect(calls.map(\.context.maximumStaleness) == [nil, .zero])
        #expect(await fixture.run("accounts", "--help").output.contains("--fresh"))
        let russian = await fixture.run("accounts", "--help", "--lang", "ru").output
        #expect(russian.contains("--fresh") && russian.contains("догонит ведущую"), "\(russian)")
        let offered = await fixture.run("__complete", "--", "accounts", "--fr")
        #expect(offered.output.contains("--fresh"), "\(offered)")
    }

    @Test func watchingGoesOnUntilSomethingIsWrongForGood() async {
        fixture.services.answer("ledger.accounts") { [services = fixture.services] _ in
            switch services.calls(of: "ledger.accounts").count {
            case 2: throw Fault(.unavailable, "It restarts.")
            case 4: throw Fault(.permissionDenied, "No more.")
            default: GatewayFixture.accounts
            }
        }
        let outcome = await fixture.run("accounts", "--watch", "1ms")
        #expect(outcome.code == 6)
        #expect(outcome.output.split(separator: "\n").filter { $0.hasPrefix("main") }.count == 2)
        #expect(outcome.errors.contains("It restarts."))
        #expect(await fixture.run("transfer", "main", "savings", "1 RUB", "--watch").code == 2, "it changes something")
    }

    @Test func watchAloneMeansEveryTwoSeconds() throws {
        let reader = CommandLineReader(CommandTable.all)
        for (line, interval) in [
            (["accounts", "--watch"], Duration.seconds(2)), (["accounts", "--watch", "5"], .seconds(5)),
            (["balance", "--watch", "main"], .seconds(2)), (["balance", "--watch=1m", "main"], .seconds(60)),
        ] {
            guard case .run(_, let arguments) = try reader.read(line) else { throw CancellationError() }
            #expect(arguments.duration("watch") == interval, "\(line)")
        }
    }

    @Test func whatFitsTheTerminalIsNotPaged() throws {
        let pager = try #require(Pager(isTerminal: true, rows: 24, variables: [:]))
        #expect(pager.command == "less -FRX")
        #expect(!pager.isNeeded(for: String(repeating: "line\n", count: 23)))
        #expect(pager.isNeeded(for: String(repeating: "line\n", count: 24)))
        #expect(Pager(isTerminal: false, rows: 24, variables: [:]) == nil)
        #expect(Pager(isTerminal: true, rows: 24, variables: ["PAGER": "cat"]) == nil)
        #expect(Pager(isTerminal: true, rows: 24, variables: ["PAGER": ""]) == nil)
        #expect(Pager(isTerminal: true, rows: 24, variables: ["TERM": "dumb"]) == nil)
        #expect(Pager(isTerminal: true, rows: 24, variables: ["PAGER": "most -s"])?.command == "most -s")
        #expect(Pager(isTerminal: true, rows: 24, variables: ["LESS": "S"])?.command == "less")
    }

    /// A pager may pass more to the terminal than is safe, as `less -R` does. Steering characters therefore must not
    /// reach it.
    @Test func whatOthersWroteReachesAPagerClean() async throws {
        let names = [
            #"\u001b]0;owned\u0007\u001b[2Jgone"#, #"\u202etfel\u0085"#, "$(touch x) `touch x` ; touch x", "--",
        ]
        let accounts = names.indices.map { GatewayFixture.account("a\($0)b2c3d4e5f6", names[$0], "1.00", "RUB") }
        fixture.services.answer("ledger.accounts", json: #"{"accounts":[\#(accounts.joined(separator: ","))]}"#)
        let kept = fixture.directory + "/paged"
        let files = try FileManager.default.contentsOfDirectory(atPath: fixture.directory)
        let pager = try #require(Pager(isTerminal: true, rows: 2, variables: ["PAGER": "cat >'\(kept)'"]))
        let outcome = await fixture.run(["accounts"], width: 100, isTerminal: true, pager: pager)
        #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome)")
        let paged = try String(contentsOfFile: kept, encoding: .utf8)
        #expect(paged.contains("gone") && paged.contains("$(touch x)"), "\(paged)")
        let withoutColours = paged.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        #expect(withoutColours.split(separator: "\n").allSatisfy { PlainText.isPlain(String($0)) }, "\(paged)")
        let now = try FileManager.default.contentsOfDirectory(atPath: fixture.directory)
        #expect(Set(now).subtracting(files) == ["paged"])
    }

    @Test func aPagerThatIsMissingIsNoReasonToShowNothing() throws {
        let pager = try #require(Pager(isTerminal: true, rows: 1, variables: ["PAGER": "/nowhere/pager 2>/dev/null"]))
        #expect(!pager.show("line\n"))
        #expect(try #require(Pager(isTerminal: true, rows: 1, variables: ["PAGER": "cat >/dev/null"])).show("line\n"))
    }
}
