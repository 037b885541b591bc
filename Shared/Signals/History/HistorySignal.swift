import Coordination
import Domain

/// The signals of history, the read side: fed only by events of ledger, it answers what happened to whose money.
public enum HistorySignal {
    /// Which way money went, seen from an account.
    public enum TransactionType: String, Codable, CaseIterable, Hashable, Sendable {
        /// It came.
        case income
        /// It went.
        case expense
    }

    /// Which transactions to list.
    public enum TypeFilter: String, Codable, CaseIterable, Hashable, Sendable {
        /// All.
        case all
        /// Those that brought money.
        case income
        /// Those that took money.
        case expense
    }

    /// One side of a transfer, seen from an account of the user.
    public struct Transaction: Codable, Hashable, Sendable {
        /// The id of the transfer. A transfer between accounts of the user makes two transactions with one id.
        public let id: String
        /// Which way the money went.
        public let type: TransactionType
        /// How much, always more than zero.
        public let amount: Money
        /// The purpose; may be empty.
        public let description: String
        /// The category: the one the user assigned, else the one its maker gave, else the one of the first matching
        /// rule.
        public let category: String?
        /// When it happened: when the money moved, or on which day of the past for one that was recorded later.
        public let date: Instant
        /// The account of the user.
        public let account: String
        /// The payer; absent for money from outside the books.
        public let fromAccount: String?
        /// The payee; absent for money that left the books.
        public let toAccount: String?
        /// The balance of the account after it, in the order of dates.
        public let balanceAfter: Money
        /// The transfer that this one takes back.
        public let reverses: String?
        /// The transfer that took this one back.
        public let reversedBy: String?
        /// True where the user assigned the category; absent where its maker or a rule says it.
        public let ownCategory: Bool?

        public init(
            id: String, type: TransactionType, amount: Money, description: String, category: String? = nil,
            date: Instant, account: String, fromAccount: String? = nil, toAccount: String? = nil, balanceAfter: Money,
            reverses: String? = nil, reversedBy: String? = nil, ownCategory: Bool? = nil
        ) {
            self.id = id
            self.type = type
            self.amount = amount
            self.description = description
            self.category = category
            self.date = date
            self.account = account
            self.fromAccount = fromAccount
            self.toAccount = toAccount
            self.balanceAfter = balanceAfter
            self.reverses = reverses
            self.reversedBy = reversedBy
            self.ownCategory = ownCategory
        }
    }

    /// Lists transactions of the user, newest first.
    ///
    /// History follows ledger within milliseconds: what ledger has just answered may not be here yet. Pages go by
    /// position, so rows that arrive meanwhile do not shift them; page and totals are of one moment. The order is that
    /// of dates.
    /// - Answer: ``TransactionPage``.
    /// - Faults, first match wins: `invalidArgument` (also a period that is reversed, and a cursor of another filter),
    ///   `notFound` (the account is not the user's, or not known here yet; there is no such saved filter).
    public struct Transactions: Signal {
        public typealias Answer = TransactionPage
        public static let method: SignalMethod = "history.transactions"
        public static let summary = "Lists transactions, newest first."
        public static let effect = SignalEffect.reads
        /// Only looked up: any text that was ever stored is found.
        public static let rawTexts: Set<String> = ["text", "category", "counterparty", "filter", "query"]

        /// Only those of this account.
        public let account: String?
        /// Only those that went this way.
        public let type: TypeFilter?
        /// From this day of the user or instant of RFC 3339 on.
        public let from: String?
        /// To this day (to its end) or this instant, which counts too.
        public let to: String?
        /// Only those whose description has all these words, at most 200 characters: capitals, accents and ё or е make
        /// no difference, the last word may be the beginning of one, `"words in quotes"` stand side by side.
        public let text: String?
        /// Only those of at least this amount, a decimal of at most three places, in units of each one's own currency.
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
        /// How many, 1 ... 1,000; 50 when absent.
        public let limit: Int?
        /// `nextCursor` of the page before.
        public let cursor: String?
        /// Only transfers between accounts of the user, including exchanges, or only the others.
        public let own: Bool?
        /// Only reversed transactions and their reversals, or only the others.
        public let undone: Bool?
        /// Only those that this query finds, at most 1,000 bytes and 32 terms, such as `cat:food amt:>500 coffee`;
        /// PROTOCOL has the terms.
        public let query: String?

        public init(
            account: String? = nil, type: TypeFilter? = nil, from: String? = nil, to: String? = nil,
            text: String? = nil, minAmount: String? = nil, maxAmount: String? = nil, category: String? = nil,
            counterparty: String? = nil, reversed: Bool? = nil, filter: String? = nil, limit: Int? = nil,
            cursor: String? = nil,
            own: Bool? = nil, undone: Bool? = nil, query: String? = nil
        ) {
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

    /// Transactions, and what they sum up to.
    public struct TransactionPage: Codable, Hashable, Sendable {
        /// Newest first.
        public let transactions: [Transaction]
        /// Asks for the next page; absent on the last.
        public let nextCursor: String?
        /// Of all that the filter finds, not of this page; by currency, none for one without transactions. A sum beyond
        /// 64 bits of minor units stays at the largest that fits.
        public let totals: [Total]

        public init(transactions: [Transaction], nextCursor: String? = nil, totals: [Total]) {
            self.transactions = transactions
            self.nextCursor = nextCursor
            self.totals = totals
        }
    }

    /// Income and expense in one currency.
    public struct Total: Codable, Hashable, Sendable {
        /// The currency.
        public let currency: Currency
        /// Income.
        public let income: Money
        /// Expense.
        public let expense: Money

        public init(currency: Currency, income: Money, expense: Money) {
            self.currency = currency
            self.income = income
            self.expense = expense
        }
    }

    /// Shows one transaction.
    ///
    /// - Answer: ``TransactionAnswer``; both sides when both accounts are the user's.
    /// - Faults: `notFound`.
    public struct GetTransaction: Signal {
        public typealias Answer = TransactionAnswer
        public static let method: SignalMethod = "history.transaction"
        public static let summary = "Shows one transaction."
        public static let effect = SignalEffect.reads

        /// The id of the transfer.
        public let id: String

        public init(id: String) {
            self.id = id
        }
    }

    /// One transaction.
    public struct TransactionAnswer: Codable, Hashable, Sendable {
        /// The transaction; of two, the expense.
        public let transaction: Transaction
        /// The other side, when that account is the user's too.
        public let counterpart: Transaction?

        public init(transaction: Transaction, counterpart: Transaction? = nil) {
            self.transaction = transaction
            self.counterpart = counterpart
        }
    }

    /// Erases the transactions and reads every event again, from the first. The result is the same; until it is
    /// complete, lists are short. Rules, saved filters and categories assigned by users stay.
    ///
    /// - Answer: ``RebuildAnswer``, when it is done.
    /// - Faults: `permissionDenied` for anybody but the operator; `unavailable` when ledger cannot be reached, and then
    ///   nothing is erased.
    public struct Rebuild: Signal {
        public typealias Answer = RebuildAnswer
        public static let method: SignalMethod = "history.rebuild"
        public static let summary = "Rebuilds history from the first event."
        public static let access = SignalAccess.operator

        public init() {}
    }

    /// The result of a rebuild.
    public struct RebuildAnswer: Codable, Hashable, Sendable {
        /// How many events.
        public let events: Int64
        /// How many transactions they made.
        public let transactions: Int64

        public init(events: Int64, transactions: Int64) {
            self.events = events
            self.transactions = transactions
        }
    }
}
