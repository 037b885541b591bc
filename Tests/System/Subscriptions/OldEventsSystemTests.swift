import Coordination
import Domain
import Signals
import StrictJSON
import TestSupport
import Testing
import Transport

/// Late events between services must not cost an attempt.
@Suite struct OldEventsSystemTests {
    private typealias S = SubscriptionsSignal

    /// The mandate is granted with the subscription, and the ledger is asked at the same moment. The event of the
    /// mandate arrives before or after the refusal, and never counts.
    @Test func theNewsOfTheMandateCostsNoTry() async throws {
        let bank = try await Bank.opened(["auth", "ledger", "subscriptions"])
        let link = ServiceLink(service: "subscriptions", runDirectory: bank.house.runDirectory, loop: bank.loop)
        let rubles = try #require(Currency(code: "RUB"))
        let anna = try await bank.person()
        func ask<Sent: Signal>(_ signal: Sent) async throws -> Sent.Answer {
            try await link.send(signal, context: bank.context(anna, key: Bank.newKey()), within: .seconds(180))
        }
        let today = try await ask(S.List()).today
        for _ in 0..<5 {
            let account = try await bank.account(of: anna, with: "30")
            let amount = try Money(decimal: "100", currency: rubles)
            let id = try await ask(
                S.Add(
                    service: .known("netflix"), amount: amount, start: today, every: S.Every(count: 1, unit: .month),
                    payFrom: account)
            ).subscription.id
            try await eventually("it is past due") {
                try await ask(S.Show(id: id)).subscription.status == .pastDue
            }
            // Events are read in order: when this one has led to the payment, that of the mandate has been read.
            _ = try await bank.ledger.send(
                LedgerSignal.Deposit(account: account, amount: try Money(decimal: "80", currency: rubles)),
                context: bank.context(anna, key: Bank.newKey()), within: .seconds(180))
            try await eventually("it is paid") { try await ask(S.Show(id: id)).payments[0].status == .paid }
            #expect(try await ask(S.Show(id: id)).payments[0].failedAttempts == 1)
        }
        await link.close()
        await bank.close()
    }
}
