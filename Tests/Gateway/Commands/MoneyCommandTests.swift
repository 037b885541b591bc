import Coordination
import Foundation
import Reasons
import Signals
import Testing

@testable import GatewayService

/// Goal: the output of money commands contains the necessary information, once, and nothing about other people.
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

    @Test(
        arguments: [
            (["transfer", "main", "savings", "5"], "ledger.transfer", "5.00", "RUB"),
            (["transfer", "savings", "main", "1 500,50"], "ledger.transfer", "1500.50", "USD"),
            (["transfer", "main", "savings", "1", "500", "руб"], "ledger.transfer", "1500.00", "RUB"),
            (["deposit", "main", "5к"], "ledger.deposit", "5000.00", "RUB"),
            (["withdraw", "savings", "$5"], "ledger.withdraw", "5.00", "USD"),
            (["hold", "main", "z9z9z9z9z9z9", "1,5к"], "ledger.hold", "1500.00", "RUB"),
            (["account", "overdraft", "savings", "100"], "ledger.setOverdraft", "100.00", "USD"),
            (["limits", "set", "savings", "--daily", "1k"], "ledger.setLimits", "1000.00", "USD"),
            (["template", "save", "x", "savings", "main", "7"], "ledger.saveTemplate", "7.00", "USD"),
            (["exchange", "savings", "main", "7"], "ledger.exchange", "7.00", "USD"),
            (["mandate", "grant", "subscriptions", "savings", "9", "month"], "ledger.grantMandate", "9.00", "USD"),
            (["schedule", "add", "savings", "main", "9", "--start", "2026-12-01"], "ledger.schedule", "9.00", "USD"),
            (
                ["subs", "add", "--title", "Gym", "--amount", "9,99", "--pay-from", "savings"], "subscriptions.add",
                "9.99", "USD"
            ),
        ] as [([String], String, String, String)])
    func anAmountIsInTheCurrencyOfItsAccount(
        _ arguments: [String], _ method: String, _ amount: String, _ code: String
    ) async throws {
        let fixture = try await fixture()
        fixture.services.answer("subscriptions.list", json: #"{"subscriptions":[],"today":"2026-11-21"}"#)
        fixture.services.refuse(method, Fault(.notFound, "It is enough to be asked."))
        let outcome = await fixture.run(arguments)
        let asked = fixture.services.calls(of: method).first?.parameters ?? ""
        #expect(asked.contains(#"{"amount":"\#(amount)","currency":"\#(code)"}"#), "\(outcome) \(asked)")
    }

    @Test func anAmountThatCouldBeTwoIsNotSent() async throws {
        let fixture = try await fixture()
        let outcome = await fixture.run("transfer", "main", "savings", "1,500")
        #expect(outcome.code == 2, "\(outcome)")
        #expect(
            outcome.errors.replacing("\u{A0}", with: " ").contains("\"1,500\" may be 1 500.00 RUB or 1.50 RUB."),
            "\(outcome)")
        #expect(fixture.services.calls(of: "ledger.transfer").isEmpty)
    }

    @Test func withoutAnAccountAnAmountTakesTheOnlyCurrencyThereIs() async throws {
        let fixture = try await fixture()
        let two = await fixture.run("subs", "add", "--title", "Gym", "--amount", "9.99", "--start", "2026-12-01")
        #expect(two.code == 2 && two.errors.contains("The amount 9.99 has no currency."), "\(two)")
        let only = GatewayFixture.account("a1b2c3d4e5f6", "main", "1500.50", "RUB")
        fixture.services.answer("ledger.accounts", json: #"{"accounts":[\#(only)]}"#)
        fixture.services.refuse("subscriptions.add", Fault(.notFound, "It is enough to be asked."))
        _ = await fixture.run("subs", "add", "--title", "Gym", "--amount", "9.99", "--start", "2026-12-01")
        #expect(
            fixture.services.calls(of: "subscriptions.add").first?.parameters.contains(
                #"{"amount":"9.99","currency":"RUB"}"#) == true)
    }

    @Test func aSignOfSeveralCurrenciesMeansTheOneThatThePersonHas() async throws {
        let fixture = try await fixture()
        let accounts = [("a1b2c3d4e5f6", "travel", "EUR"), ("b1b2c3d4e5f6", "lön", "SEK")]
            .map { GatewayFixture.account($0.0, $0.1, "10.00", $0.2) }.joined(separator: ",")
        fixture.services.answer("ledger.accounts", json: #"{"accounts":[\#(accounts)]}"#)
        fixture.services.refuse("subscriptions.add", Fault(.notFound, "It is enough to be asked."))
        _ = await fixture.run("subs", "add", "--title", "Gym", "--amount", "349,50 kr", "--start", "2026-12-01")
        #expect(
            fixture.services.calls(of: "subscriptions.add").first?.parameters.contains(
                #"{"amount":"349.50","currency":"SEK"}"#) == true)
        let none = await fixture.run("subs", "add", "--title", "Gym", "--amount", "349,50", "--start", "2026-12-01")
        #expect(none.errors.contains("write 349,50 EUR"), "\(none)")
    }

    @Test func aWordThatNoCatalogueHasIsAServiceOfOnesOwnUnlessItIsASlip() async throws {
        let fixture = try await fixture()
        fixture.services.answer(
            "subscriptions.services",
            json: #"{"services":[{"id":"netflix","title":{"en":"Netflix","ru":"Нетфликс"},"own":false}]}"#)
        fixture.services.refuse("subscriptions.add", Fault(.notFound, "It is enough to be asked."))
        func added(_ word: String) async -> (errors: String, asked: String?) {
            let outcome = await fixture.run("subs", "add", word, "5 RUB", "--start", "2026-12-01")
            return (outcome.errors, fixture.services.calls(of: "subscriptions.add").last?.parameters)
        }
        let slip = await added("netflx")
        #expect(slip.asked == nil && slip.errors.contains("did you mean netflix?"), "\(slip)")
        #expect(await added("Gym Nordic").asked?.contains(#""service":{"title":"Gym Nordic"}"#) == true)
        #expect(await added("netflix").asked?.contains(#""service":"netflix""#) == true)
    }

    @Test func aPartOfAHoldIsInItsCurrency() async throws {
        let fixture = try await fixture()
        fixture.services.answer(
            "ledger.showTransfer",
            json: #"{"transfer":{"id":"t1","from":"a1b2c3d4e5f6","to":"z9z9z9z9z9z9","amount":{"amount":"500.00","#
                + #""currency":"RUB"},"description":"","status":"pending","createdAt":"2026-11-21T08:51:48Z","#
                + #""sequence":7}}"#)
        fixture.services.refuse("ledger.post", Fault(.notFound, "It is enough to be asked."))
        let outcome = await fixture.run("post", "t1", "250")
        #expect(
            fixture.services.calls(of: "ledger.post").first?.parameters.contains(
                #"{"amount":"250.00","currency":"RUB"}"#) == true, "\(outcome)")
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
        // An account without a name is called by the code of its currency. The name of a closed account is free again.
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
        let closed = await fixture.run("transfer", "main", "z9z9z9z9z9z9", "500 RUB", "--up-to", "--closes")
        #expect(closed.code == 0 && closed.output.hasPrefix("main is closed now, for good"), "\(closed)")
        let tried = await fixture.run("transfer", "main", "z9z9z9z9z9z9", "500 RUB", "--closes", "--dry-run")
        #expect(tried.output.hasPrefix("nothing was done") && tried.output.contains("main would be closed"), "\(tried)")
        let plain = await fixture.run("transfer", "main", "z9z9z9z9z9z9", "500 RUB")
        #expect(!plain.output.contains("closed"), "\(plain)")
    }

    @Test func aTransferBetweenOwnAccountsTakesTwoRoundTrips() async throws {
        let fixture = try await fixture()
        fixture.services.answer(
            "ledger.transfer",
            json: GatewayFixture.transfer.replacingOccurrences(of: "z9z9z9z9z9z9", with: "a1b9z8y7x6w5"))
        let before = fixture.services.calls.count
        let made = await fixture.run("transfer", "main", "savings", "500 RUB", isTerminal: true)
        #expect(made.code == 0, "\(made)")
        // Accounts and payees are asked for together.
        let calls = fixture.services.calls.dropFirst(before).map(\.method)
        #expect(calls.sorted() == ["ledger.accounts", "ledger.payees", "ledger.transfer"])
    }

    @Test func aScheduleSaysWhenItEnds() async throws {
        let fixture = try await fixture()
        func schedule(_ id: String, _ end: String) -> String {
            #"{"id":"\#(id)","from":"a1b2c3d4e5f6","to":"z9z9z9z9z9z9","amount":{"amount":"5.00","currency":"RUB"},"#
                + #""description":"","start":"2026-12-01","every":{"count":1,"unit":"month"}\#(end),"#
                + #""next":"2026-12-01","#
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
        func refuse(_ message: String, _ details: [String: ReasonDetail]) async -> String {
            fixture.services.refuse("ledger.transfer", Fault(.insufficientFunds, message, details: details))
            return await fixture.run("transfer", "main", "z9z9z9z9z9z9", "500 RUB").errors
        }
        let said = await refuse(
            "There are 4.00 RUB in the account until 2026-11-22T18:00:00Z, line 7.",
            [
                "available": .text("4.00"), "line": .number(7), "enrolled": .flag(false),
                "expiresAt": .text("2026-11-22T18:00:00.123456Z"),
            ])
        #expect(!said.contains("available:") && !said.contains("line:") && !said.contains("expires at:"), "\(said)")
        #expect(said.contains("enrolled: no"))
        let other = await refuse(
            "There are 4.00 RUB in the account, 17.",
            [
                "available": .text("4.0"), "line": .number(7), "left": .text(".00"), "place": .text("4"),
                "resetsAt": .text("2026-11-22T18:00:00.123456Z"),
            ])
        for fact in [
            "available: 4.0\n", "line: 7\n", "left: .00\n", "place: 4\n", "resets at: 2026-11-22 18:00:00 UTC\n",
        ] {
            #expect(other.contains(fact), "\(fact) is not in \(other)")
        }
    }
}
