import Coordination
import Domain

extension SubscriptionsSignal {
    /// Lists subscriptions by their next payment, paused and ended ones last.
    ///
    /// - Answer: ``SubscriptionList``.
    /// - Faults, first match wins: `invalidArgument`.
    public struct List: Signal {
        public typealias Answer = SubscriptionList
        public static let method: SignalMethod = "subscriptions.list"
        public static let summary = "Lists your subscriptions, next payment first."
        public static let effect = SignalEffect.reads
        /// Only looked up: any text that was ever stored is found.
        public static let rawTexts: Set<String> = ["category"]

        /// Only those of this status.
        public let status: Status?
        /// Only those of this category.
        public let category: String?
        /// At most so many, 1 ... 1,000; 50 when absent.
        public let limit: Int?
        /// Where the page before ended.
        public let cursor: String?

        public init(status: Status? = nil, category: String? = nil, limit: Int? = nil, cursor: String? = nil) {
            self.status = status
            self.category = category
            self.limit = limit
            self.cursor = cursor
        }
    }

    /// A page of subscriptions.
    public struct SubscriptionList: Codable, Hashable, Sendable {
        /// The next payment first.
        public let subscriptions: [Subscription]
        /// Today in the user's time zone.
        public let today: CalendarDay
        /// Where the next page begins; absent at the end.
        public let nextCursor: String?

        public init(subscriptions: [Subscription], today: CalendarDay, nextCursor: String? = nil) {
            self.subscriptions = subscriptions
            self.today = today
            self.nextCursor = nextCursor
        }
    }

    /// Returns a subscription with the state of its last payments.
    ///
    /// - Answer: ``ShownSubscription``.
    /// - Faults, first match wins: `notFound`.
    public struct Show: Signal {
        public typealias Answer = ShownSubscription
        public static let method: SignalMethod = "subscriptions.show"
        public static let summary = "Shows a subscription."
        public static let effect = SignalEffect.reads

        /// The subscription.
        public let id: String

        public init(id: String) {
            self.id = id
        }
    }

    /// A subscription in full.
    public struct ShownSubscription: Codable, Hashable, Sendable {
        /// The subscription as it is now.
        public let subscription: Subscription
        /// Its last payments, newest first, at most 20.
        public let payments: [Payment]
        /// The total paid for it, by currency.
        public let spent: [Money]
        /// How many payments were made.
        public let paymentsMade: Int

        public init(subscription: Subscription, payments: [Payment], spent: [Money], paymentsMade: Int) {
            self.subscription = subscription
            self.payments = payments
            self.spent = spent
            self.paymentsMade = paymentsMade
        }
    }

    /// Lists the days on which a subscription is due, counted from its first day. Pauses, trials and ends are ignored
    /// unless `from` is given.
    ///
    /// - Answer: ``DateList``.
    /// - Faults, first match wins: `invalidArgument`, `notFound`.
    public struct Dates: Signal {
        public typealias Answer = DateList
        public static let method: SignalMethod = "subscriptions.dates"
        public static let summary = "Lists the due days of a subscription."
        public static let effect = SignalEffect.reads

        /// The subscription.
        public let id: String
        /// How many, 1 ... 1,000; 12 when absent.
        public let count: Int?
        /// Only days from this on.
        public let from: CalendarDay?

        public init(id: String, count: Int? = nil, from: CalendarDay? = nil) {
            self.id = id
            self.count = count
            self.from = from
        }
    }

    /// Days in order.
    public struct DateList: Codable, Hashable, Sendable {
        /// The earliest first.
        public let dates: [CalendarDay]

        public init(dates: [CalendarDay]) {
            self.dates = dates
        }
    }
}
