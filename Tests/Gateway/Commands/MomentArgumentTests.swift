import Testing

@testable import GatewayService

/// Goal: a day is accepted in place of a moment, and stands for its end in UTC.
@Suite struct MomentArgumentTests {
    /// Returns the gateway's request `ledger.balance` for `--at`; it is 2026-11-18 then.
    private func asked(at text: String) async throws -> (parameters: String?, GatewayFixture.Outcome) {
        let fixture = try GatewayFixture()
        try await fixture.signIn()
        fixture.services.answer("ledger.accounts", json: GatewayFixture.accounts)
        let money = #"{"amount":"5.00","currency":"RUB"}"#
        fixture.services.answer(
            "ledger.balance",
            json: #"{"account":"a1b2c3d4e5f6","balance":\#(money),"available":\#(money),"asOf":"2026-11-10T23:59:59Z"}"#
        )
        let outcome = await fixture.run("balance", "main", "--at", text)
        return (fixture.services.calls(of: "ledger.balance").first?.parameters, outcome)
    }

    @Test(arguments: [
        ("2026-11-10", #","at":"2026-11-10T23:59:59.999999Z""#),
        ("2026-02-28", #","at":"2026-02-28T23:59:59.999999Z""#),
        // The current day means now; the ledger refuses the day after it.
        ("2026-11-18", ""),
        ("2026-11-19", #","at":"2026-11-19T23:59:59.999999Z""#),
        ("2026-11-10T08:00:00Z", #","at":"2026-11-10T08:00:00Z""#),
        ("2026-11-10T08:00:00+03:00", #","at":"2026-11-10T08:00:00+03:00""#),
    ])
    func aDayStandsForItsEnd(text: String, at: String) async throws {
        let (parameters, outcome) = try await asked(at: text)
        #expect(parameters == #"{"account":"a1b2c3d4e5f6"\#(at)}"#, "\(outcome)")
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("gateway history uses the days of imported rows"))
    }

    @Test(arguments: ["some day", "2026-02-29", "2026-11", "31.11.2026", "2026-11-10T25:00:00Z", ""])
    func whatIsNeitherIsRefusedHere(text: String) async throws {
        let (parameters, outcome) = try await asked(at: text)
        #expect(parameters == nil)
        #expect(outcome.code == 2 && outcome.errors.contains("--at must be a day or a moment"), "\(outcome)")
        #expect(outcome.errors.contains("write 2026-11-30 or 2026-11-30T08:51:48Z"))
    }

    @Test func aHoldRunsToTheEndOfItsDay() async throws {
        let fixture = try GatewayFixture()
        try await fixture.signIn()
        fixture.services.answer("ledger.accounts", json: GatewayFixture.accounts)
        fixture.services.answer("ledger.hold", json: GatewayFixture.transfer)
        let outcome = await fixture.run("hold", "main", "z9z9z9z9z9z9", "5 RUB", "--expires-at", "2026-12-31")
        #expect(outcome.code == 0, "\(outcome)")
        let asked = fixture.services.calls(of: "ledger.hold").first?.parameters
        #expect(asked?.contains(#""expiresAt":"2026-12-31T23:59:59.999999Z""#) == true, "\(asked ?? "-")")
        let wrong = await fixture.run("hold", "main", "z9z9z9z9z9z9", "5 RUB", "--expires-at", "soon")
        #expect(wrong.code == 2 && wrong.errors.contains("--expires-at must be a day or a moment"), "\(wrong)")
    }
}
