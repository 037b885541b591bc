import Coordination
import Domain

/// The signals of ledger, who answers for accounts and money. Money is exact, every change a balanced double entry.
public enum LedgerSignal {
    /// What may be done with an account.
    public enum AccountStatus: String, Codable, CaseIterable, Hashable, Sendable {
        /// Everything.
        case active
        /// Nothing until it is unfrozen.
        case frozen
        /// Nothing any more.
        case closed
    }

    /// An account in one currency.
    public struct Account: Codable, Hashable, Sendable {
        /// The id, to be given to those who pay.
        public let id: String
        /// Whose it is.
        public let userId: String
        /// What its owner calls it.
        public let name: String
        /// What it is counted in.
        public let currency: Currency
        /// What is there.
        public let balance: Money
        /// What can be spent: the balance less what is held.
        public let available: Money
        /// What may be done with it.
        public let status: AccountStatus
        /// When it was opened.
        public let openedAt: Instant

        /// A value of these parts.
        public init(
            id: String, userId: String, name: String, currency: Currency, balance: Money, available: Money,
            status: AccountStatus, openedAt: Instant
        ) {
            self.id = id
            self.userId = userId
            self.name = name
            self.currency = currency
            self.balance = balance
            self.available = available
            self.status = status
            self.openedAt = openedAt
        }
    }

    /// What became of a transfer.
    public enum TransferStatus: String, Codable, CaseIterable, Hashable, Sendable {
        /// The money has moved.
        case posted
        /// The money is held.
        case pending
        /// The hold was released.
        case voided
        /// The hold ran out.
        case expired
    }

    /// Money that moved from one account to another.
    public struct Transfer: Codable, Hashable, Sendable {
        /// The id.
        public let id: String
        /// The account that gave; `world-RUB` and the like for money from outside the books.
        public let from: String
        /// The account that got; `world-RUB` and the like for money that left the books.
        public let to: String
        /// How much.
        public let amount: Money
        /// What for; may be empty.
        public let description: String
        /// What became of it.
        public let status: TransferStatus
        /// When it was recorded.
        public let createdAt: Instant
        /// Its place among all transfers.
        public let sequence: Int64

        /// A value of these parts.
        public init(
            id: String, from: String, to: String, amount: Money, description: String, status: TransferStatus,
            createdAt: Instant, sequence: Int64
        ) {
            self.id = id
            self.from = from
            self.to = to
            self.amount = amount
            self.description = description
            self.status = status
            self.createdAt = createdAt
            self.sequence = sequence
        }
    }

    /// The balance of an account after a transfer.
    public struct AccountBalance: Codable, Hashable, Sendable {
        /// The account.
        public let account: String
        /// What is there.
        public let balance: Money
        /// What can be spent.
        public let available: Money

        /// A value of these parts.
        public init(account: String, balance: Money, available: Money) {
            self.account = account
            self.balance = balance
            self.available = available
        }
    }

    /// Opens an account with nothing in it.
    ///
    /// - Answer: ``AccountAnswer``.
    /// - Faults: `invalidArgument`, `limitExceeded` (1,000 accounts a user).
    public struct OpenAccount: Signal {
        /// What comes back.
        public typealias Answer = AccountAnswer
        /// The name on the wire.
        public static let method: SignalMethod = "ledger.openAccount"
        /// For people.
        public static let summary = "Opens an account."

        /// What it is counted in.
        public let currency: Currency
        /// What to call it, at most 100 characters; the currency code when absent.
        public let name: String?

        /// A value of these parts.
        public init(currency: Currency, name: String? = nil) {
            self.currency = currency
            self.name = name
        }
    }

    /// One account.
    public struct AccountAnswer: Codable, Hashable, Sendable {
        /// The account as it is now.
        public let account: Account

        /// A value of these parts.
        public init(account: Account) {
            self.account = account
        }
    }

    /// Lists the accounts of the user, the oldest first.
    ///
    /// - Answer: ``AccountList``.
    public struct Accounts: Signal {
        /// What comes back.
        public typealias Answer = AccountList
        /// The name on the wire.
        public static let method: SignalMethod = "ledger.accounts"
        /// For people.
        public static let summary = "Lists the accounts of the user."
        /// Changes nothing.
        public static let effect = SignalEffect.reads

        /// Without parameters.
        public init() {}
    }

    /// Accounts.
    public struct AccountList: Codable, Hashable, Sendable {
        /// The oldest first.
        public let accounts: [Account]

