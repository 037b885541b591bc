import Coordination
import Signals
import Testing

@testable import GatewayWords

/// Accounts by their names.
@Suite struct AccountNameTests {
    private let fixture: GatewayFixture

    init() async throws {
        fixture = try GatewayFixture()
        try await fixture.signIn()
    }

    private static let page = """
        {"transactions":[{"id":"t2","type":"expense","amount":{"amount":"500.00","currency":"RUB"},\
        "description":"lunch","date":"2026-11-21T08:51:48.5Z","account":"a1b2c3d4e5f6","toAccount":"z9z9z9z9z9z9",\
        "balanceAfter":{"amount":"1000.50","currency":"RUB"}}],\
        "totals":[{"currency":"RUB","income":{"amount":"1500.50","currency":"RUB"},\
        "expense":{"amount":"500.00","currency":"RUB"}}]}
        """

    @Test func withoutLedgerAccountsAreCalledByTheirIDs() async {
        fixture.services.answer("history.transactions", json: Self.page)
        fixture.services.refuse("ledger.accounts", Fault(.unavailable, "ledger does not run."))
        let outcome = await fixture.run("history")
        #expect(outcome.code == 0 && outcome.output.contains("  a1b2c3d4e5f6  "), "\(outcome)")
        // Programs get ids, without a further request.
        let asked = fixture.services.calls(of: "ledger.accounts").count
        #expect(await fixture.run("history", "--json").output.contains(#""account":"a1b2c3d4e5f6""#))
        #expect(fixture.services.calls(of: "ledger.accounts").count == asked)
    }

    @Test func twoAccountsOfOneNameAreToldApart() async {
        fixture.services.answer("history.transactions", json: Self.page)
        fixture.services.answer(
            "ledger.accounts",
            json: #"{"accounts":[\#(Self.account("a1b2c3d4e5f6")),\#(Self.account("z9z9z9z9z9z9"))]}"#)
        let outcome = await fixture.run("history")
        #expect(outcome.output.contains("  main a1b2c3d4e5f6  main z9z9z9z9z9z9  "), "\(outcome)")
    }

    @Test func theOtherSideIsCalledByItsOwner() async {
        fixture.services.answer("history.transactions", json: Self.page)
        fixture.services.answer("ledger.accounts", json: #"{"accounts":[\#(Self.account("a1b2c3d4e5f6"))]}"#)
        fixture.services.answer("ledger.payees", json: #"{"payees":[]}"#)
        fixture.services.answer("ledger.parties", json: #"{"parties":[{"account":"z9z9z9z9z9z9","owner":"Marta L."}]}"#)
        let outcome = await fixture.run("history")
        #expect(outcome.output.contains("  Marta L.  "), "\(outcome)")
        let asked = fixture.services.calls(of: "ledger.parties")
        #expect(asked.count == 1 && asked.first?.parameters.contains(#""transfers":["t2"]"#) == true, "\(asked)")
        #expect(await fixture.run("history", "--json").output.contains(#""toAccount":"z9z9z9z9z9z9""#))
        #expect(fixture.services.calls(of: "ledger.parties").count == 1, "programs read ids")
        fixture.services.answer(
            "ledger.payees",
            json: #"{"payees":[{"name":"landlord","account":"z9z9z9z9z9z9","currency":"RUB","status":"active"}]}"#)
        #expect(await fixture.run("history").output.contains("  landlord  "))
        #expect(fixture.services.calls(of: "ledger.parties").count == 1, "the name of a payee comes first")
        fixture.services.answer("ledger.payees", json: #"{"payees":[]}"#)
        fixture.services.refuse("ledger.parties", Fault(.unavailable, "auth does not run."))
        #expect(await fixture.run("history").output.contains("  z9z9z9z9z9z9  "), "without auth there are ids")
    }

    @Test func aStrangerCannotPassForAnAccountOfOnesOwn() {
        let names = ["a1": "main", "b1": "landlord"]
        let parties = [
            LedgerSignal.Party(account: "x1", owner: "main"), LedgerSignal.Party(account: "x2", owner: "landlord"),
            LedgerSignal.Party(account: "x3", owner: "Marta L."), LedgerSignal.Party(account: "b1", owner: "Boris P."),
        ]
        #expect(
            AccountName.names(of: parties, beside: names)
                == ["x1": "main x1", "x2": "landlord x2", "x3": "Marta L."])
    }

    /// Returns an account called main.
    private static func account(_ id: String) -> String {
        let money = #"{"amount":"5.00","currency":"RUB"}"#
        return #"{"id":"\#(id)","userId":"u1","name":"main","currency":"RUB","balance":\#(money),"#
            + #""available":\#(money),"status":"active","openedAt":"2026-11-21T08:00:00Z"}"#
    }
}
