import Domain
import Signals

@testable import GatewayScenes

extension AppSamples {
    /// Thirty days before and after today: even expenses, then rent and a coupon.
    static let moneyLine = MoneyLine(
        of: main, today: today,
        rows: days, forecast: forecast)

    /// The sums of the last days.
    static let days = (1...28).map { number in
        HistorySignal.SummaryRow(
            key: today.adding(days: -number).description, currency: roubles,
            income: money(number == 18 ? "9000" : "0"), expense: money("\(number % 5)50"), count: 1)
    }

    /// The forecast of the main account: rent and a gym cause a shortage, a coupon arrives.
    static let forecast: SubscriptionsSignal.AccountForecast = {
        var left = main.available
        let changes: [Int: String] = [3: "-15000", 5: "-2500", 20: "350"]
        let days = (0...30).map { number in
            let change = money(changes[number] ?? "0")
            left = Money(minorUnits: left.minorUnits + change.minorUnits, currency: roubles)
            return SubscriptionsSignal.ForecastDay(
                date: today.adding(days: number), balance: left,
                changes: changes[number] == nil
                    ? []
                    : [
                        SubscriptionsSignal.ForecastChange(
                            day: today.adding(days: number), kind: .scheduledTransfer, id: "s\(number)",
                            title: SubscriptionsSignal.Title(ru: "rent", en: "rent"), amount: change)
                    ])
        }
        let lowest = SubscriptionsSignal.ForecastLow(date: today.adding(days: 5), balance: days[5].balance)
        return SubscriptionsSignal.AccountForecast(
            account: main.id, name: main.name, balance: main.available, buffer: money("0"), days: days, lowest: lowest,
            low: SubscriptionsSignal.ForecastLow(date: today.adding(days: 3), balance: days[3].balance))
    }()

    /// The expenses of this month.
    static let spent = [("food", "2983.60"), ("home", "2337.05"), ("fun", "1805.32")].map { category, amount in
        HistorySignal.SummaryRow(
            key: category, currency: roubles, income: money("0"), expense: money(amount), count: 3)
    }

    /// Two of fourteen transactions for the same purpose.
    static let alike = AlikeTransactions(
        HistorySignal.TransactionPage(
            transactions: [transaction(2), transaction(6)],
            totals: [HistorySignal.Total(currency: roubles, income: money("0"), expense: money("18240.50"))]),
        byDay: [
            HistorySignal.SummaryRow(
                key: today.description, currency: roubles, income: money("0"), expense: money("8240.50"), count: 4),
            HistorySignal.SummaryRow(
                key: today.adding(days: -143).description, currency: roubles, income: money("0"),
                expense: money("10000"), count: 10),
        ])

    /// A bond that is held, with payments.
    static let holdings = BondsSignal.HoldingList(
        day: today,
        holdings: ISIN("RU000A0JW126").map { isin in
            [
                BondsSignal.Holding(
                    isin: isin, title: "Kamaz", quantity: 40, cleanPricePercent: 100.32, value: money("41292"),
                    expectedIncome: money("3590.40"),
                    nextPayment: BondsSignal.Payment(
                        date: today.adding(days: 64), isin: isin, title: "Kamaz", kind: .coupon, value: 44.88,
                        quantity: 40, amount: money("1795.20")), missing: [])
            ]
        } ?? [],
        totals: [
            BondsSignal.HoldingTotal(
                currency: roubles, value: money("41292"), expectedIncome: money("3590.40"),
                expectedRepayment: money("0"))
        ])
}
