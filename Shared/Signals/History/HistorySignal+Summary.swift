import Coordination
import Domain

extension HistorySignal {
    /// The grouping of a summary: each row is one group.
    public enum SummaryGroup: String, Codable, CaseIterable, Hashable, Sendable {
        /// Each day of the user.
        case day
        /// Each month of the user.
        case month
        /// Each category.
        case category
        /// Each account.
        case account
    }

    /// Sums up transactions of the user by day, month, category or account, and by currency.
    ///
    /// - Answer: ``SummaryPage``: days and months newest first, categories and accounts in the order of their keys,
    ///   what has no category last.
    /// - Faults, first match wins: `invalidArgument`, `notFound` (as for a list).
    public struct Summary: Signal {
        public typealias Answer = SummaryPage
        public static let method: SignalMethod = "history.summary"
        public static let summary = "Sums up transactions by day, month, category or account."
        public static let effect = SignalEffect.reads
        /// Only looked up: any text that was ever stored is found.
        public static let rawTexts: Set<String> = ["text", "category", "counterparty", "filter", "query"]

        /// The grouping of the rows.
        public let by: SummaryGroup
        /// Only those of this account.
        public let account: String?
        /// Only those that went this way.
        public let type: TypeFilter?
        /// From this day of the user or instant of RFC 3339 on.
        public let from: String?
        /// To this day (to its end) or this instant, which counts too.
        public let to: String?
        /// Only those whose description has all these words, as in ``Transactions``.
        public let text: String?
        /// Only those of at least this amount, in units of each one's own currency.
        public let minAmount: String?
        /// Only those of at most this amount.
        public let maxAmount: String?
        /// Only those of this category.
        public let category: String?
        /// Only those with this account on the other side; `outside` for the world outside the books.
        public let counterparty: String?
        /// Only reversed ones, or only those that were not reversed.
        public let reversed: Bool?
        /// Only those that the saved filter of this name finds; the other fields narrow it.
        public let filter: String?
        /// How many rows, 1 ... 1,000; 50 when absent.
        public let limit: Int?
        /// `nextCursor` of the page before.
        public let cursor: String?
        /// Only transfers between accounts of the user, including exchanges, or only the others.
        public let own: Bool?
        /// Only reversed transactions and their reversals, or only the others.
        public let undone: Bool?
        /// Only those that this query finds, as in ``Transactions``.
        public let query: String?

        public init(
            by: SummaryGroup, account: String? = nil, type: TypeFilter? = nil, from: String? = nil, to: String? = nil,
            text: String? = nil, minAmount: String? = nil, maxAmount: String? = nil, category: String? = nil,
            counterparty: String? = nil, reversed: Bool? = nil, filter: String? = nil, limit: Int? = nil,
            cursor: String? = nil,
            own: Bool? = nil, undone: Bool? = nil, query: String? = nil
        ) {
            self.by = by
            self.account = account
            self.type = type
            self.from = from
            self.to = to
            self.text = text
            self.minAmount = minAmount
            self.maxAmount = maxAmount
            self.category = category
            self.counterparty = counterparty
            self.reversed = reversed
            self.filter = filter
            self.limit = limit
            self.cursor = cursor
            self.own = own
            self.undone = undone
            self.query = query
        }
    }

    /// Rows of a summary.
    public struct SummaryPage: Codable, Hashable, Sendable {
        /// In the order of ``Summary``.
        public let rows: [SummaryRow]
        /// Asks for the next page; absent on the last.
        public let nextCursor: String?

        public init(rows: [SummaryRow], nextCursor: String? = nil) {
            self.rows = rows
            self.nextCursor = nextCursor
        }
    }

    /// Income and expense of one key in one currency. A sum beyond 64 bits of minor units stays at the largest that
    /// fits.
    public struct SummaryRow: Codable, Hashable, Sendable {
        /// `2026-11-21`, `2026-11`, the category, the id of the account; absent for what has no category.
        public let key: String?
        /// The name of the account.
        public let name: String?
        /// The currency.
        public let currency: Currency
        /// Income.
        public let income: Money
        /// Expense.
        public let expense: Money
        /// How many transactions.
        public let count: Int64

        public init(
            key: String?, name: String? = nil, currency: Currency, income: Money, expense: Money, count: Int64
        ) {
            self.key = key
            self.name = name
            self.currency = currency
            self.income = income
            self.expense = expense
            self.count = count
        }
    }
}
