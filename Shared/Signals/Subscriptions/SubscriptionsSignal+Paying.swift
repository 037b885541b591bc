import Coordination
import Domain

extension SubscriptionsSignal {
    /// A payment of a subscription.
    public struct Payment: Codable, Hashable, Sendable {
        /// The id.
        public let id: String
        /// The subscription; it may have been removed since.
        public let subscription: String
        /// The name of the subscription, also when it was removed.
        public let title: Title
        /// The day on which it was due.
        public let date: CalendarDay
        /// How much.
        public let amount: Money
        /// What became of it.
        public let status: PaymentStatus
        /// How it was paid; absent when it was not.
        public let method: PaymentMethod?
        /// The day on which it was paid.
        public let paidOn: CalendarDay?
        /// The account that paid it.
        public let account: String?
        /// The transfer in the ledger.
        public let transfer: String?
        /// How many attempts failed.
        public let failedAttempts: Int
        /// The code of the fault of the last attempt that failed.
        public let reason: String?
        /// The day of the next retry.
        public let nextTry: CalendarDay?

        public init(
            id: String, subscription: String, title: Title, date: CalendarDay, amount: Money, status: PaymentStatus,
            method: PaymentMethod? = nil, paidOn: CalendarDay? = nil, account: String? = nil, transfer: String? = nil,
            failedAttempts: Int = 0, reason: String? = nil, nextTry: CalendarDay? = nil
        ) {
            self.id = id
            self.subscription = subscription
            self.title = title
            self.date = date
            self.amount = amount
            self.status = status
            self.method = method
            self.paidOn = paidOn
            self.account = account
            self.transfer = transfer
            self.failedAttempts = failedAttempts
            self.reason = reason
            self.nextTry = nextTry
        }
    }

    /// Records that a payment was made by any means: the oldest unpaid one, or else the next. No money moves.
    ///
    /// Without `date` and `ahead`, one payment at most is paid ahead: a repeated request means the same payment.
    ///
    /// - Answer: ``PaymentAnswer``. A payment that is made already stays as it is.
    /// - Faults, first match wins: `permissionDenied`, `invalidArgument`, `conflict` (the ledger is being asked to make
    ///   it as well; or what is due is made already, and the next would be paid ahead), `notFound`.
    public struct Pay: Signal {
        public typealias Answer = PaymentAnswer
        public static let method: SignalMethod = "subscriptions.pay"
        public static let summary = "Marks a payment as made."

        /// The subscription.
        public let id: String
        /// The day of the payment that is meant.
        public let date: CalendarDay?
        /// When it was paid, today or earlier; today when absent.
        public let paidOn: CalendarDay?
        /// How much it was; what it costs when absent.
        public let amount: Money?
        /// True: counts future days from the day of payment.
        public let renew: Bool?
        /// The user; only for the service notifications.
        public let user: String?
        /// True: the next payment, although nothing is due.
        public let ahead: Bool?

        public init(
            id: String, date: CalendarDay? = nil, paidOn: CalendarDay? = nil, amount: Money? = nil,
            renew: Bool? = nil, user: String? = nil, ahead: Bool? = nil
        ) {
            self.id = id
            self.date = date
            self.paidOn = paidOn
            self.amount = amount
            self.renew = renew
            self.user = user
            self.ahead = ahead
        }
    }

    /// Skips a payment: the oldest unpaid one, or else the next.
    ///
    /// - Answer: ``PaymentAnswer``. A payment that was left out already stays so.
    /// - Faults, first match wins: `permissionDenied`, `invalidArgument`, `conflict` (it is made already; the ledger is
    ///   being asked to make it; or one to come is left out already, and the next would be as well), `notFound`.
    public struct Skip: Signal {
        public typealias Answer = PaymentAnswer
        public static let method: SignalMethod = "subscriptions.skip"
        public static let summary = "Skips a payment."

        /// The subscription.
        public let id: String
        /// The day of the payment that is meant.
        public let date: CalendarDay?
        /// The user; only for the service notifications.
        public let user: String?
        /// True: the next payment, although a future one is skipped already.
        public let ahead: Bool?

        public init(id: String, date: CalendarDay? = nil, user: String? = nil, ahead: Bool? = nil) {
            self.id = id
            self.date = date
            self.user = user
            self.ahead = ahead
        }
    }

    /// Removes the mark of a payment, made or skipped: the newest marked one unless the day is given. The payment is
    /// due again when its day is in the future, past due when it was refused before, and skipped when its day has
    /// passed.
    ///
    /// - Answer: ``UnpaidAnswer``.
    /// - Faults, first match wins: `invalidArgument`, `conflict` (nothing was said of it, or the ledger moved money for
    ///   it by the transfer that the details name, which is reversed instead), `notFound`.
    public struct Unpay: Signal {
        public typealias Answer = UnpaidAnswer
        public static let method: SignalMethod = "subscriptions.unpay"
        public static let summary = "Removes the mark that a payment was made or skipped."

        /// The subscription.
        public let id: String
        /// The day of the payment that is meant.
        public let date: CalendarDay?

        public init(id: String, date: CalendarDay? = nil) {
            self.id = id
            self.date = date
        }
    }

    /// The state of a payment whose mark was removed.
    public struct UnpaidAnswer: Codable, Hashable, Sendable {
        /// The day on which the payment is due.
        public let date: CalendarDay
        /// The payment as it is now; absent when it is simply due again.
        public let payment: Payment?
        /// The subscription as it is now.
        public let subscription: Subscription

        public init(date: CalendarDay, payment: Payment?, subscription: Subscription) {
            self.date = date
            self.payment = payment
            self.subscription = subscription
        }
    }

    /// A payment and its subscription.
    public struct PaymentAnswer: Codable, Hashable, Sendable {
        /// The payment as it is now.
        public let payment: Payment
        /// The subscription as it is now.
        public let subscription: Subscription

        public init(payment: Payment, subscription: Subscription) {
            self.payment = payment
            self.subscription = subscription
        }
    }

    /// Lists payments, newest first.
    ///
    /// - Answer: ``PaymentList``.
    /// - Faults, first match wins: `invalidArgument`, `notFound`.
    public struct Payments: Signal {
        public typealias Answer = PaymentList
        public static let method: SignalMethod = "subscriptions.payments"
        public static let summary = "Lists the payments of your subscriptions."
        public static let effect = SignalEffect.reads

        /// Of one subscription; of all when absent.
        public let id: String?
        /// At most so many, 1 ... 1,000; 50 when absent.
        public let limit: Int?
        /// Where the page before ended.
        public let cursor: String?

        public init(id: String? = nil, limit: Int? = nil, cursor: String? = nil) {
            self.id = id
            self.limit = limit
            self.cursor = cursor
        }
    }

    /// A page of payments.
    public struct PaymentList: Codable, Hashable, Sendable {
        /// The newest first.
        public let payments: [Payment]
        /// Where the next page begins; absent at the end.
        public let nextCursor: String?

        public init(payments: [Payment], nextCursor: String? = nil) {
            self.payments = payments
            self.nextCursor = nextCursor
        }
    }
}
