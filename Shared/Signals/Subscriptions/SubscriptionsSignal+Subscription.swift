import Coordination
import Domain

extension SubscriptionsSignal {
    /// The price of a subscription from a day on.
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

    /// A subscription: something that a person pays for regularly.
    public struct Subscription: Codable, Hashable, Sendable {
        /// The id.
        public let id: String
        /// The service that is paid for: an id of the catalogue or of the user's own services.
        public let service: String
        /// The name of the service.
        public let title: Title
        /// Its colour, `#rrggbb`.
        public let color: String?
        /// The current price.
        public let amount: Money
        /// How often.
        public let every: Every
        /// The first day, from which all others are counted.
        public let start: CalendarDay
        /// The next payment; absent when it is paused or has ended.
        public let nextPayment: NextPayment?
        /// Whether it goes on.
        public let status: Status
        /// The note of its user.
        public let description: String?
        /// The category that its user gave.
        public let category: String?
        /// How many days before a payment its user is reminded.
        public let remindDaysBefore: [Int]
        /// How many days before a payment it must be cancelled. Its user is reminded of it.
        public let cancelDaysBefore: Int?
        /// The account that it is paid from; absent when payments are only recorded.
        public let payFrom: String?
        /// The last day on which nothing is paid.
        public let trialUntil: CalendarDay?
        /// The last day on which something is due.
        public let ends: CalendarDay?
        /// Past, present and future prices, by day.
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
        /// The mandate that lets it be paid from its account; absent when the request did not concern it.
        public let mandate: Mandate?

        public init(subscription: Subscription, mandate: Mandate? = nil) {
            self.subscription = subscription
            self.mandate = mandate
        }
    }

    /// The mandate by which an account's subscriptions are paid, after a request that needed it.
    public struct Mandate: Codable, Hashable, Sendable {
        /// The effect of the request on it.
        public let change: MandateChange
        /// The limit per period.
        public let amount: Money
        /// The period.
        public let per: LedgerSignal.MandatePeriod
        /// The previous limit, when it was raised.
        public let before: Money?

        public init(change: MandateChange, amount: Money, per: LedgerSignal.MandatePeriod, before: Money? = nil) {
            self.change = change
            self.amount = amount
            self.per = per
            self.before = before
        }
    }

    /// The effect of a request on a mandate.
    public enum MandateChange: String, Codable, CaseIterable, Hashable, Sendable {
        /// There was no mandate before.
        case granted
        /// The existing mandate did not suffice for all payments from the account. Its period stayed.
        case raised
        /// The existing mandate suffices and was not changed.
        case kept
    }
}
