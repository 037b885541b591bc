import Coordination
import Domain

extension SubscriptionsSignal {
    /// A charge that comes again and again.
    public struct Suggestion: Codable, Hashable, Sendable {
        /// By which it is accepted, merged or dismissed.
        public let id: String
        /// What it seems to be.
        public let title: Title
        /// The service of the catalogue that it seems to be.
        public let service: String?
        /// The account that it was taken from.
        public let account: String
        /// What the books say of it.
        public let description: String
        /// How much the last was.
        public let amount: Money
        /// How often.
        public let every: Every
        /// How many there were.
        public let charges: Int
        /// The day of the first.
        public let first: CalendarDay
        /// The day of the last.
        public let last: CalendarDay
        /// When the next is to be expected.
        public let next: CalendarDay
        /// A subscription of the user's that it may be a part of.
        public let like: String?

        public init(
            id: String, title: Title, service: String? = nil, account: String, description: String, amount: Money,
            every: Every, charges: Int, first: CalendarDay, last: CalendarDay, next: CalendarDay, like: String? = nil
        ) {
            self.id = id
            self.title = title
            self.service = service
            self.account = account
            self.description = description
            self.amount = amount
            self.every = every
            self.charges = charges
            self.first = first
            self.last = last
            self.next = next
            self.like = like
        }
    }

    /// Looks through the last two years of the user's history for charges that come regularly: three or more, of
    /// amounts within 7.5 % of each other, and none that is a subscription or was dismissed.
    ///
    /// - Answer: ``SuggestionList``.
    /// - Faults, first match wins: `unavailable`.
    public struct Suggestions: Signal {
        public typealias Answer = SuggestionList
        public static let method: SignalMethod = "subscriptions.suggestions"
        public static let summary = "Finds regular charges that may be subscriptions."
        public static let effect = SignalEffect.reads

        public init() {
        }
    }

    /// Suggestions.
    public struct SuggestionList: Codable, Hashable, Sendable {
        /// The dearest in a year first.
        public let suggestions: [Suggestion]
        /// How many charges were looked at.
        public let looked: Int

        public init(suggestions: [Suggestion], looked: Int) {
            self.suggestions = suggestions
            self.looked = looked
        }
    }

    /// Makes a subscription of a suggestion; its charges become payments.
    ///
    /// - Answer: ``SubscriptionAnswer``.
    /// - Faults, first match wins: `conflict`, `notFound`, `limitExceeded`, `unavailable`.
    public struct AcceptSuggestion: Signal {
        public typealias Answer = SubscriptionAnswer
        public static let method: SignalMethod = "subscriptions.accept"
        public static let summary = "Makes a subscription of a suggestion."
        /// Looked up only: what was kept under any text is found.
        public static let rawTexts: Set<String> = ["suggestion"]

        /// The suggestion.
        public let suggestion: String
        /// What is paid for; what it seems to be when absent.
        public let service: ServiceChoice?

        public init(suggestion: String, service: ServiceChoice? = nil) {
            self.suggestion = suggestion
            self.service = service
        }
    }

    /// Adds the charges of a suggestion to a subscription as payments, and suggests them no more.
    ///
    /// - Answer: ``SubscriptionAnswer``.
    /// - Faults, first match wins: `conflict`, `notFound`, `unavailable`.
    public struct MergeSuggestion: Signal {
        public typealias Answer = SubscriptionAnswer
        public static let method: SignalMethod = "subscriptions.merge"
        public static let summary = "Adds the charges of a suggestion to a subscription."
        /// Looked up only: what was kept under any text is found.
        public static let rawTexts: Set<String> = ["suggestion"]

        /// The suggestion.
        public let suggestion: String
        /// The subscription.
        public let id: String

        public init(suggestion: String, id: String) {
            self.suggestion = suggestion
            self.id = id
        }
    }

    /// Suggests something never again.
    ///
    /// - Answer: ``DismissedSuggestion``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `limitExceeded`.
    public struct DismissSuggestion: Signal {
        public typealias Answer = DismissedSuggestion
        public static let method: SignalMethod = "subscriptions.dismiss"
        public static let summary = "Suggests something never again."
        /// Looked up only: what was kept under any text is found.
        public static let rawTexts: Set<String> = ["suggestion"]

        /// The suggestion.
        public let suggestion: String

        public init(suggestion: String) {
            self.suggestion = suggestion
        }
    }

    /// What is not suggested any more.
    public struct DismissedSuggestion: Codable, Hashable, Sendable {
        /// The suggestion.
        public let suggestion: String

        public init(suggestion: String) {
            self.suggestion = suggestion
        }
    }
}