        /// A value of these parts.
        public init(accounts: [Account]) {
            self.accounts = accounts
        }
    }

    /// Tells the balance of an account, now or at a moment in the past.
    ///
    /// - Answer: ``BalanceAnswer``.
    /// - Faults, first match wins: `invalidArgument` (a moment in the future), `notFound`.
    public struct Balance: Signal {
        /// What comes back.
        public typealias Answer = BalanceAnswer
        /// The name on the wire.
        public static let method: SignalMethod = "ledger.balance"
        /// For people.
        public static let summary = "Tells the balance of an account."
        /// Changes nothing.
        public static let effect = SignalEffect.reads

        /// The account.
        public let account: String
        /// The moment; now when absent.
        public let at: Instant?

        /// A value of these parts.
        public init(account: String, at: Instant? = nil) {
            self.account = account
            self.at = at
        }
    }

    /// A balance at a moment.
    public struct BalanceAnswer: Codable, Hashable, Sendable {
        /// The account.
        public let account: String
        /// What was there.
        public let balance: Money
        /// What could be spent.
        public let available: Money
        /// The moment.
        public let asOf: Instant

        /// A value of these parts.
        public init(account: String, balance: Money, available: Money, asOf: Instant) {
            self.account = account
            self.balance = balance
            self.available = available
            self.asOf = asOf
        }
    }

    /// Something an account offers.
    public enum FeatureType: String, Codable, CaseIterable, Hashable, Sendable {
        /// To see what is there.
        case balance
        /// To send money.
        case transfer
        /// To see what was there.
        case history
        /// To bring money in.
        case deposit
        /// To take money out.
        case withdraw
    }

    /// Whether an account offers something, and why not.
    public struct Feature: Codable, Hashable, Sendable {
        /// What.
        public let type: FeatureType
        /// What to call it.
        public let title: String
        /// Whether it is there now.
        public let available: Bool
        /// Why it is not.
        public let reason: String?

        /// A value of these parts.
        public init(type: FeatureType, title: String, available: Bool, reason: String? = nil) {
            self.type = type
            self.title = title
            self.available = available
            self.reason = reason
        }
    }

    /// Tells what an account offers.
    ///
    /// - Answer: ``FeatureList``.
    /// - Faults: `notFound`.
    public struct Features: Signal {
        /// What comes back.
        public typealias Answer = FeatureList
        /// The name on the wire.
        public static let method: SignalMethod = "ledger.features"
        /// For people.
        public static let summary = "Tells what an account offers."
        /// Changes nothing.
        public static let effect = SignalEffect.reads

        /// The account.
        public let account: String

        /// A value of these parts.
        public init(account: String) {
            self.account = account
        }
    }

    /// What an account offers.
    public struct FeatureList: Codable, Hashable, Sendable {
        /// In the order to show them in.
        public let features: [Feature]

        /// A value of these parts.
        public init(features: [Feature]) {
            self.features = features
        }
    }

    /// Records money that enters the books.
    ///
    /// - Answer: ``TransferAnswer``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound`, `currencyMismatch`, `accountClosed`, `accountFrozen`,
    ///   `insufficientFunds`, `amountOverflow`.
    public struct Deposit: Signal {
        /// What comes back.
        public typealias Answer = TransferAnswer
        /// The name on the wire.
        public static let method: SignalMethod = "ledger.deposit"
        /// For people.
        public static let summary = "Records money that comes in."

        /// The account.
        public let account: String
        /// How much, more than zero.
        public let amount: Money
        /// What for, at most 500 characters.
        public let description: String?
        /// What kind, at most 100 characters.
        public let category: String?

        /// A value of these parts.
        public init(account: String, amount: Money, description: String? = nil, category: String? = nil) {
            self.account = account
            self.amount = amount
            self.description = description
            self.category = category
        }
    }

    /// Records money that leaves the books.
    ///
    /// - Answer: ``TransferAnswer``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound`, `currencyMismatch`, `accountClosed`, `accountFrozen`,
    ///   `insufficientFunds`, `amountOverflow`.
    public struct Withdraw: Signal {
        /// What comes back.
        public typealias Answer = TransferAnswer
        /// The name on the wire.
        public static let method: SignalMethod = "ledger.withdraw"
        /// For people.
        public static let summary = "Records money that goes out."

        /// The account.
        public let account: String
        /// How much, more than zero.
        public let amount: Money
        /// What for, at most 500 characters.
        public let description: String?
        /// What kind, at most 100 characters.
        public let category: String?

