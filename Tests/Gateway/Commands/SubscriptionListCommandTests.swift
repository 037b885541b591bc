import Domain
import Testing

@testable import GatewayService

/// Goal: the list shows the cost of all subscriptions in a month and in a year, by currency, and in one currency where
/// rates are known.
@Suite struct SubscriptionListCommandTests {
    private static func money(_ amount: String, _ currency: String) -> String {
        #"{"amount":"\#(amount)","currency":"\#(currency)"}"#
    }

    private static func sums(_ month: String, _ year: String, _ currency: String) -> String {
        #""month":\#(money(month, currency)),"year":\#(money(year, currency)),"#
            + #""paidThisMonth":\#(money("0.00", currency)),"paidThisYear":\#(money("0.00", currency))"#
    }

    private static func subscription(_ id: String, _ title: String, _ amount: String, _ currency: String) -> String {
        #"{"id":"\#(id)","service":"\#(id)","title":{"ru":"\#(title)","en":"\#(title)"},"#
            + #""amount":\#(money(amount, currency)),"every":{"count":1,"unit":"month"},"start":"2026-01-31","#
            + #""nextPayment":{"date":"2026-11-30","daysRemaining":8,"amount":\#(money(amount, currency))},"#
            + #""status":"active","remindDaysBefore":[],"prices":[],"createdAt":"2026-01-01T00:00:00Z"}"#
    }

    /// Runs the command with a cinema in roubles, a gym in dollars, and their sums.
    private func run(rate: String, missing: String, _ arguments: String...) async throws -> (
        fixture: GatewayFixture, output: String
    ) {
        let fixture = try GatewayFixture()
        try await fixture.signIn()
        fixture.services.answer("ledger.accounts", json: GatewayFixture.accounts)
        let all = [
            Self.subscription("s1", "Cinema", "300.00", "RUB"), Self.subscription("s2", "Gym", "20.00", "USD"),
        ].joined(separator: ",")
        fixture.services.answer("subscriptions.list", json: #"{"subscriptions":[\#(all)],"today":"2026-11-22"}"#)
        let rows = [
            #"{"currency":"RUB","subscriptions":1,\#(Self.sums("300.00", "3600.00", "RUB"))}"#,
            #"{"currency":"USD","subscriptions":1,\#(Self.sums("20.00", "240.00", "USD"))\#(rate)}"#,
            // Paid this year, and ended since.
            #"{"currency":"EUR","subscriptions":0,\#(Self.sums("0.00", "0.00", "EUR"))}"#,
        ].joined(separator: ",")
        fixture.services.answer(
            "subscriptions.totals",
            json: #"{"today":"2026-11-22","currencies":[\#(rows)],"categories":[],"currency":"RUB","#
                + #""total":{\#(Self.sums("2149.00", "25788.00", "RUB"))},"missing":[\#(missing)],"ratesKnown":true}"#)
        let outcome = await fixture.run(["subs", "list"] + arguments)
        #expect(outcome.code == 0, "\(outcome)")
        return (fixture, outcome.output.replacing("\u{A0}", with: " "))
    }

    private static let rate =
        #","rate":{"rate":"92.45","source":"cbr.ru","asOf":"2026-11-20T00:00:00Z","inverted":false}"#

    @Test func allIsAddedUpByCurrencyAndInOne() async throws {
        let told = try await run(rate: Self.rate, missing: "").output
        let lines = told.split(separator: "\n").map {
            $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
        #expect(
            Array(lines.suffix(5)) == [
                "in all a month 300.00 RUB", "20.00 USD", "in all a year 3 600.00 RUB", "240.00 USD",
                "in RUB 2 149.00 RUB a month, 25 788.00 RUB a year by your rates: USD 92.45, cbr.ru, of 2026-11-20",
            ], "\(told)")
    }

    @Test func aRateIsWrittenAsItsReaderWritesNumbers() async throws {
        let fixture = try await run(rate: Self.rate, missing: "").fixture
        let russian = await fixture.run("subs", "totals", variables: ["LANG": "ru_RU.UTF-8"])
        #expect(russian.output.contains("92,45") && !russian.output.contains("92.45"), "\(russian)")
        let english = await fixture.run("subs", "totals")
        #expect(english.output.contains("92.45"), "\(english)")
    }

    @Test func withoutARateCurrenciesStandApart() async throws {
        let told = try await run(rate: "", missing: #""USD""#).output
        #expect(told.contains("240.00 USD") && !told.contains("in RUB"), "\(told)")
        #expect(told.contains("without USD: you have entered no rate"), "\(told)")
    }

    @Test func partsAndProgramsGetNoSums() async throws {
        for arguments in [["--status", "active"], ["--category", "video"], ["--cursor", "5"], ["--json"]] {
            let fixture = try await run(rate: Self.rate, missing: "").fixture
            let before = fixture.services.calls(of: "subscriptions.totals").count
            let outcome = await fixture.run(["subs", "list"] + arguments)
            #expect(outcome.code == 0 && !outcome.output.contains("in all"), "\(outcome)")
            #expect(fixture.services.calls(of: "subscriptions.totals").count == before)
        }
    }
}
