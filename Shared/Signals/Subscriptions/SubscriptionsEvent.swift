import Domain
import Reasons

/// The events of subscriptions. Each carries `userId`, so that its user sees it.
public enum SubscriptionsEvent {
    /// Event `subscriptions.upcoming`: a payment is near, so many days before as its user wished. After a time of being
    /// down it is told once for each payment and says its day.
    public struct Upcoming: Codable, Hashable, Sendable {
        /// The name of the event.
        public static let type = "subscriptions.upcoming"

        /// The owner of the subscription.
        public let userId: String
        /// The subscription.
        public let id: String
        /// Its name.
        public let title: SubscriptionsSignal.Title
        /// How much.
        public let amount: Money
        /// The amount of the previous payment, when it was different.
        public let previousAmount: Money?
        /// The day of the payment.
        public let day: CalendarDay
        /// How many days are left, counted when it was told: 0 for today.
        public let daysRemaining: Int
        /// The account that it is taken from; absent when it is only recorded.
        public let account: String?
        /// Whether this is the first payment after a trial.
        public let endsTrial: Bool

        public init(
            userId: String, id: String, title: SubscriptionsSignal.Title, amount: Money, previousAmount: Money?,
            day: CalendarDay, daysRemaining: Int, account: String?, endsTrial: Bool
        ) {
            self.userId = userId
            self.id = id
            self.title = title
            self.amount = amount
            self.previousAmount = previousAmount
            self.day = day
            self.daysRemaining = daysRemaining
            self.account = account
            self.endsTrial = endsTrial
        }
    }

    /// Event `subscriptions.paid`: a payment was made.
    public struct Paid: Codable, Hashable, Sendable {
        /// The name of the event.
        public static let type = "subscriptions.paid"

        /// The owner of the subscription.
        public let userId: String
        /// The subscription.
        public let id: String
        /// Its name.
        public let title: SubscriptionsSignal.Title
        /// How much.
        public let amount: Money
        /// The day on which it was due.
        public let day: CalendarDay
        /// The day on which it was paid.
        public let paidOn: CalendarDay
        /// How it was paid.
        public let method: SubscriptionsSignal.PaymentMethod
        /// The account that it was taken from; absent when it was only recorded.
        public let account: String?
        /// The transfer in the books; absent when it was only recorded.
        public let transfer: String?
        /// How many attempts failed before.
        public let failedAttempts: Int

        public init(
            userId: String, id: String, title: SubscriptionsSignal.Title, amount: Money, day: CalendarDay,
            paidOn: CalendarDay, method: SubscriptionsSignal.PaymentMethod, account: String?, transfer: String?,
            failedAttempts: Int
        ) {
            self.userId = userId
            self.id = id
            self.title = title
            self.amount = amount
            self.day = day
            self.paidOn = paidOn
            self.method = method
            self.account = account
            self.transfer = transfer
            self.failedAttempts = failedAttempts
        }
    }

    /// Event `subscriptions.paymentFailed`: the ledger refused a payment. Told once for each attempt.
    public struct PaymentFailed: Codable, Hashable, Sendable {
        /// The name of the event.
        public static let type = "subscriptions.paymentFailed"

        /// The owner of the subscription.
        public let userId: String
        /// The subscription.
        public let id: String
        /// Its name.
        public let title: SubscriptionsSignal.Title
        /// How much.
        public let amount: Money
        /// The day on which it was due.
        public let day: CalendarDay
        /// The account that it should have been taken from.
        public let account: String
        /// The code of the fault, such as `insufficientFunds`.
        public let reason: String
        /// The ledger's sentence.
        public let message: String
        /// The reason of the ledger's sentence; absent where the ledger gave none.
        public let messageReason: Explanation?
        /// Which attempt it was: 1, 2, 3 ...
        public let attempt: Int
        /// The day on which it is tried again; absent when it is not, unless money arrives.
        public let nextTry: CalendarDay?

