import Coordination
import Domain
import Signals

extension SubscriptionsSignal.Subscription {
    /// Creates the answer about a subscription on a day.
    init(_ view: SubscriptionView) {
        let subscription = view.subscription
        let next = view.nextDay.map { day in
            SubscriptionsSignal.NextPayment(
                date: day, daysRemaining: day.daysSince1970 - view.today.daysSince1970,
                amount: view.pastDue?.amount ?? subscription.price(on: day))
        }
        self.init(
            id: subscription.id, service: subscription.service, title: subscription.title, color: subscription.color,
            amount: subscription.currentPrice(on: view.today),
            every: SubscriptionsSignal.Every(
                count: subscription.recurrence.count, unit: subscription.recurrence.unit),
            start: subscription.recurrence.start, nextPayment: next, status: view.status,
            description: subscription.description, category: subscription.category,
            remindDaysBefore: subscription.reminders, cancelDaysBefore: subscription.cancelDays,
            payFrom: subscription.payFrom, trialUntil: subscription.trialUntil, ends: subscription.ends,
            prices: subscription.prices.map { SubscriptionsSignal.Price(from: $0.from, amount: $0.amount) },
            createdAt: subscription.createdAt)
    }
}

extension SubscriptionsSignal.Payment {
    /// Creates the answer about a payment, as its owner sees it.
    init(_ payment: Payment) {
        self.init(
            id: payment.id, subscription: payment.subscription, title: payment.title, date: payment.day,
            amount: payment.amount, status: payment.status, method: payment.method, paidOn: payment.paidOn,
            account: payment.account, transfer: payment.transfer, failedAttempts: payment.failures,
            reason: payment.reason, nextTry: payment.nextTry)
    }
}

extension SubscriptionDependencies {
    /// Returns the answer about a subscription as it is in this transaction.
    func answer(
        about id: String, of user: String, mandate: SubscriptionsSignal.Mandate? = nil,
        in reading: any SubscriptionsReading
    ) throws -> SubscriptionsSignal.SubscriptionAnswer {
        SubscriptionsSignal.SubscriptionAnswer(
            subscription: SubscriptionsSignal.Subscription(try view(id, of: user, in: reading)), mandate: mandate)
    }
}
