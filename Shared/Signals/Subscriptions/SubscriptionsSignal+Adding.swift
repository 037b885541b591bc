import Coordination
import Domain

extension SubscriptionsSignal {
    /// The service that is paid for: one of the catalogue by its id, or one of the user's own by its title, which is
    /// created when it is new.
    public enum ServiceChoice: Hashable, Sendable {
        /// A service of the catalogue, or one of the user's own.
        case known(String)
        /// One of the user's own: its title, 1 to 100 characters, and its colour, `#rrggbb`.
        case own(title: String, color: String?)
    }

    /// Adds a subscription. With `payFrom` the ledger grants the mandate for that account in the same step. A code is
    /// needed when the account requires one for that amount.
    ///
    /// - Answer: ``SubscriptionAnswer``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound`, `limitExceeded` (1,000 subscriptions a
    ///   user), `currencyMismatch`, `accountClosed`, `confirmationRequired`, `wrongCode`, `tooManyAttempts`,
    ///   `unavailable`.
    public struct Add: Signal {
        public typealias Answer = SubscriptionAnswer
        public static let method: SignalMethod = "subscriptions.add"
        public static let summary = "Adds a recurring expense."

        /// The service that is paid for: an id of the catalogue or of the user's own services, or a title.
        public let service: ServiceChoice
        /// How much, more than zero.
        public let amount: Money
        /// The first day, in the past too; all others are counted from it.
        public let start: CalendarDay
        /// How often.
        public let every: Every
        /// A note, at most 500 characters.
        public let description: String?
        /// The category, at most 100 characters; `subscriptions` in the ledger when absent.
        public let category: String?
        /// How many days before a payment to remind, at most 10 numbers of 0 ... 366; none when absent.
        public let remindDaysBefore: [Int]?
        /// How many days before a payment it must be cancelled, 0 ... 366.
        public let cancelDaysBefore: Int?
        /// The account to pay from; payments are only recorded when absent.
        public let payFrom: String?
        /// The last day on which nothing is paid.
        public let trialUntil: CalendarDay?
        /// The last day on which something is due.
        public let ends: CalendarDay?
        /// A code of the authenticator app, where the account wants one.
        public let code: String?

        public init(
            service: ServiceChoice, amount: Money, start: CalendarDay, every: Every, description: String? = nil,
            category: String? = nil, remindDaysBefore: [Int]? = nil, cancelDaysBefore: Int? = nil,
            payFrom: String? = nil, trialUntil: CalendarDay? = nil, ends: CalendarDay? = nil, code: String? = nil
        ) {
            self.service = service
            self.amount = amount
            self.start = start
            self.every = every
            self.description = description
            self.category = category
            self.remindDaysBefore = remindDaysBefore
            self.cancelDaysBefore = cancelDaysBefore
            self.payFrom = payFrom
            self.trialUntil = trialUntil
            self.ends = ends
            self.code = code
        }
    }

    /// Changes a subscription: what is given. Payments that were made stay as they are.
    ///
    /// - Answer: ``SubscriptionAnswer``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound`, `currencyMismatch`, `accountClosed`,
    ///   `confirmationRequired`, `wrongCode`, `tooManyAttempts`, `unavailable`.
    public struct Update: Signal {
        public typealias Answer = SubscriptionAnswer
        public static let method: SignalMethod = "subscriptions.update"
        public static let summary = "Changes a subscription."

        /// The subscription.
        public let id: String
        /// The service that is paid for.
        public let service: ServiceChoice?
        /// The price from `amountFrom` on.
        public let amount: Money?
        /// From which day it costs that; from the first that is not settled when absent, so from the start where that
        /// is to come.
        public let amountFrom: CalendarDay?
        /// The day from which others are counted.
        public let start: CalendarDay?
        /// How often.
        public let every: Every?
        /// A note; an empty text removes it.
        public let description: String?
        /// The category; an empty text removes it.
        public let category: String?
        /// How many days before a payment to remind; an empty list for never.
        public let remindDaysBefore: [Int]?
        /// How many days before a payment it must be cancelled; -1 for no such rule.
        public let cancelDaysBefore: Int?
        /// The account to pay from; an empty text to record payments only.
        public let payFrom: String?
        /// The last day on which nothing is paid; an empty text for none.
        public let trialUntil: String?
        /// The last day on which something is due; an empty text for none.
        public let ends: String?
        /// A code of the authenticator app, where the account wants one.
        public let code: String?

        public init(
            id: String, service: ServiceChoice? = nil, amount: Money? = nil, amountFrom: CalendarDay? = nil,
            start: CalendarDay? = nil, every: Every? = nil, description: String? = nil, category: String? = nil,
            remindDaysBefore: [Int]? = nil, cancelDaysBefore: Int? = nil, payFrom: String? = nil,
            trialUntil: String? = nil, ends: String? = nil, code: String? = nil
        ) {
            self.id = id
            self.service = service
            self.amount = amount
            self.amountFrom = amountFrom
            self.start = start
            self.every = every
            self.description = description
            self.category = category
            self.remindDaysBefore = remindDaysBefore
            self.cancelDaysBefore = cancelDaysBefore
            self.payFrom = payFrom
            self.trialUntil = trialUntil
            self.ends = ends
            self.code = code
        }
    }

    /// Removes a subscription and keeps or removes its payments. Money that moved stays moved.
    ///
    /// - Answer: ``RemovedSubscription``.
    /// - Faults, first match wins: `conflict` (the ledger is being asked for a payment that would be removed, as
    ///   well), `notFound`.
    public struct Remove: Signal {
        public typealias Answer = RemovedSubscription
        public static let method: SignalMethod = "subscriptions.remove"
        public static let summary = "Removes a subscription."

        /// The subscription.
        public let id: String
        /// Whether to remove its payments too; they are kept when absent.
        public let removePayments: Bool?

        public init(id: String, removePayments: Bool? = nil) {
            self.id = id
            self.removePayments = removePayments
        }
    }

    /// The result of removing a subscription.
    public struct RemovedSubscription: Codable, Hashable, Sendable {
        /// The subscription.
        public let id: String
        /// How many payments are still listed.
        public let paymentsKept: Int
        /// How many were removed.
        public let paymentsRemoved: Int

        public init(id: String, paymentsKept: Int, paymentsRemoved: Int) {
            self.id = id
            self.paymentsKept = paymentsKept
            self.paymentsRemoved = paymentsRemoved
        }
    }

    /// Pauses a subscription: no payments, reminders or retries. Pausing twice changes nothing.
    ///
    /// - Answer: ``SubscriptionAnswer``.
    /// - Faults, first match wins: `conflict`, `notFound`.
    public struct Pause: Signal {
        public typealias Answer = SubscriptionAnswer
        public static let method: SignalMethod = "subscriptions.pause"
        public static let summary = "Pauses a subscription."

        /// The subscription.
        public let id: String

        public init(id: String) {
            self.id = id
        }
    }

    /// Resumes a subscription from today. Payments that fell due meanwhile are skipped. Resuming twice changes nothing.
    ///
    /// - Answer: ``SubscriptionAnswer``.
    /// - Faults, first match wins: `conflict`, `notFound`.
    public struct Resume: Signal {
        public typealias Answer = SubscriptionAnswer
        public static let method: SignalMethod = "subscriptions.resume"
        public static let summary = "Resumes a subscription."

        /// The subscription.
        public let id: String

        public init(id: String) {
            self.id = id
        }
    }
}
