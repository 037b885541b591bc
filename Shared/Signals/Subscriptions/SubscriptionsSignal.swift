import Coordination
import Domain

/// The signals of subscriptions, which knows what a person pays for regularly, when, and from which account.
///
/// Shared/Docs/SUBSCRIPTIONS.md says how days are counted, how missing money is handled and what is forecast.
public enum SubscriptionsSignal {
    /// A name in the languages of the house.
    public struct Title: Codable, Hashable, Sendable {
        /// In Russian.
        public let ru: String
        /// In English.
        public let en: String

        public init(ru: String, en: String) {
            self.ru = ru
            self.en = en
        }
    }

    /// How often a payment recurs.
    public struct Every: Codable, Hashable, Sendable {
        /// How many units, 1 to 1,000.
        public let count: Int
        /// Of what.
        public let unit: Recurrence.Unit

        public init(count: Int, unit: Recurrence.Unit) {
            self.count = count
            self.unit = unit
        }
    }

    /// The state of a subscription.
    public enum Status: String, Codable, CaseIterable, Hashable, Sendable {
        /// Nothing is due before its trial ends.
        case trial
        /// It is paid when it is due.
        case active
        /// A payment failed and has not been made since.
        case pastDue
        /// No payments or reminders until it is resumed.
        case paused
        /// Nothing more is due.
        case ended
    }

    /// How a payment came to be.
    public enum PaymentMethod: String, Codable, CaseIterable, Hashable, Sendable {
        /// It was recorded when it was due.
        case recorded
        /// The ledger took it from an account.
        case debited
        /// Its user marked it as paid.
        case byHand
    }

    /// The state of a payment.
    public enum PaymentStatus: String, Codable, CaseIterable, Hashable, Sendable {
        /// The ledger is being asked.
        case pending
        /// It was made.
        case paid
        /// The ledger refused it.
        case pastDue
        /// Its user skipped it.
        case skipped
    }

    /// The kind of a change in a forecast.
    public enum ForecastKind: String, Codable, CaseIterable, Hashable, Sendable {
        /// A subscription is due.
        case subscription
        /// A scheduled transfer leaves or arrives.
        case scheduledTransfer
        /// A bond pays interest.
        case coupon
        /// A bond repays its face value or a part of it.
        case principal
    }

    /// Something that will change a balance.
    public struct ForecastChange: Codable, Hashable, Sendable {
        /// When.
        public let day: CalendarDay
        /// The kind of change.
        public let kind: ForecastKind
        /// The subscription, schedule or bond.
        public let id: String
        /// Its name.
        public let title: Title
        /// The amount that it adds to the balance: negative for what leaves.
        public let amount: Money

        public init(day: CalendarDay, kind: ForecastKind, id: String, title: Title, amount: Money) {
            self.day = day
            self.kind = kind
            self.id = id
            self.title = title
            self.amount = amount
        }
    }

    /// When the next payment is.
    public struct NextPayment: Codable, Hashable, Sendable {
        /// The day on which it is due.
        public let date: CalendarDay
        /// How many days are left until then in the user's time zone: 0 for today, negative for an overdue payment.
        public let daysRemaining: Int
        /// How much it will be.
        public let amount: Money

        public init(date: CalendarDay, daysRemaining: Int, amount: Money) {
            self.date = date
            self.daysRemaining = daysRemaining
            self.amount = amount
        }
    }
}
