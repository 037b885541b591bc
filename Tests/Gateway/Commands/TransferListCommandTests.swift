import Coordination
import Foundation
import StrictJSON
import Testing

@testable import GatewayService

/// Goal: a file of transfers is sent in one request or not at all, and each line gets its outcome.
@Suite struct TransferListCommandTests {
    private static func made(_ id: String, _ amount: String) -> String {
        #"{"transfer":{"id":"\#(id)","from":"a1b2c3d4e5f6","to":"z9z9z9z9z9z9","amount":{"amount":"\#(amount)","#
            + #""currency":"RUB"},"#
            + #""description":"","status":"posted","createdAt":"2026-11-21T08:51:48Z","sequence":7}}"#
    }

    private static func refused(_ code: String, _ message: String) -> String {
        #"{"fault":{"code":"\#(code)","message":"\#(message)","retryable":false}}"#
    }

    private static let short = refused("insufficientFunds", "Insufficient funds: 1.00 RUB available, 5.00 RUB needed.")
    private static let undone = refused(
        "rolledBack", "Not done: transfer 2 of this all-or-nothing list was refused.")

    private func fixture(_ content: String, answers: [String] = []) async throws -> (GatewayFixture, file: String) {
        let fixture = try GatewayFixture()
        try await fixture.signIn()
        fixture.services.answer("ledger.accounts", json: GatewayFixture.accounts)
        fixture.services.answer("ledger.transfers", json: #"{"results":[\#(answers.joined(separator: ","))]}"#)
        let file = fixture.directory + "/payments"
        try content.write(toFile: file, atomically: true, encoding: .utf8)
        return (fixture, file)
    }

    @Test func aTableBecomesOneRequest() async throws {
        let (fixture, file) = try await fixture(
            "from,to,amount,description\r\nmain,z9z9z9z9z9z9,500 RUB,\"lunch, \"\"big\"\"\"\r\n\r\n"
                + "a1b2,a1b9,\"5,50\",\r\n",
            answers: [Self.made("t1", "500.00"), Self.made("t2", "5.50")])
        let outcome = await fixture.run("transfers", file, "--idempotency-key", "june")
        #expect(outcome.code == 0, "\(outcome)")
        #expect(outcome.output.contains("t1") && outcome.output.contains("made all 2"))
        #expect(outcome.output.contains("505.50"))
        let calls = fixture.services.calls(of: "ledger.transfers")
        #expect(calls.count == 1)
        #expect(
            calls.first?.parameters
                == #"{"transfers":[{"from":"a1b2c3d4e5f6","to":"z9z9z9z9z9z9","amount":{"amount":"500.00","#
                + #""currency":"RUB"},"#
                + #""description":"lunch, \"big\""},{"from":"a1b2c3d4e5f6","to":"a1b9z8y7x6w5","#
                + #""amount":{"amount":"5.50","currency":"RUB"}}]}"#)
        #expect(calls.first?.context.idempotencyKey == "june")
    }

    @Test func aTableOfSemicolonsMayHaveEveryColumn() async throws {
        let (fixture, file) = try await fixture(
            """
            \u{FEFF}Amount;From;To;Currency;linked;upTo;closes;idempotencyKey\n7,5;main;z9z9z9z9z9z9;rub;true;;no;k1\n\
            8;main;z9z9z9z9z9z9;;;yes;true;\n
            """,
            answers: [Self.made("t1", "7.50"), Self.made("t2", "8.00")])
        let outcome = await fixture.run("transfers", file, "--atomic", "--dry-run")
        #expect(outcome.code == 0, "\(outcome)")
        #expect(outcome.output.contains("nothing was done") && outcome.output.contains("all 2 would be made"))
        #expect(!outcome.output.contains("t1"))
        #expect(
            fixture.services.calls(of: "ledger.transfers").map(\.parameters) == [
                #"{"transfers":[{"from":"a1b2c3d4e5f6","to":"z9z9z9z9z9z9","amount":{"amount":"7.50","#
                    + #""currency":"RUB"},"#
                    + #""idempotencyKey":"k1","linked":true},{"from":"a1b2c3d4e5f6","to":"z9z9z9z9z9z9","#
                    + #""amount":{"amount":"8.00","currency":"RUB"},"upTo":true,"closes":true}],"#
                    + #""atomic":true,"dryRun":true}"#
            ])
    }

