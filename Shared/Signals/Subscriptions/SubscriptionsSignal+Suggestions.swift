import Coordination
import Domain

extension SubscriptionsSignal {
    /// A recurring charge.
    public struct Suggestion: Codable, Hashable, Sendable {
        /// The id for accepting, merging or dismissing it.
        public let id: String
        /// The name of the likely service.
        public let title: Title
        /// The service of the catalogue that it seems to be.
        public let service: String?
        /// The account that paid it.
        public let account: String
        /// The description in the ledger.
        public let description: String
        /// The amount of the last charge.
        public let amount: Money
        /// How often.
        public let every: Every
        /// How many there were.
        public let charges: Int
        /// The day of the first charge.
        public let first: CalendarDay
        /// The day of the last charge.
        public let last: CalendarDay
        /// The day on which the next charge is expected.
        public let next: CalendarDay
        /// A subscription of the user that it may belong to.
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

    /// Looks through the last two years of the user's history for recurring charges: three or more, of amounts within
    /// 7.5 % of each other. Charges that are a subscription or were dismissed are left out.
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
        /// Highest yearly cost first.
        public let suggestions: [Suggestion]
        /// How many charges were looked at.
        public let looked: Int

        public init(suggestions: [Suggestion], looked: Int) {
            self.suggestions = suggestions
            self.looked = looked
        }
    }

    /// Turns a suggestion into a subscription. Its charges become payments.
    ///
    /// - Answer: ``SubscriptionAnswer``.
    /// - Faults, first match wins: `conflict`, `notFound`, `limitExceeded`, `unavailable`.
    public struct AcceptSuggestion: Signal {
        public typealias Answer = SubscriptionAnswer
        public static let method: SignalMethod = "subscriptions.accept"
        public static let summary = "Turns a suggestion into a subscription."
        /// Only looked up: any text that was ever stored is found.
        public static let rawTexts: Set<String> = ["suggestion"]

        /// The suggestion.
        public let suggestion: String
        /// The service that is paid for; the likely one when absent.
        public let service: ServiceChoice?

        public init(suggestion: String, service: ServiceChoice? = nil) {
            self.suggestion = suggestion
            self.service = service
        }
    }

    /// Adds the charges of a suggestion to a subscription as payments and no longer suggests them.
    ///
    /// - Answer: ``SubscriptionAnswer``.
    /// - Faults, first match wins: `conflict`, `notFound`, `unavailable`.
    public struct MergeSuggestion: Signal {
        public typealias Answer = SubscriptionAnswer
        public static let method: SignalMethod = "subscriptions.merge"
        public static let summary = "Adds the charges of a suggestion to a subscription."
        /// Only looked up: any text that was ever stored is found.
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

    /// Dismisses a suggestion for good.
    ///
    /// - Answer: ``DismissedSuggestion``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `limitExceeded`.
    public struct DismissSuggestion: Signal {
        public typealias Answer = DismissedSuggestion
        public static let method: SignalMethod = "subscriptions.dismiss"
        public static let summary = "Dismisses a suggestion for good."
        /// Only looked up: any text that was ever stored is found.
        public static let rawTexts: Set<String> = ["suggestion"]

        /// The suggestion.
        public let suggestion: String

        public init(suggestion: String) {
            self.suggestion = suggestion
        }
    }

    /// A suggestion that is not made again.
    public struct DismissedSuggestion: Codable, Hashable, Sendable {
        /// The suggestion.
        public let suggestion: String

        public init(suggestion: String) {
            self.suggestion = suggestion
        }
    }
}
