import Coordination
import Domain
import Signals

/// Where subscriptions are kept, in words of the model.
package protocol SubscriptionsStore: ModelStore
where Reading == any SubscriptionsReading, Writing == any SubscriptionsTransaction {}

/// What can be asked.
package protocol SubscriptionsReading {
    /// A subscription of anybody's.
    func subscription(_ id: String) throws -> Subscription?
    /// All of a user's, in the order they were added.
    func subscriptions(of owner: String) throws -> [Subscription]
    /// The payment of a day; nil when that was never due.
    func payment(of subscription: String, on day: CalendarDay) throws -> Payment?
    /// Payments of a user, or of one of their subscriptions, the newest first, after a place in that order.
    func payments(of owner: String, subscription: String?, after place: PaymentPlace?, limit: Int) throws -> [Payment]
    /// The payments of a user that were refused, or that the ledger is being asked for, the oldest first.
    func openPayments(of owner: String) throws -> [Payment]
    /// What was paid for a subscription, or in a range of days for all of a user, by currency.
    func paid(of owner: String, subscription: String?, since day: CalendarDay?) throws -> (count: Int, sums: [Money])
    /// The ids of transfers that are payments already, of a user.
    func transfers(of owner: String) throws -> Set<String>
    /// What a user has set; nil when nothing.
    func settings(of owner: String) throws -> UserSettings?
    /// The services a user has made, by title.
    func ownServices(of owner: String) throws -> [OwnService]
    /// What a user does not want suggested.
    func dismissals(of owner: String) throws -> Set<String>
    /// The accounts that a user was told will have too little.
    func lowAccounts(of owner: String) throws -> Set<String>

    /// Subscriptions whose next payment is due, the first first.
    func due(at now: Instant, limit: Int) throws -> [Subscription]
    /// Subscriptions of which their users are to be reminded.
    func toRemind(at now: Instant, limit: Int) throws -> [Subscription]
    /// Payments that are to be tried again, the oldest first.
    func toRetry(at now: Instant, limit: Int) throws -> [Payment]
    /// Payments that the ledger is to be asked for, in the order of their days.
    func pending(limit: Int) throws -> [Payment]
    /// Payments refused of an account, the oldest first.
    func refused(of account: String) throws -> [Payment]
    /// Users whose balances are to be looked at.
    func toLookAt(at now: Instant, limit: Int) throws -> [UserSettings]
    /// When something is to be done next; nil for never.
    func nextMoment() throws -> Instant?
    /// The sequence of the last of ledger's events that was handled.
    func lastSequence() throws -> Int64
}

/// A place in a list of payments.
package struct PaymentPlace: Hashable, Sendable {
    package let day: CalendarDay
    package let id: String

    package init(day: CalendarDay, id: String) {
        self.day = day
        self.id = id
    }
}

/// What can be changed. What has the same id is replaced.
package protocol SubscriptionsTransaction: SubscriptionsReading {
    func put(_ subscription: Subscription) throws
    /// Takes a subscription out of the list.
    func remove(_ subscription: Subscription) throws
    func put(_ payment: Payment) throws
    /// Forgets a payment, as if its day had never been due.
    func remove(_ payment: Payment) throws
    /// Forgets the payments of a subscription.
    /// - Returns: How many there were.
    func removePayments(of subscription: String) throws -> Int
    func put(_ settings: UserSettings) throws
    func put(_ service: OwnService) throws
    func dismiss(_ suggestion: String, by owner: String) throws
    func setLow(_ accounts: Set<String>, of owner: String) throws
    /// Has the balances of a user looked at, if they have anything here.
    func lookAt(_ owner: String, at moment: Instant) throws
    /// Keeps the zone of a user, as auth numbers it, unless a newer one is known.
    /// - Returns: Whether it is kept.
    func keep(zone: String, of owner: String, revision: Int64) throws -> Bool
    /// Forgets a user and all that was theirs.
    func forget(_ owner: String) throws
    /// Notes that ledger's events up to this one are handled.
    func setLastSequence(_ sequence: Int64) throws
    /// Tells others.
    func tell(_ change: SubscriptionChange) throws
}
