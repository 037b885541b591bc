import Coordination
import Domain

extension HistorySignal {
    /// Lists the categories of the user's transactions.
    ///
    /// - Answer: ``CategoryList``.
    public struct Categories: Signal {
        public typealias Answer = CategoryList
        public static let method: SignalMethod = "history.categories"
        public static let summary = "Lists categories and the number of transactions in each."
        public static let effect = SignalEffect.reads

        public init() {}
    }

    /// Categories.
    public struct CategoryList: Codable, Hashable, Sendable {
        /// By name.
        public let categories: [CategoryCount]
        /// How many transactions have no category.
        public let uncategorized: Int64

        public init(categories: [CategoryCount], uncategorized: Int64) {
            self.categories = categories
            self.uncategorized = uncategorized
        }
    }

    /// A category and how many transactions have it.
    public struct CategoryCount: Codable, Hashable, Sendable {
        /// Its name.
        public let category: String
        /// How many.
        public let count: Int64

        public init(category: String, count: Int64) {
            self.category = category
            self.count = count
        }
    }

    /// Assigns a category to a transaction, which overrides its maker and the rules; or removes the user's own
    /// assignment.
    ///
    /// - Answer: ``CategorizedTransactions``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound`.
    public struct SetCategory: Signal {
        public typealias Answer = CategorizedTransactions
        public static let method: SignalMethod = "history.setCategory"
        public static let summary = "Sets the category of a transaction."

        /// The id of the transfer.
        public let id: String
        /// The account, for a transfer between accounts of the user; both when absent.
        public let account: String?
        /// The category, 1 ... 100 characters; absent to remove the assignment.
        public let category: String?

        public init(id: String, account: String? = nil, category: String? = nil) {
            self.id = id
            self.account = account
            self.category = category
        }
    }

    /// The transactions that have another category now, or had it already.
    public struct CategorizedTransactions: Codable, Hashable, Sendable {
        /// One, or both sides of a transfer between own accounts.
        public let transactions: [Transaction]

        public init(transactions: [Transaction]) {
            self.transactions = transactions
        }
    }

    /// A rule that assigns a category to transactions, past and future, for which nobody gave one.
    public struct CategoryRule: Codable, Hashable, Sendable {
        /// Its id.
        public let id: String
        /// The text that the description must contain. Case, accents, punctuation, and ё or е make no difference.
        public let contains: String
        /// The category that it assigns.
        public let category: String
        /// Only to those that went this way.
        public let type: TypeFilter?
        /// Applies only to transactions of at least this amount, in their own currency.
        public let minAmount: String?
        /// Only to those of at most this amount.
        public let maxAmount: String?
        /// Only to those of this account.
        public let account: String?

        public init(
            id: String, contains: String, category: String, type: TypeFilter? = nil, minAmount: String? = nil,
            maxAmount: String? = nil, account: String? = nil
        ) {
            self.id = id
            self.contains = contains
            self.category = category
            self.type = type
            self.minAmount = minAmount
            self.maxAmount = maxAmount
            self.account = account
        }
    }

    /// Adds a rule after the others, or at a position. It applies at once to all transactions, past ones too:
    /// categories of rules are computed on reading and never stored.
    ///
    /// - Answer: ``RuleAnswer``.
    /// - Faults, first match wins: `invalidArgument` (also more than 200 rules), `conflict`, `notFound` (the account is
    ///   not the user's).
    public struct AddRule: Signal {
        public typealias Answer = RuleAnswer
        public static let method: SignalMethod = "history.addRule"
        public static let summary = "Adds a rule that sets categories."

        /// The text that the description must contain, 1 ... 100 characters with at least one letter or digit.
        public let contains: String
        /// The category that it assigns, 1 ... 100 characters.
        public let category: String
        /// Only to those that went this way.
        public let type: TypeFilter?
        /// Applies only to transactions of at least this amount, in their own currency.
        public let minAmount: String?
        /// Only to those of at most this amount.
        public let maxAmount: String?
        /// Only to those of this account.
        public let account: String?
        /// Its position, 1 for the first; the last when absent. The first matching rule applies.
        public let position: Int?

        public init(
            contains: String, category: String, type: TypeFilter? = nil, minAmount: String? = nil,
            maxAmount: String? = nil, account: String? = nil, position: Int? = nil
        ) {
            self.contains = contains
            self.category = category
            self.type = type
            self.minAmount = minAmount
            self.maxAmount = maxAmount
            self.account = account
            self.position = position
        }
    }

    /// A rule.
    public struct RuleAnswer: Codable, Hashable, Sendable {
        /// The rule.
        public let rule: CategoryRule
        /// How many transactions have its category now, by whatever means.
        public let count: Int64

        public init(rule: CategoryRule, count: Int64) {
            self.rule = rule
            self.count = count
        }
    }

    /// Lists the rules of the user, in the order they are tried.
    ///
    /// - Answer: ``RuleList``.
    public struct Rules: Signal {
        public typealias Answer = RuleList
        public static let method: SignalMethod = "history.rules"
        public static let summary = "Lists rules in the order in which they apply."
        public static let effect = SignalEffect.reads

        public init() {}
    }

    /// Rules.
    public struct RuleList: Codable, Hashable, Sendable {
        /// In the order they are tried.
        public let rules: [CategoryRule]

        public init(rules: [CategoryRule]) {
            self.rules = rules
        }
    }

    /// Puts a rule in another place.
    ///
    /// - Answer: ``RuleList``, in the new order.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound`.
    public struct MoveRule: Signal {
        public typealias Answer = RuleList
        public static let method: SignalMethod = "history.moveRule"
        public static let summary = "Moves a rule to another position."

        /// The rule.
        public let id: String
        /// Its place, 1 for the first; beyond the last is the last.
        public let position: Int

        public init(id: String, position: Int) {
            self.id = id
            self.position = position
        }
    }

    /// Removes a rule and, at once, the categories that it assigned.
    ///
    /// - Answer: ``RuleList``: those that are left.
    /// - Faults, first match wins: `conflict`, `notFound`.
    public struct RemoveRule: Signal {
        public typealias Answer = RuleList
        public static let method: SignalMethod = "history.removeRule"
        public static let summary = "Removes a rule."

        /// The rule.
        public let id: String

        public init(id: String) {
            self.id = id
        }
    }
}
