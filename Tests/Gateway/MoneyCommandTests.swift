import Coordination
import Foundation
import Signals
import Testing

@testable import GatewayService

/// Goal: what commands about money say is what a person needs to know, once, and of nobody else.
@Suite struct MoneyCommandTests {
    private func fixture() async throws -> GatewayFixture {
        let fixture = try GatewayFixture()
        try await fixture.signIn()
        fixture.services.answer("ledger.accounts", json: GatewayFixture.accounts)
        return fixture
    }

    private static func check(imbalance: String, problems: Int) -> String {
        let list = (0..<problems).map { #""transfer \#($0) is off""# }.joined(separator: ",")
        return #"{"accounts":2,"transfers":3,"records":3,"imbalance":[{"amount":"\#(imbalance)","currency":"RUB"}],"#
            + #""head":"00","problems":[\#(list)]}"#
    }

    @Test func aCheckSaysWhetherTheBooksBalance() async throws {
        let fixture = try await fixture()
        fixture.services.answer("ledger.check", json: Self.check(imbalance: "0.00", problems: 0))
        let good = await fixture.run("check")
        #expect(good.code == 0 && good.output.hasPrefix("the books balance\n"), "\(good)")
        #expect(!good.output.contains("problem"))
        for (imbalance, problems) in [("5.00", 0), ("0.00", 1), ("0.00", 10), ("-1.00", 100)] {
            fixture.services.answer("ledger.check", json: Self.check(imbalance: imbalance, problems: problems))
            let bad = await fixture.run("check")
            #expect(bad.code == 1 && bad.output.hasPrefix("the books do not balance"), "\(bad)")
            #expect(bad.output.split(separator: "\n").count { $0.hasPrefix("problem") } == min(problems, 10))
            #expect(bad.output.contains("and 90 more") == (problems == 100))
        }
    }

    @Test func anOpenAccountOfTheSameNameIsNotOpenedUnasked() async throws {
        let fixture = try await fixture()
        fixture.services.answer(
            "ledger.openAccount",
            json: #"{"account":\#(GatewayFixture.account("c1b2c3d4e5f6", "main", "0.00", "RUB"))}"#)
        let refused = await fixture.run("account", "open", "RUB", "main")
        #expect(
            refused.code == 7 && refused.errors.contains("an open account called main already, a1b2c3d4e5f6"),
            "\(refused)")
        #expect(fixture.services.calls(of: "ledger.openAccount").isEmpty)
        for arguments in [
            ["USD", "main", "--same-name"], ["RUB", "main", "--idempotency-key", "k"], ["RUB"], ["RUB", "Main"],
        ] {
            #expect(await fixture.run(["account", "open"] + arguments).code == 0)
        }
        #expect(fixture.services.calls(of: "ledger.openAccount").count == 4)
        // The name of an account without one is the code of its currency, and that of a closed one is free again.
        let unnamed = GatewayFixture.account("d1b2c3d4e5f6", "RUB", "0.00", "RUB")
        fixture.services.answer("ledger.accounts", json: #"{"accounts":[\#(unnamed)]}"#)
        #expect(await fixture.run("account", "open", "RUB").code == 7)
        let closed = unnamed.replacingOccurrences(of: #""status":"active""#, with: #""status":"closed""#)
        fixture.services.answer("ledger.accounts", json: #"{"accounts":[\#(closed)]}"#)
        #expect(await fixture.run("account", "open", "RUB").code == 0)
    }

    @Test func aClosingTransferSaysThatTheAccountIsClosed() async throws {
        let fixture = try await fixture()
        fixture.services.answer("ledger.transfer", json: GatewayFixture.transfer)
        let closed = await fixture.run("transfer", "main", "zzzz", "500 RUB", "--up-to", "--closes")
        #expect(closed.code == 0 && closed.output.hasPrefix("main is closed now, for good"), "\(closed)")
        let tried = await fixture.run("transfer", "main", "zzzz", "500 RUB", "--closes", "--dry-run")
        #expect(tried.output.hasPrefix("nothing was done") && tried.output.contains("main would be closed"), "\(tried)")
        let plain = await fixture.run("transfer", "main", "zzzz", "500 RUB")
        #expect(!plain.output.contains("closed"), "\(plain)")
    }

    @Test func aScheduleSaysWhenItEnds() async throws {
        let fixture = try await fixture()
        func schedule(_ id: String, _ end: String) -> String {
            #"{"id":"\#(id)","from":"a1b2c3d4e5f6","to":"zzzz","amount":{"amount":"5.00","currency":"RUB"},"#
                + #""description":"","start":"2026-12-01","every":{"count":1,"unit":"month"}\#(end),"next":"2026-12-01","#
                + #""done":0,"failed":0,"status":"active","createdAt":"2026-11-21T08:51:48Z"}"#
        }
        let ends = [#","times":10"#, #","until":"2027-03-31""#, #","times":1,"until":"2027-03-31""#, ""]
        let list = ends.enumerated().map { schedule("s\($0)", $1) }.joined(separator: ",")
        fixture.services.answer("ledger.schedules", json: #"{"schedules":[\#(list)]}"#)
        let lines = await fixture.run("schedule", "list").output.split(separator: "\n").map(String.init)
        #expect(lines.count == 5 && lines[0].contains("ends"), "\(lines)")
        #expect(lines[1].contains("after 10 times") && lines[2].contains("after 2027-03-31"))
        #expect(lines[3].contains("after 1 time, after 2027-03-31") && !lines[4].contains("after"))
    }

    @Test func whatTheSentenceSaysIsNotSaidAgain() async throws {
        let fixture = try await fixture()
        func refuse(_ message: String, _ details: [String: FaultDetail]) async -> String {
            fixture.services.refuse("ledger.transfer", Fault(.insufficientFunds, message, details: details))
            return await fixture.run("transfer", "main", "zzzz", "500 RUB").errors
        }
        let said = await refuse(
            "There are 4.00 RUB in the account until 2026-11-22T18:00:00Z, line 7.",
            [
                "available": .text("4.00"), "line": .number(7), "enrolled": .flag(false),
                "expiresAt": .text("2026-11-22T18:00:00.123456Z"),
            ])
        #expect(!said.contains("available:") && !said.contains("line:") && !said.contains("expiresAt:"), "\(said)")
        #expect(said.contains("enrolled: no"))
        let other = await refuse(
            "There are 4.00 RUB in the account, 17.",
            [
                "available": .text("4.0"), "line": .number(7), "left": .text(".00"), "place": .text("4"),
                "resetsAt": .text("2026-11-22T18:00:00.123456Z"),
            ])
        for fact in [
            "available: 4.0\n", "line: 7\n", "left: .00\n", "place: 4\n", "resetsAt: 2026-11-22 18:00:00 UTC\n",
        ] {
            #expect(other.contains(fact), "\(fact) is not in \(other)")
        }
    }
}