        public init(
            userId: String, id: String, title: SubscriptionsSignal.Title, amount: Money, day: CalendarDay,
            account: String, reason: String, message: String, messageReason: Explanation? = nil, attempt: Int,
            nextTry: CalendarDay?
        ) {
            self.userId = userId
            self.id = id
            self.title = title
            self.amount = amount
            self.day = day
            self.account = account
            self.reason = reason
            self.message = message
            self.messageReason = messageReason
            self.attempt = attempt
            self.nextTry = nextTry
        }
    }

    /// Event `subscriptions.priceChanged`: a subscription costs another amount from a day on. Told when it becomes
    /// known.
    public struct PriceChanged: Codable, Hashable, Sendable {
        /// The name of the event.
        public static let type = "subscriptions.priceChanged"

        /// The owner of the subscription.
        public let userId: String
        /// The subscription.
        public let id: String
        /// Its name.
        public let title: SubscriptionsSignal.Title
        /// The old price.
        public let old: Money
        /// The new price; its currency may be different.
        public let new: Money
        /// From which day.
        public let day: CalendarDay

        public init(
            userId: String, id: String, title: SubscriptionsSignal.Title, old: Money, new: Money, day: CalendarDay
        ) {
            self.userId = userId
            self.id = id
            self.title = title
            self.old = old
            self.new = new
            self.day = day
        }

        /// Whether it costs more, where both amounts are in one currency.
        public var isRise: Bool { old.currency == new.currency && new.minorUnits > old.minorUnits }
    }

    /// Event `subscriptions.cancelBy`: the last days in which a subscription can be cancelled before it is paid again.
    public struct CancelBy: Codable, Hashable, Sendable {
        /// The name of the event.
        public static let type = "subscriptions.cancelBy"

        /// The owner of the subscription.
        public let userId: String
        /// The subscription.
        public let id: String
        /// Its name.
        public let title: SubscriptionsSignal.Title
        /// The amount that is due unless it is cancelled.
        public let amount: Money
        /// The last day to cancel on.
        public let cancelBy: CalendarDay
        /// How many days are left till then, counted when it was told: 0 for today, below zero when it is told late.
        public let daysRemaining: Int
        /// The day of the payment.
        public let day: CalendarDay

        public init(
            userId: String, id: String, title: SubscriptionsSignal.Title, amount: Money, cancelBy: CalendarDay,
            daysRemaining: Int, day: CalendarDay
        ) {
            self.userId = userId
            self.id = id
            self.title = title
            self.amount = amount
            self.cancelBy = cancelBy
            self.daysRemaining = daysRemaining
            self.day = day
        }
    }

    /// Event `subscriptions.balanceLow`: an account will have less in it than its user wants kept. Told before that
    /// day, once.
    public struct BalanceLow: Codable, Hashable, Sendable {
        /// The name of the event.
        public static let type = "subscriptions.balanceLow"

        /// Whose account it is.
        public let userId: String
        /// The account.
        public let account: String
        /// What its user calls it.
        public let accountName: String
        /// The first day on which there is too little.
        public let day: CalendarDay
        /// The balance on that day.
        public let balance: Money
        /// The least that there will be in the days that were looked at.
        public let lowest: Money
        /// The day on which there is least.
        public let lowestDay: CalendarDay
        /// The buffer that its user wants kept.
        public let buffer: Money
        /// The change that takes the balance below the buffer; absent when it is below already.
        public let because: SubscriptionsSignal.ForecastChange?

        public init(
            userId: String, account: String, accountName: String, day: CalendarDay, balance: Money, lowest: Money,
            lowestDay: CalendarDay, buffer: Money, because: SubscriptionsSignal.ForecastChange?
        ) {
            self.userId = userId
            self.account = account
            self.accountName = accountName
            self.day = day
            self.balance = balance
            self.lowest = lowest
            self.lowestDay = lowestDay
            self.buffer = buffer
            self.because = because
        }
    }
}
