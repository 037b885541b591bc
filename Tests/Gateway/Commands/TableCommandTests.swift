import Domain
import Signals
import StrictJSON
import Testing

@testable import GatewayWords

/// Goal: no table of a command makes a terminal wrap a line, whatever its content.
@Suite struct TableCommandTests {
    private static let long = "Озон, заказ 4481-22 с доставкой в пункт выдачи на Большой Никитской, 漢字 и 🇷🇺"
    private static let name = "Very long name of an account for a rainy day"

    private static func json(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoding.encode(value), as: UTF8.self)
    }

    private static func services(_ services: ScriptedServices) throws {
        let large = AppSamples.money("1106412300.55")
        let day = AppSamples.today
        let main = LedgerSignal.Account(
            id: "a1b2c3d4e5f6", userId: "u1", name: name, currency: AppSamples.roubles, balance: large,
            available: AppSamples.money("-3.50"), status: .frozen, openedAt: AppSamples.now)
        let accounts = try [main, AppSamples.savings].map { try json($0) }.joined(separator: ",")
        services.answer("ledger.accounts", json: #"{"accounts":[\#(accounts)]}"#)
        let transactions = (0..<3).map { number in
            HistorySignal.Transaction(
                id: "t30\(number)", type: number == 0 ? .income : .expense, amount: large, description: long,
                category: "перевод между своими", date: AppSamples.now, account: main.id, fromAccount: main.id,
                toAccount: AppSamples.savings.id, balanceAfter: large, reversedBy: number == 1 ? "t999" : nil)
        }
        services.answer(
            "history.transactions",
            json: try json(
                HistorySignal.TransactionPage(
                    transactions: transactions, nextCursor: "next",
                    totals: [HistorySignal.Total(currency: AppSamples.roubles, income: large, expense: large)])))
        let schedule = LedgerSignal.Schedule(
            id: "0n9xb27wch3v", from: main.id, to: AppSamples.savings.id, amount: large, description: long, start: day,
            every: LedgerSignal.Every(count: 2, unit: .week), times: 10, until: day.adding(days: 300), next: day,
            done: 3, failed: 2, status: .active, createdAt: AppSamples.now)
        services.answer("ledger.schedules", json: #"{"schedules":[\#(try json(schedule))]}"#)
        let subscription = AppSamples.subscription("bhb2p7zv3cee", long, "1106412300.55", in: 5, .pastDue)
        services.answer(
            "subscriptions.list",
            json: #"{"subscriptions":[\#(try json(subscription))],"today":"\#(day)","nextCursor":"next"}"#)
        let rate = SubscriptionsSignal.RateUsed(
            rate: "92.123456789012", source: long, asOf: AppSamples.now, inverted: true)
        let sums = ["RUB", "USD"].compactMap { Currency(code: $0) }.map { currency in
            let sum = Money(minorUnits: large.minorUnits, currency: currency)
            return SubscriptionsSignal.CurrencyTotals(
                currency: currency, subscriptions: 1, month: sum, year: sum, paidThisMonth: sum, paidThisYear: sum,
                rate: currency == AppSamples.roubles ? nil : rate)
        }
        services.answer(
            "subscriptions.totals",
            json: try json(
                SubscriptionsSignal.TotalsAnswer(
                    today: day, currencies: sums, categories: [], currency: AppSamples.roubles,
                    total: AppSamples.subscriptionTotals.total, missing: [], ratesKnown: true)))
        let notification = NotificationsSignal.Notification(
            id: "01m82ssmd7mpg8pm19pg124qyw", category: .payments, kind: .paymentFailed, title: long, body: long + long,
            createdAt: AppSamples.now, occurredAt: AppSamples.now, late: false, readAt: nil, archivedAt: nil,
            snoozedUntil: nil, event: "e1", subject: nil, amount: nil)
        services.answer(
            "notifications.list",
            json: try json(NotificationsSignal.Inbox(notifications: [notification], unread: 304, nextCursor: "303")))
        let holding = BondsSignal.Holding(
            isin: try #require(ISIN("RU000A0JW126")), title: long, quantity: 4_000_000, cleanPricePercent: 100.3245,
            yieldPercent: 9.13, value: large, expectedIncome: large, missing: ["terms", "coupons"])
        let total = BondsSignal.HoldingTotal(
            currency: AppSamples.roubles, value: large, expectedIncome: large, expectedRepayment: large)
        services.answer(
            "bonds.holdings", json: try json(BondsSignal.HoldingList(day: day, holdings: [holding], totals: [total])))
        let template = #"{"name":"rent","from":"\#(main.id)","to":"5kqj7x9w2m4p","description":"\#(long)"}"#
        services.answer("ledger.templates", json: #"{"templates":[\#(template)]}"#)
        services.answer(
            "ledger.rates",
            json: #"{"rates":[{"from":"USD","to":"RUB","rate":"92.123456789012","source":"\#(long)","#
                + #""asOf":"2026-11-20T00:00:00Z"}]}"#)
    }

    @Test(
        arguments: [
            "accounts", "history", "schedule list", "subs list", "inbox", "bonds holdings", "template list",
            "rate list",
        ], [60, 80, 100])
    func noLineOfATableIsWiderThanTheTerminal(_ command: String, _ width: Int) async throws {
        for language in ["en", "ru"] {
            let fixture = try GatewayFixture()
            try await fixture.signIn()
            try Self.services(fixture.services)
            let words = command.split(separator: " ").map(String.init) + ["--lang", language]
            let shown = await fixture.run(words, width: width, isTerminal: true)
            #expect(shown.code == 0, "\(shown)")
            let lines = shown.output.split(separator: "\n").map { Self.withoutColors(String($0)) }
            #expect(lines.count > 1)
            for line in lines {
                #expect(DisplayText.width(of: line) <= width, "\(command) \(language): \(line)")
            }
            let whole = await fixture.run(words + ["--wide"], width: width, isTerminal: true)
            let piped = await fixture.run(words)
            #expect(Self.withoutColors(whole.output) == piped.output, "\(command): --wide shows what a pipe gets")
        }
    }

    @Test func whatMattersMostStays() async throws {
        let fixture = try GatewayFixture()
        try await fixture.signIn()
        try Self.services(fixture.services)
        let history = await fixture.run(["history"], width: 80, isTerminal: true).output
        #expect(history.contains("t300") && history.contains("1\u{A0}106\u{A0}412\u{A0}300.55"), "\(history)")
        #expect(Self.withoutColors(history).split(separator: "\n").last?.hasSuffix("(--wide)") == true, "\(history)")
        let schedules = Self.withoutColors(await fixture.run(["schedule", "list"], width: 80, isTerminal: true).output)
        #expect(!schedules.contains("active"), "what is usual is silent: \(schedules)")
        #expect(schedules.split(separator: "\n").contains { $0.hasPrefix("  ") && $0.contains("Озон") }, "\(schedules)")
    }

    private static func withoutColors(_ text: String) -> String {
        text.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
    }
}
