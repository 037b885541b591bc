import Coordination
import Domain

extension SubscriptionsSignal {
    /// What a subscription costs from a day on.
    public struct Price: Codable, Hashable, Sendable {
        /// From which day.
        public let from: CalendarDay
        /// How much.
        public let amount: Money

        public init(from: CalendarDay, amount: Money) {
            self.from = from
            self.amount = amount
        }
    }

    /// Something that a person pays for again and again.
    public struct Subscription: Codable, Hashable, Sendable {
        /// The id.
        public let id: String
        /// What is paid for: an id of the catalogue or one of the user's own.
        public let service: String
        /// What that is called.
        public let title: Title
        /// Its colour, `#rrggbb`.
        public let color: String?
        /// What it costs now.
        public let amount: Money
        /// How often.
        public let every: Every
        /// The first day, from which all others are counted.
        public let start: CalendarDay
        /// The next payment; absent when it is paused or has ended.
        public let nextPayment: NextPayment?
        /// Whether it goes on.
        public let status: Status
        /// What its user noted.
        public let description: String?
        /// What kind it is, as its user says.
        public let category: String?
        /// How many days before a payment its user is reminded.
        public let remindDaysBefore: [Int]
        /// How many days before a payment it must be cancelled, of which its user is reminded.
        public let cancelDaysBefore: Int?
        /// The account that it is paid from; absent when payments are only recorded.
        public let payFrom: String?
        /// The last day on which nothing is paid.
        public let trialUntil: CalendarDay?
        /// The last day on which something is due.
        public let ends: CalendarDay?
        /// What it cost, costs and will cost, by day.
        public let prices: [Price]
        /// When it was added.
        public let createdAt: Instant

        public init(
            id: String, service: String, title: Title, color: String?, amount: Money, every: Every, start: CalendarDay,
            nextPayment: NextPayment?, status: Status, description: String?, category: String?,
            remindDaysBefore: [Int], cancelDaysBefore: Int?, payFrom: String?, trialUntil: CalendarDay?,
            ends: CalendarDay?, prices: [Price], createdAt: Instant
        ) {
            self.id = id
            self.service = service
            self.title = title
            self.color = color
            self.amount = amount
            self.every = every
            self.start = start
            self.nextPayment = nextPayment
            self.status = status
            self.description = description
            self.category = category
            self.remindDaysBefore = remindDaysBefore
            self.cancelDaysBefore = cancelDaysBefore
            self.payFrom = payFrom
            self.trialUntil = trialUntil
            self.ends = ends
            self.prices = prices
            self.createdAt = createdAt
        }
    }

    /// One subscription.
    public struct SubscriptionAnswer: Codable, Hashable, Sendable {
        /// The subscription as it is now.
        public let subscription: Subscription
        /// What lets it be paid from its account; absent when the request had nothing to do with that.
        public let mandate: Mandate?

        public init(subscription: Subscription, mandate: Mandate? = nil) {
            self.subscription = subscription
            self.mandate = mandate
        }
    }

    /// The mandate by which an account's subscriptions are paid, after a request that needed it.
    public struct Mandate: Codable, Hashable, Sendable {
        /// What the request did to it.
        public let change: MandateChange
        /// The most that may be taken in a period.
        public let amount: Money
        /// The period.
        public let per: LedgerSignal.MandatePeriod
        /// When it was raised: the most until now.
        public let before: Money?

        public init(change: MandateChange, amount: Money, per: LedgerSignal.MandatePeriod, before: Money? = nil) {
            self.change = change
            self.amount = amount
            self.per = per
            self.before = before
        }
    }

    /// What a request did to a mandate.
    public enum MandateChange: String, Codable, CaseIterable, Hashable, Sendable {
        /// There was none.
        case granted
        /// The one there was did not suffice for all that is paid from the account; its period stayed.
        case raised
        /// The one there was suffices, and was not touched.
        case kept
    }
}
