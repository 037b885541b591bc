import Domain
import Signals

/// A payment of a subscription: one for each due day, whatever its outcome.
package struct Payment: Hashable, Sendable {
    /// Returns the idempotency key for the ledger; the same attempt always has the same key.
    package static func key(_ subscription: String, _ day: CalendarDay, attempt: Int) -> String {
        "\(subscription):\(day):\(attempt)"
    }

    package let id: String
    package let subscription: String
    package let owner: String
    package var title: SubscriptionsSignal.Title
    package let day: CalendarDay
    package var amount: Money
    package var status: SubscriptionsSignal.PaymentStatus
    package var method: SubscriptionsSignal.PaymentMethod?
    package var paidOn: CalendarDay?
    package var account: String?
    package var category: String?
    package var transfer: String?
    /// The number of attempts that the ledger refused, which is also the number of the current or next attempt.
    package var failures = 0
    package var reason: String?
    /// The sequence of ledger's newest event just before the request that was refused last. Events up to it are older
    /// than the refusal and do not justify a retry. Nil without a refusal.
    package var refusedAfter: Int64?
    /// The time of the next retry; nil when only money or the user can help.
    package var retryAt: Instant?
    /// The day of ``retryAt``.
    package var nextTry: CalendarDay?

    /// The day that occurrences were counted from before this payment renewed the subscription; nil when it did not
    /// renew.
    package var renewedFrom: CalendarDay?

    package init(
        id: String, subscription: String, owner: String, title: SubscriptionsSignal.Title, day: CalendarDay,
        amount: Money, status: SubscriptionsSignal.PaymentStatus
    ) {
        self.id = id
        self.subscription = subscription
        self.owner = owner
        self.title = title
        self.day = day
        self.amount = amount
        self.status = status
    }

    /// Creates the payment of a day of `subscription`. Its id is derived from the day, so a day never has two payments.
    package static func of(
        _ subscription: Subscription, on day: CalendarDay, _ status: SubscriptionsSignal.PaymentStatus
    ) -> Payment {
        Payment(
            id: "\(subscription.id)-\(day)", subscription: subscription.id, owner: subscription.owner,
            title: subscription.title, day: day, amount: subscription.price(on: day), status: status)
    }
}
