import Domain
import Signals

/// A payment of a subscription: one for each day that was due, whatever became of it.
package struct Payment: Hashable, Sendable {
    /// What the ledger is asked by: the same for the same attempt, for ever.
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
    /// How many attempts the ledger refused. The attempt in hand, or the next, has this number.
    package var failures = 0
    package var reason: String?
    /// The newest of ledger's events just before it was asked the last time that it refused: news up to there is older than
    /// the refusal and changes nothing about it. Nil while it was not refused.
    package var refusedAfter: Int64?
    /// When it is tried again; nil when only money, or its user, can help.
    package var retryAt: Instant?
    /// The day of ``retryAt``.
    package var nextTry: CalendarDay?

    /// The day that days were counted from before this payment renewed the subscription; nil where it did not.
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

    /// A payment of a day of `subscription`, whose id is that of the day: the same day never has two.
    package static func of(
        _ subscription: Subscription, on day: CalendarDay, _ status: SubscriptionsSignal.PaymentStatus
    ) -> Payment {
        Payment(
            id: "\(subscription.id)-\(day)", subscription: subscription.id, owner: subscription.owner,
            title: subscription.title, day: day, amount: subscription.price(on: day), status: status)
    }
}
