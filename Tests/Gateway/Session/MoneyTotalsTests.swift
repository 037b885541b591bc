import Domain
import Signals
import Testing

@testable import GatewaySession

/// Goal: one command shows the total of all money, and omits nothing silently.
@Suite struct MoneyTotalsTests {
    private static let rate =
        #"{"from":"USD","to":"RUB","rate":"92.45","source":"cbr.ru","asOf":"2026-11-20T00:00:00Z"}"#

    private func run(
        _ accounts: [String], rates: [String] = [Self.rate], _ arguments: String...
    ) async throws -> GatewayFixture.Outcome {
        let fixture = try GatewayFixture()
        try await fixture.signIn()
        fixture.services.answer("ledger.accounts", json: #"{"accounts":[\#(accounts.joined(separator: ","))]}"#)
        fixture.services.answer("ledger.rates", json: #"{"rates":[\#(rates.joined(separator: ","))]}"#)
        let outcome = await fixture.run(["accounts"] + arguments)
        return GatewayFixture.Outcome(
            code: outcome.code, output: outcome.output.replacing("\u{A0}", with: " "), errors: outcome.errors)
    }

    private func account(_ id: String, _ name: String, _ amount: String, _ code: String, _ status: String = "active")
        -> String
    {
        GatewayFixture.account(id, name, amount, code).replacing(#""status":"active""#, with: #""status":"\#(status)""#)
    }

    @Test func allIsAddedUpByCurrencyAndInOne() async throws {
        let accounts = [
            account("a1b2c3d4e5f6", "main", "1500.50", "RUB"), account("b1b2c3d4e5f6", "savings", "300000.00", "RUB"),
            account("c1b2c3d4e5f6", "dollars", "100.00", "USD"), account("d1b2c3d4e5f6", "travel", "50.00", "EUR"),
        ]
        let told = try await run(accounts).output
        #expect(told.contains("in all   301 500.50 RUB"), "\(told)")
        #expect(told.contains("in RUB 310 745.50 RUB  by your rates: USD 92.45, cbr.ru, of 2026-11-20"), "\(told)")
        #expect(told.contains("! not counted, no rate: EUR"), "\(told)")
        let dollars = try await run(accounts, "--in", "usd").output
        // 301500.50 / 92.45 = 3261.22, rounded down.
        #expect(dollars.contains("in USD 3 361.22 USD") && dollars.contains("USD 92.45") == false, "\(dollars)")
        #expect(dollars.contains("RUB 92.45 the other way"), "\(dollars)")
    }

    @Test func oneCurrencyNeedsNoRate() async throws {
        let told = try await run(
            [account("a1b2c3d4e5f6", "main", "1500.50", "RUB"), account("b1b2c3d4e5f6", "savings", "0.50", "RUB")])
        #expect(told.output.contains("in all   1 501.00 RUB") && !told.output.contains("rate"), "\(told)")
        let single = try await run([account("a1b2c3d4e5f6", "main", "1500.50", "RUB")])
        #expect(!single.output.contains("in all"), "\(single)")
    }

    @Test func nothingOfACurrencyWithoutARateIsNotMissed() async throws {
        let told = try await run([
            account("a1b2c3d4e5f6", "main", "1500.50", "RUB"), account("d1b2c3d4e5f6", "travel", "0.00", "EUR"),
        ]).output
        #expect(told.contains("1 500.50 RUB") && !told.contains("not counted"), "\(told)")
    }

    @Test func frozenAndOwedMoneyIsCountedAndSaid() async throws {
        let told = try await run([
            account("a1b2c3d4e5f6", "main", "-500.00", "RUB"),
            account("b1b2c3d4e5f6", "old", "1000.00", "RUB", "frozen"),
            account("c1b2c3d4e5f6", "gone", "0.00", "EUR", "closed"),
        ]).output
        #expect(told.contains("in all    500.00 RUB"), "\(told)")
        #expect(
            told.contains("of it frozen: 1 000.00 RUB") && told.contains("below zero, taken off: -500.00 RUB"),
            "\(told)")
        #expect(!told.contains("no rate"), "what is closed holds nothing: \(told)")
    }

    @Test func withoutAnyRateNothingIsLeftOutInSilence() async throws {
        let told = try await run(
            [account("a1b2c3d4e5f6", "main", "1.00", "RUB"), account("b1b2c3d4e5f6", "usd", "2.00", "USD")], rates: [])
        #expect(told.output.contains("1.00 RUB") && told.output.contains("! not counted, no rate: USD"), "\(told)")
        #expect(!told.output.contains("in RUB"), "\(told)")
    }

    @Test func whatNoNumberHoldsIsSaid() {
        let rubles = Currency(code: "RUB")
        let accounts = (0..<2).compactMap { number in
            rubles.map { unit in
                let money = Money(minorUnits: .max, currency: unit)
                return LedgerSignal.Account(
                    id: "a\(number)", userId: "u", name: "n", currency: unit, balance: money, available: money,
                    status: .active, openedAt: GatewayFixture.now)
            }
        }
        let totals = MoneyTotals(of: accounts, rates: [])
        #expect(totals.total == nil && totals.rows.first?.balance == nil && totals.currency == rubles)
    }

    @Test func accountsAreToldOfWithoutRatesToo() async throws {
        let fixture = try GatewayFixture()
        try await fixture.signIn()
        fixture.services.answer("ledger.accounts", json: GatewayFixture.accounts)
        let told = await fixture.run("accounts")
        #expect(told.code == 0 && told.output.contains("main"), "\(told)")
        #expect(told.output.contains("! rates cannot be asked for now"), "\(told)")
    }
}