        /// A value of these parts.
        public init(account: String, amount: Money, description: String? = nil, category: String? = nil) {
            self.account = account
            self.amount = amount
            self.description = description
            self.category = category
        }
    }

    /// Moves money from an account of the user to any account.
    ///
    /// - Answer: ``TransferAnswer``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound`, `sameAccount`, `currencyMismatch`, `accountClosed`,
    ///   `accountFrozen`, `insufficientFunds`, `limitExceeded`, `amountOverflow`.
    public struct MakeTransfer: Signal {
        /// What comes back.
        public typealias Answer = TransferAnswer
        /// The name on the wire.
        public static let method: SignalMethod = "ledger.transfer"
        /// For people.
        public static let summary = "Moves money to another account."

        /// The account that gives, one of the user's.
        public let from: String
        /// The account that gets, anybody's.
        public let to: String
        /// How much, more than zero, in the currency of both.
        public let amount: Money
        /// What for, at most 500 characters; both sides see it.
        public let description: String?

        /// A value of these parts.
        public init(from: String, to: String, amount: Money, description: String? = nil) {
            self.from = from
            self.to = to
            self.amount = amount
            self.description = description
        }
    }

    /// A transfer, and what is left.
    public struct TransferAnswer: Codable, Hashable, Sendable {
        /// The transfer.
        public let transfer: Transfer
        /// The caller's own accounts that it touched, after it.
        public let balances: [AccountBalance]

        /// A value of these parts.
        public init(transfer: Transfer, balances: [AccountBalance]) {
            self.transfer = transfer
            self.balances = balances
        }
    }

    /// One transfer of a list.
    public struct TransferItem: Codable, Hashable, Sendable {
        /// The account that gives, one of the user's.
        public let from: String
        /// The account that gets, anybody's.
        public let to: String
        /// How much, more than zero.
        public let amount: Money
        /// What for, at most 500 characters.
        public let description: String?
        /// Names this one attempt, as `_meta.idempotencyKey` does for a request.
        public let idempotencyKey: String?

        /// A value of these parts.
        public init(from: String, to: String, amount: Money, description: String? = nil, idempotencyKey: String? = nil)
        {
            self.from = from
            self.to = to
            self.amount = amount
            self.description = description
            self.idempotencyKey = idempotencyKey
        }
    }

    /// Makes a list of transfers, in order.
    ///
    /// - Answer: ``TransferResults``, in the order of the list.
    /// - Faults: `invalidArgument`, `conflict`; what a single transfer is refused for stands in its place in the answer.
    public struct MakeTransfers: Signal {
        /// What comes back.
        public typealias Answer = TransferResults
        /// The name on the wire.
        public static let method: SignalMethod = "ledger.transfers"
        /// For people.
        public static let summary = "Makes a list of transfers."

        /// 1 ... 8,192.
        public let transfers: [TransferItem]
        /// True: all or none, and the others of a refused list answer `rolledBack`. Otherwise each on its own.
        public let atomic: Bool?

        /// A value of these parts.
        public init(transfers: [TransferItem], atomic: Bool? = nil) {
            self.transfers = transfers
            self.atomic = atomic
        }
    }

    /// What became of each transfer.
    public struct TransferResults: Codable, Hashable, Sendable {
        /// In the order asked.
        public let results: [TransferResult]

        /// A value of these parts.
        public init(results: [TransferResult]) {
            self.results = results
        }
    }

    /// Checks the books: counts, and what is out of balance.
    ///
    /// - Answer: ``CheckAnswer``: every imbalance is zero.
    public struct Check: Signal {
        /// What comes back.
        public typealias Answer = CheckAnswer
        /// The name on the wire.
        public static let method: SignalMethod = "ledger.check"
        /// For people.
        public static let summary = "Checks that the books balance."
        /// Changes nothing.
        public static let effect = SignalEffect.reads

        /// Without parameters.
        public init() {}
    }

    /// The totals of the books.
    public struct CheckAnswer: Codable, Hashable, Sendable {
        /// How many accounts people have opened.
        public let accounts: Int64
        /// How many transfers.
        public let transfers: Int64
        /// For each currency the sum of all balances, which is zero.
        public let imbalance: [Money]
        /// What invariants are broken, in words; empty when all is well.
        public let problems: [String]

        /// A value of these parts.
        public init(accounts: Int64, transfers: Int64, imbalance: [Money], problems: [String]) {
            self.accounts = accounts
            self.transfers = transfers
            self.imbalance = imbalance
            self.problems = problems
        }
    }
}
