import Signals

/// What is told to others.
package enum News: Sendable {
    case upcoming(SubscriptionsEvent.Upcoming)
    case paid(SubscriptionsEvent.Paid)
    case paymentFailed(SubscriptionsEvent.PaymentFailed)
    case priceChanged(SubscriptionsEvent.PriceChanged)
    case cancelBy(SubscriptionsEvent.CancelBy)
    case balanceLow(SubscriptionsEvent.BalanceLow)
}

extension News {
    /// Tells that a payment was made.
    static func paid(_ payment: Payment) -> News {
        .paid(
            SubscriptionsEvent.Paid(
                userId: payment.owner, id: payment.subscription, title: payment.title, amount: payment.amount,
                day: payment.day, paidOn: payment.paidOn ?? payment.day, method: payment.method ?? .recorded,
                account: payment.account, transfer: payment.transfer, failedAttempts: payment.failures))
    }
}
