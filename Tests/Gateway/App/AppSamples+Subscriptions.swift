import Domain
import Signals

/// Subscriptions for tests of scenes.
extension AppSamples {
    static func subscription(
        _ id: String, _ title: String, _ amount: String, in days: Int?,
        _ status: SubscriptionsSignal.Status = .active
    ) -> SubscriptionsSignal.Subscription {
        SubscriptionsSignal.Subscription(
            id: id, service: title.lowercased(), title: SubscriptionsSignal.Title(ru: title, en: title), color: nil,
            amount: money(amount), every: SubscriptionsSignal.Every(count: 1, unit: .month),
            start: today.adding(days: -60),
            nextPayment: days.map {
                SubscriptionsSignal.NextPayment(date: today.adding(days: $0), daysRemaining: $0, amount: money(amount))
            }, status: status, description: nil, category: nil, remindDaysBefore: [3], cancelDaysBefore: nil,
            payFrom: nil, trialUntil: nil, ends: nil,
            prices: [SubscriptionsSignal.Price(from: today.adding(days: -60), amount: money(amount))], createdAt: now)
    }

    static let subscriptions = [
        subscription("s1", "Netflix", "999", in: 0), subscription("s2", "Gym", "2500", in: 5, .pastDue),
        subscription("s3", "Spotify", "499", in: nil, .paused),
    ]

    static let subscriptionTotals = SubscriptionsSignal.TotalsAnswer(
        today: today, currencies: [], categories: [], currency: roubles,
        total: SubscriptionsSignal.Sum(
            month: money("3998"), year: money("47976"), paidThisMonth: money("0"), paidThisYear: money("0")),
        missing: [], ratesKnown: true)

    static func title(_ english: String, _ russian: String) -> SubscriptionsSignal.Title {
        SubscriptionsSignal.Title(ru: russian, en: english)
    }

    /// Returns the forecast of an account with a subscription in three days and a coupon in twenty.
    static func forecast(
        of account: LedgerSignal.Account, days: Int = 30, buffer: String = "0", isLow: Bool = false
    ) -> SubscriptionsSignal.AccountForecast {
        let cinema = SubscriptionsSignal.ForecastChange(
            day: today.adding(days: 3), kind: .subscription, id: "s1", title: title("Cinema", "Кино"),
            amount: money("-999"))
        let coupon = SubscriptionsSignal.ForecastChange(
            day: today.adding(days: 20), kind: .coupon, id: "c1", title: title("Bond coupon", "Купон облигации"),
            amount: money("350"))
        var balance = account.balance.minorUnits
        let line = (0..<days).map { number in
            let day = today.adding(days: number)
            let changes = [cinema, coupon].filter { $0.day == day }
            for change in changes { balance += change.amount.minorUnits }
            return SubscriptionsSignal.ForecastDay(
                date: day, balance: Money(minorUnits: balance, currency: roubles), changes: changes)
        }
        let lowest = SubscriptionsSignal.ForecastLow(date: line[3].date, balance: line[3].balance, because: cinema)
        return SubscriptionsSignal.AccountForecast(
            account: account.id, name: account.name, balance: account.balance, buffer: money(buffer), days: line,
            lowest: lowest, low: isLow ? lowest : nil)
    }

    /// The forecast of an empty account without changes.
    static let emptyForecast = SubscriptionsSignal.AccountForecast(
        account: "e1e2e3e4e5e6", name: "empty", balance: money("0"), buffer: money("0"),
        days: (0..<30).map { number in
            SubscriptionsSignal.ForecastDay(date: today.adding(days: number), balance: money("0"), changes: [])
        },
        lowest: SubscriptionsSignal.ForecastLow(date: today, balance: money("0")), low: nil)

    static func forecastAnswer(
        _ accounts: [SubscriptionsSignal.AccountForecast], unplaced: [SubscriptionsSignal.ForecastChange] = [],
        bonds: Bool = true
    ) -> SubscriptionsSignal.ForecastAnswer {
        SubscriptionsSignal.ForecastAnswer(
            from: today, to: today.adding(days: 29), accounts: accounts, unplaced: unplaced, bonds: bonds)
    }
}
