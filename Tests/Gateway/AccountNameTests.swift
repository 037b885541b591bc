import Coordination
import Testing

@testable import GatewayService

/// Accounts as people call them.
@Suite struct AccountNameTests {
    private let fixture: GatewayFixture

    init() async throws {
        fixture = try GatewayFixture()
        try await fixture.signIn()
    }

    private static let page = """
        {"transactions":[{"id":"t2","type":"expense","amount":{"amount":"500.00","currency":"RUB"},\
        "description":"lunch","date":"2026-11-21T08:51:48.5Z","account":"a1b2c3d4e5f6","toAccount":"zzzz",\
        "balanceAfter":{"amount":"1000.50","currency":"RUB"}}],\
        "totals":[{"currency":"RUB","income":{"amount":"1500.50","currency":"RUB"},\
        "expense":{"amount":"500.00","currency":"RUB"}}]}
        """

    @Test func withoutLedgerAccountsAreCalledByTheirIDs() async {
        fixture.services.answer("history.transactions", json: Self.page)
        fixture.services.refuse("ledger.accounts", Fault(.unavailable, "ledger does not run."))
        let outcome = await fixture.run("history")
        #expect(outcome.code == 0 && outcome.output.contains("  a1b2c3d4e5f6  "), "\(outcome)")
        // Programs read ids, and nothing is asked for them.
        let asked = fixture.services.calls(of: "ledger.accounts").count
        #expect(await fixture.run("history", "--json").output.contains(#""account":"a1b2c3d4e5f6""#))
        #expect(fixture.services.calls(of: "ledger.accounts").count == asked)
    }

    @Test func twoAccountsOfOneNameAreToldApart() async {
        fixture.services.answer("history.transactions", json: Self.page)
        fixture.services.answer(
            "ledger.accounts",
            json: #"{"accounts":[\#(Self.account("a1b2c3d4e5f6")),\#(Self.account("zzzz"))]}"#)
        let outcome = await fixture.run("history")
        #expect(outcome.output.contains("  main a1b2c3d4e5f6  main zzzz  "), "\(outcome)")
    }

    /// An account called main.
    private static func account(_ id: String) -> String {
        let money = #"{"amount":"5.00","currency":"RUB"}"#
        return #"{"id":"\#(id)","userId":"u1","name":"main","currency":"RUB","balance":\#(money),"#
            + #""available":\#(money),"status":"active","openedAt":"2026-11-21T08:00:00Z"}"#
    }
}
