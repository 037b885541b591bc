import Signals

/// An event that subscriptions publishes.
package enum SubscriptionChange: Sendable {
    case upcoming(SubscriptionsEvent.Upcoming)
    case paid(SubscriptionsEvent.Paid)
    case paymentFailed(SubscriptionsEvent.PaymentFailed)
    case priceChanged(SubscriptionsEvent.PriceChanged)
    case cancelBy(SubscriptionsEvent.CancelBy)
    case balanceLow(SubscriptionsEvent.BalanceLow)
    case changed(SubscriptionsEvent.Changed)
}

extension SubscriptionChange {
    /// Creates the event of a changed subscription.
    static func changed(_ subscription: Subscription, _ change: SubscriptionsEvent.Change) -> SubscriptionChange {
        .changed(SubscriptionsEvent.Changed(userId: subscription.owner, id: subscription.id, change: change))
    }

    /// Creates the event of a payment that was made.
    static func paid(_ payment: Payment) -> SubscriptionChange {
        .paid(
            SubscriptionsEvent.Paid(
                userId: payment.owner, id: payment.subscription, title: payment.title, amount: payment.amount,
                day: payment.day, paidOn: payment.paidOn ?? payment.day, method: payment.method ?? .recorded,
                account: payment.account, transfer: payment.transfer, failedAttempts: payment.failures))
    }
}
