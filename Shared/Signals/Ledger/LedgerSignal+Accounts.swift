import Coordination
import Domain
import Reasons

extension LedgerSignal {
    /// What an account allows.
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
        /// The owner.
        public let userId: String
        /// The name that its owner gave it.
        public let name: String
        /// Its currency.
        public let currency: Currency
        /// The balance.
        public let balance: Money
        /// The balance less the held amount, without the overdraft.
        public let available: Money
        /// The held amount; absent when nothing is held.
        public let held: Money?
        /// How far below zero it may go; absent when it may not.
        public let overdraft: Money?
        /// Its status.
        public let status: AccountStatus
        /// When it was opened.
        public let openedAt: Instant

        public init(
            id: String, userId: String, name: String, currency: Currency, balance: Money, available: Money,
            held: Money? = nil, overdraft: Money? = nil, status: AccountStatus, openedAt: Instant
        ) {
            self.id = id
            self.userId = userId
            self.name = name
            self.currency = currency
            self.balance = balance
            self.available = available
            self.held = held
            self.overdraft = overdraft
            self.status = status
            self.openedAt = openedAt
        }
    }

    /// The balance of an account after a transfer.
    public struct AccountBalance: Codable, Hashable, Sendable {
        /// The account.
        public let account: String
        /// The balance.
        public let balance: Money
        /// The amount that can be spent.
        public let available: Money

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
        public typealias Answer = AccountAnswer
        public static let method: SignalMethod = "ledger.openAccount"
        public static let summary = "Opens an account."

        /// Its currency.
        public let currency: Currency
        /// The name, at most 100 characters; the currency code when absent.
        public let name: String?

        public init(currency: Currency, name: String? = nil) {
            self.currency = currency
            self.name = name
        }
    }

    /// One account.
    public struct AccountAnswer: Codable, Hashable, Sendable {
        /// The account as it is now.
        public let account: Account

        public init(account: Account) {
            self.account = account
        }
    }

    /// Lists the accounts of the user, the oldest first.
    ///
    /// - Answer: ``AccountList``.
    public struct Accounts: Signal {
        public typealias Answer = AccountList
        public static let method: SignalMethod = "ledger.accounts"
        public static let summary = "Lists the accounts of the user."
        public static let effect = SignalEffect.reads

        public init() {}
    }

    /// Accounts.
    public struct AccountList: Codable, Hashable, Sendable {
        /// The oldest first.
        public let accounts: [Account]

        public init(accounts: [Account]) {
            self.accounts = accounts
        }
    }

    /// Returns the balance of an account, now or at a moment in the past.
    ///
    /// Past balances follow the time of booking: a row of a bank's statement counts from its import, not from its date.
    /// A hold counts until it was settled or had expired, whichever came first.
    ///
    /// - Answer: ``BalanceAnswer``.
    /// - Faults, first match wins: `invalidArgument` (a moment in the future), `notFound`.
    public struct Balance: Signal {
        public typealias Answer = BalanceAnswer
        public static let method: SignalMethod = "ledger.balance"
        public static let summary = "Shows the balance of an account."
        public static let effect = SignalEffect.reads

        /// The account.
        public let account: String
        /// The moment; now when absent.
        public let at: Instant?

        public init(account: String, at: Instant? = nil) {
            self.account = account
            self.at = at
        }
    }

    /// A balance at a moment.
    public struct BalanceAnswer: Codable, Hashable, Sendable {
        /// The account.
        public let account: String
        /// The balance at that time.
        public let balance: Money
        /// The balance less what was held.
        public let available: Money
        /// The amount held at that time; absent when nothing was held.
        public let held: Money?
        /// How far below zero the account may go now; absent when it may not, and for a moment in the past.
        public let overdraft: Money?
        /// The moment.
        public let asOf: Instant

        public init(
            account: String, balance: Money, available: Money, held: Money? = nil, overdraft: Money? = nil,
            asOf: Instant
        ) {
            self.account = account
            self.balance = balance
            self.available = available
            self.held = held
            self.overdraft = overdraft
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
        /// To put money aside.
        case hold
        /// To give it another name.
        case rename
        /// To let it go below zero.
        case overdraft
        /// To let nothing move.
        case freeze
        /// To let money move again.
        case unfreeze
        /// To close it.
        case close
    }

    /// Whether an account offers something, and why not.
    public struct Feature: Codable, Hashable, Sendable {
        /// The feature.
        public let type: FeatureType
        /// Its title.
        public let title: String
        /// Whether it is there now.
        public let available: Bool
        /// Why it is not, in English.
        public let reason: String?
        /// The same as a reason with its details.
        public let explanation: Explanation?

        public init(
            type: FeatureType, title: String, available: Bool, reason: String? = nil, explanation: Explanation? = nil
        ) {
            self.type = type
            self.title = title
            self.available = available
            self.reason = reason
            self.explanation = explanation
        }
    }

    /// Tells what an account offers.
    ///
    /// - Answer: ``FeatureList``.
    /// - Faults: `notFound`.
    public struct Features: Signal {
        public typealias Answer = FeatureList
        public static let method: SignalMethod = "ledger.features"
        public static let summary = "Shows what can be done with an account."
        public static let effect = SignalEffect.reads

        /// The account.
        public let account: String

        public init(account: String) {
            self.account = account
        }
    }

    /// The features that an account offers.
    public struct FeatureList: Codable, Hashable, Sendable {
        /// In the order to show them in.
        public let features: [Feature]

        public init(features: [Feature]) {
            self.features = features
        }
    }
}
