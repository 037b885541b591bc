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
}