    @Test func objectsOnLinesAreTakenToo() async throws {
        let (fixture, file) = try await fixture(
            #"{"from":"main","to":"z9z9z9z9z9z9","amount":"5 RUB","description":"a"}"# + "\n\n"
                + #"{"from":"main","to":"z9z9z9z9z9z9","amount":{"amount":"6","currency":"RUB"},"linked":false,"#
                + #""upTo":null}"#,
            answers: [Self.made("t1", "5.00"), Self.short])
        let outcome = await fixture.run("transfers", file, "--json")
        #expect(outcome.code == 6, "\(outcome)")
        let answer = try JSONDocument(Array(outcome.output.utf8)).root
        #expect(answer.member("made")?.int64 == 1)
        #expect(answer.member("refused")?.int64 == 1)
        let rows = try #require(answer.member("results"))
        #expect(rows.elements.map { $0.member("line")?.int64 } == [1, 3])
        #expect(rows.elements.map { $0.member("transfer")?.member("id")?.string } == ["t1", nil])
        #expect(
            rows.elements.map { $0.member("fault")?.member("code")?.string } == [nil, "insufficientFunds"])
        let lines = await fixture.run("transfers", file, "--jsonl")
        #expect(lines.output.split(separator: "\n").count == 2, "\(lines)")
    }

    @Test func whatWasRefusedSaysWhyAndTheExitCodeTellsOfIt() async throws {
        let (fixture, file) = try await fixture(
            "from,to,amount\nmain,z9z9z9z9z9z9,1\nmain,z9z9z9z9z9z9,5\n",
            answers: [Self.made("t1", "1.00"), Self.short])
        let outcome = await fixture.run("transfers", file)
        #expect(outcome.code == 6, "\(outcome)")
        #expect(outcome.output.contains("made 1 of 2; 1 refused"))
        #expect(outcome.output.contains("5.00 RUB needed"))
    }

    @Test func aChainTellsWhichLineBrokeIt() async throws {
        let (fixture, file) = try await fixture(
            "from,to,amount,linked\nmain,z9z9z9z9z9z9,1,true\n\nmain,z9z9z9z9z9z9,5,\nmain,z9z9z9z9z9z9,2,\n",
            answers: [Self.undone, Self.short, Self.made("t1", "2.00")])
        let outcome = await fixture.run("transfers", file)
        #expect(outcome.output.contains("not done, because line 4 of the chain was refused"), "\(outcome)")
    }

    @Test func ofAListThatWasRefusedWholeTheReasonIsShown() async throws {
        let (fixture, file) = try await fixture(
            "from,to,amount,description\nmain,z9z9z9z9z9z9,1,first\nmain,z9z9z9z9z9z9,5,second\n",
            answers: [Self.undone, Self.short])
        let outcome = await fixture.run("transfers", file, "--atomic")
        #expect(outcome.code == 6, "\(outcome)")
        #expect(outcome.output.contains("second") && !outcome.output.contains("first"))
        #expect(outcome.output.contains("none of 2 is made, because one was refused"))
    }

    @Test func whatNeedsACodeIsNotSentAloneWhereNobodyCanBeAsked() async throws {
        let (fixture, file) = try await fixture(
            "from,to,amount\nmain,z9z9z9z9z9z9,1\n",
            answers: [
                Self.refused(
                    "confirmationRequired",
                    "Sending 1.00 RUB to z9z9z9z9z9z9 needs a code: send it separately, not in a list.")
            ])
        let outcome = await fixture.run("transfers", file)
        #expect(outcome.code == 6 && outcome.output.contains("needs a code"), "\(outcome)")
        #expect(fixture.services.calls(of: "ledger.transfer").isEmpty)
    }

    /// A transfer that needs a code is sent under its own key, or under a key of the run that is shown before the
    /// question.
    @Test func whatIsSentAloneGoesByItsKey() async throws {
        let wanted = Self.refused("confirmationRequired", "Send it alone.")
        let (fixture, file) = try await fixture(
            "from,to,amount,idempotencyKey\nmain,z9z9z9z9z9z9,1,k1\nmain,z9z9z9z9z9z9,2,\nmain,z9z9z9z9z9z9,3,\n",
            answers: [wanted, wanted, Self.made("t3", "3.00")])
        fixture.services.answer("ledger.transfer") { _ in
            String(Self.made("t9", "1.00").dropLast()) + #","balances":[]}"#
        }
        let outcome = await fixture.run(["transfers", file, "--idempotency-key", "june"], isTerminal: true)
        #expect(outcome.code == 0, "\(outcome)")
        #expect(
            outcome.errors.contains("Made 1 of 3; 2 need a code.") && outcome.errors.contains("--idempotency-key june"))
        #expect(fixture.services.calls(of: "ledger.transfer").map(\.context.idempotencyKey) == ["k1", "june-2"])
    }

    @Test func whatNobodyKnowsIsNotCalledRefused() async throws {
        let (fixture, file) = try await fixture(
            "from,to,amount\nmain,z9z9z9z9z9z9,1\nmain,z9z9z9z9z9z9,2\n",
            answers: [Self.refused("confirmationRequired", "Send it alone."), Self.made("t3", "2.00")])
        fixture.services.answer("ledger.transfer") { _ in throw Fault(.internalFault, "Something broke.") }
        let outcome = await fixture.run(["transfers", file, "--idempotency-key", "june"], isTerminal: true)
        #expect(outcome.code == 75, "\(outcome)")
        #expect(outcome.output.contains("the outcome of 1 is unknown"))
        #expect(outcome.output.contains("--idempotency-key june"))
        #expect(outcome.output.contains("made 1 of 2; 0 refused"))
    }

    @Test func aByteOrderMarkSaysNothing() async throws {
        let (fixture, file) = try await fixture(
            "\u{FEFF}" + #"{"from":"main","to":"z9z9z9z9z9z9","amount":"5"}"#, answers: [Self.made("t1", "5.00")])
        #expect(await fixture.run("transfers", file).code == 0)
    }

    @Test(arguments: [
        ("", "Line 1: is empty"),
        ("from,to,amount\n", "no transfer"),
        ("from,to\nmain,z9z9z9z9z9z9\n", "Line 1: lacks the column amount."),
        ("from,to,amount,from\nmain,z9z9z9z9z9z9,1,main\n", "Line 1: names the column from twice."),
        ("from,to,amount,colour\nmain,z9z9z9z9z9z9,1,red\n", "Line 1: has a column \"colour\""),
        ("from,to,amount\nmain,z9z9z9z9z9z9\n", "Line 2: has 2 fields, but the header has 3."),
        ("from,to,amount\nmain,z9z9z9z9z9z9,1\nmain,\"zz\"z,1\n", "Line 3: has text after a closing quotation mark."),
        ("from,to,amount\nmain,zz\"z,1\n", "Line 2: has a misplaced quotation mark."),
        ("from,to,amount\n\nmain,\"z9z9z9z9z9z9,1\n", "Line 3: has a quotation mark that is not closed."),
        ("from,to,amount\nmain,z9z9z9z9z9z9,much\n", "Line 2: \"much\" is not an amount."),
        ("from,to,amount\nmain,z9z9z9z9z9z9,5.0001\n", "Line 2: The amount 5.0001 RUB"),
        ("from,to,amount\nmain,z9z9z9z9z9z9,99999999999999999999\n", "Line 2: The amount"),
        ("from,to,amount\nmain,z9z9z9z9z9z9,0\n", "Line 2: the amount must be more than zero."),
        ("from,to,amount\nmain,z9z9z9z9z9z9,-5\n", "Line 2: the amount must be more than zero."),
        (
            "from,to,amount,currency\nmain,z9z9z9z9z9z9,5 RUB,USD\n",
            "Line 2: has an amount in RUB and the currency USD."
        ),
        ("from,to,amount\nmian,z9z9z9z9z9z9,5\n", "Line 2: Nothing is called \"mian\". did you mean main?"),
        ("from,to,amount\na1b,z9z9z9z9z9z9,5\n", "Line 2: Nothing is called \"a1b\"."),
        ("from,to,amount\nmain,,5\n", "Line 2: has no to."),
        ("from,to,amount,linked\nmain,z9z9z9z9z9z9,5,maybe\n", "Line 2: linked must be true or false."),
        ("from,to,amount,linked\nmain,z9z9z9z9z9z9,5,true\n", "Line 2: is linked to a next line that is missing."),
        ("{\"from\":\"main\"}\n", "Line 1: has no to."),
        ("{\"from\":\"main\",\"to\":\"z9z9z9z9z9z9\",\"amount\":5}\n", "Line 1: amount must be a text."),
        (
            "{\"from\":\"main\",\"to\":\"z9z9z9z9z9z9\",\"amount\":\"5\",\"x\":1}\n",
            "Line 1: \"x\" is no field of a transfer."
        ),
        ("{\"from\":\"main\",\"to\":\"z9z9z9z9z9z9\",\"amount\":\"5\"}\n{\"from\n", "Line 2: is not JSON"),
        ("{\"from\":\"main\",\"to\":\"z9z9z9z9z9z9\",\"amount\":\"5\"}\n[]\n", "Line 2: must be an object of JSON."),
    ])
    func aLineThatCannotBeReadStopsAll(content: String, message: String) async throws {
        let (fixture, file) = try await fixture(content)
        let outcome = await fixture.run("transfers", file)
        #expect(outcome.code == 2, "\(outcome)")
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        #expect(fixture.services.calls(of: "ledger.transfers").isEmpty)
    }

    @Test func aFileHasALength() async throws {
        let header = "from,to,amount\n"
        let (fixture, file) = try await fixture(header + String(repeating: "main,z9z9z9z9z9z9,1\n", count: 8193))
        let tooMany = await fixture.run("transfers", file)
        #expect(tooMany.code == 2 && tooMany.errors.contains("Line 8194: is beyond the 8192"), "\(tooMany)")
        let object = #"{"from":"main","to":"z9z9z9z9z9z9","amount":"1"}"# + "\n"
        try String(repeating: object, count: 8193).write(toFile: file, atomically: true, encoding: .utf8)
        let objects = await fixture.run("transfers", file)
        #expect(objects.errors.contains("Line 8193: is beyond the 8192"), "\(objects)")
        try (header + String(repeating: "main,z9z9z9z9z9z9,1\n", count: 250_001))
            .write(toFile: file, atomically: true, encoding: .utf8)
        #expect(await fixture.run("transfers", file).errors.contains("more than 3000000 bytes"))
        // A tab takes two bytes in JSON.
        let row = "main,z9z9z9z9z9z9,1,\"" + String(repeating: "\t", count: 300) + "\"\n"
        try ("from,to,amount,description\n" + String(repeating: row, count: 8192))
            .write(toFile: file, atomically: true, encoding: .utf8)
        #expect(await fixture.run("transfers", file).errors.contains("a request at most 3900000"))
        try Data([0x66, 0xFF, 0x0A]).write(to: URL(fileURLWithPath: file))
        #expect(await fixture.run("transfers", file).errors.contains("not UTF-8"))
        #expect(await fixture.run("transfers", fixture.directory + "/none").errors.contains("cannot be read"))
        #expect(fixture.services.calls(of: "ledger.transfers").isEmpty)
    }
}
