import Coordination
import Domain

/// What subscriptions understands: what a person pays for again and again, when, and from what.
///
/// How days are counted, what happens when there is no money and what is forecast: Shared/Docs/SUBSCRIPTIONS.md.
public enum SubscriptionsSignal {
    /// What something is called, in the languages that people read here.
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

    /// How often a payment comes again.
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

    /// Whether a subscription goes on.
    public enum Status: String, Codable, CaseIterable, Hashable, Sendable {
        /// Nothing is paid before its trial is over.
        case trial
        /// It is paid when it is due.
        case active
        /// A payment failed and was not made since.
        case pastDue
        /// Nothing is paid or reminded of until it is resumed.
        case paused
        /// Nothing is due any more.
        case ended
    }

    /// How a payment came to be.
    public enum PaymentMethod: String, Codable, CaseIterable, Hashable, Sendable {
        /// It was recorded when it was due.
        case recorded
        /// The ledger took it from an account.
        case debited
        /// Its user said so.
        case byHand
    }

    /// What became of a payment.
    public enum PaymentStatus: String, Codable, CaseIterable, Hashable, Sendable {
        /// The ledger is being asked.
        case pending
        /// It was made.
        case paid
        /// The ledger refused it.
        case pastDue
        /// Its user left it out.
        case skipped
    }

    /// What changes a balance in a forecast.
    public enum ForecastKind: String, Codable, CaseIterable, Hashable, Sendable {
        /// A subscription is due.
        case subscription
        /// A scheduled transfer leaves or arrives.
        case scheduledTransfer
        /// A bond pays interest.
        case coupon
        /// A bond pays its face back, or a part of it.
        case principal
    }

    /// Something that will change a balance.
    public struct ForecastChange: Codable, Hashable, Sendable {
        /// When.
        public let day: CalendarDay
        /// What it is.
        public let kind: ForecastKind
        /// The subscription, schedule or bond.
        public let id: String
        /// What it is called.
        public let title: Title
        /// What it adds to the balance: negative for what leaves.
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
        /// How many days are left till then, by the user's time zone: 0 for today, below zero for one that was not
        /// made.
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
