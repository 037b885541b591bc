import Coordination
import Domain
import Signals

/// The store of subscriptions, in terms of the model.
package protocol SubscriptionsStore: ModelStore
where Reading == any SubscriptionsReading, Writing == any SubscriptionsTransaction {}

/// The queries.
package protocol SubscriptionsReading {
    /// Returns a subscription of any user.
    func subscription(_ id: String) throws -> Subscription?
    /// Returns all subscriptions of a user, in the order they were added.
    func subscriptions(of owner: String) throws -> [Subscription]
    /// Returns the payment of a day; nil when the day was never due.
    func payment(of subscription: String, on day: CalendarDay) throws -> Payment?
    /// Returns the payments of a user, or of one subscription, newest first, after a place in that order.
    func payments(of owner: String, subscription: String?, after place: PaymentPlace?, limit: Int) throws -> [Payment]
    /// Returns the refused and the pending payments of a user, oldest first.
    func openPayments(of owner: String) throws -> [Payment]
    /// Returns what was paid for a subscription, or for all subscriptions of a user since a day, by currency.
    func paid(of owner: String, subscription: String?, since day: CalendarDay?) throws -> (count: Int, sums: [Money])
    /// Returns the ids of the user's transfers that already are payments.
    func transfers(of owner: String) throws -> Set<String>
    /// Returns the settings of a user; nil when there are none.
    func settings(of owner: String) throws -> UserSettings?
    /// Returns the services that a user created, by title.
    func ownServices(of owner: String) throws -> [OwnService]
    /// Returns the suggestions that a user dismissed.
    func dismissals(of owner: String) throws -> Set<String>
    /// Returns the accounts for which the user was warned about a low balance.
    func lowAccounts(of owner: String) throws -> Set<String>

    /// Returns subscriptions whose next payment is due, earliest first.
    func due(at now: Instant, limit: Int) throws -> [Subscription]
    /// Returns subscriptions with a due reminder.
    func toRemind(at now: Instant, limit: Int) throws -> [Subscription]
    /// Returns payments that are due for a retry, oldest first.
    func toRetry(at now: Instant, limit: Int) throws -> [Payment]
    /// Returns the pending payments, in the order of their days.
    func pending(limit: Int) throws -> [Payment]
    /// Returns the refused payments of an account, oldest first.
    func refused(of account: String) throws -> [Payment]
    /// Returns users whose forecast is due.
    func toLookAt(at now: Instant, limit: Int) throws -> [UserSettings]
    /// Returns the next moment at which a job has something to do; nil for never.
    func nextMoment() throws -> Instant?
    /// Returns the sequence of the last handled event of ledger.
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

/// The changes. An object with the same id is replaced.
package protocol SubscriptionsTransaction: SubscriptionsReading {
    func put(_ subscription: Subscription) throws
    /// Deletes a subscription.
    func remove(_ subscription: Subscription) throws
    func put(_ payment: Payment) throws
    /// Deletes a payment, as if its day had never been due.
    func remove(_ payment: Payment) throws
    /// Deletes the payments of a subscription.
    /// - Returns: The number of payments.
    func removePayments(of subscription: String) throws -> Int
    func put(_ settings: UserSettings) throws
    func put(_ service: OwnService) throws
    func dismiss(_ suggestion: String, by owner: String) throws
    func setLow(_ accounts: Set<String>, of owner: String) throws
    /// Schedules a forecast for a user, if there are settings of that user.
    func lookAt(_ owner: String, at moment: Instant) throws
    /// Stores the zone of a user under the revision of auth, unless a newer one is known.
    /// - Returns: True when the zone was stored.
    func keep(zone: String, of owner: String, revision: Int64) throws -> Bool
    /// Deletes all data of a user.
    func forget(_ owner: String) throws
    /// Stores the sequence of the last handled event of ledger.
    func setLastSequence(_ sequence: Int64) throws
    /// Appends an event to the log.
    func tell(_ change: SubscriptionChange) throws
}
