import Coordination
import Domain

extension LedgerSignal {
    /// Finds the owner of an account before a payment.
    ///
    /// A user may look up 30 accounts of other people in ten minutes; their own accounts and saved payees do not count.
    /// Unknown user names and names that cannot be paid answer the same fault.
    ///
    /// - Answer: ``PayeesFound``.
    /// - Faults, first match wins: `invalidArgument`, `tooManyAttempts`, `notFound`, `unavailable` (auth is needed for
    ///   a user name and cannot be asked).
    public struct FindPayee: Signal {
        public typealias Answer = PayeesFound
        public static let method: SignalMethod = "ledger.findPayee"
        public static let summary = "Shows whose account it is before money is sent there."
        public static let effect = SignalEffect.reads
        public static let needsLeader = true

        /// The id of an account, or `@` and a user name.
        public let to: String
        /// Only accounts in this currency.
        public let currency: Currency?

        public init(to: String, currency: Currency? = nil) {
            self.to = to
            self.currency = currency
        }
    }

    /// The accounts that were found.
    public struct PayeesFound: Codable, Hashable, Sendable {
        /// At least one; for a user name, one for each currency in which its owner can be paid.
        public let payees: [FoundPayee]

        public init(payees: [FoundPayee]) {
            self.payees = payees
        }
    }

    /// An account to pay, with its owner.
    public struct FoundPayee: Codable, Hashable, Sendable {
        /// Its id.
        public let account: String
        /// The currency of the account.
        public let currency: Currency
        /// True when the account can be paid now.
        public let status: AccountStatus
        /// True for an account of the user.
        public let isOwn: Bool
        /// The name of the owner as banks show it, `Anna P.`; absent for the user's own accounts, and while auth cannot
        /// be asked.
        public let owner: String?
        /// The name of the payee, if the account is one.
        public let name: String?

        public init(
            account: String, currency: Currency, status: AccountStatus, isOwn: Bool, owner: String? = nil,
            name: String? = nil
        ) {
            self.account = account
            self.currency = currency
            self.status = status
            self.isOwn = isOwn
            self.owner = owner
            self.name = name
        }
    }

    /// Turns payments to an account by the user name of its owner on or off.
    ///
    /// There is one such account in each currency: a second one replaces the first.
    ///
    /// - Answer: ``PayableAccounts``.
    /// - Faults, first match wins: `notFound`, `accountClosed`, `unavailable` (auth cannot be asked for the user name),
    ///   `conflict` (the user has no user name, or the key was used for something else).
    public struct SetPayable: Signal {
        public typealias Answer = PayableAccounts
        public static let method: SignalMethod = "ledger.setPayable"
        public static let summary = "Sets whether an account can be paid by its owner's user name."

        /// The account, the user's own.
        public let account: String
        /// True to turn payments by user name on.
        public let payable: Bool

        public init(account: String, payable: Bool) {
            self.account = account
            self.payable = payable
        }
    }

    /// Lists the accounts of the user that can be paid by user name.
    ///
    /// - Answer: ``PayableAccounts``.
    public struct Payable: Signal {
        public typealias Answer = PayableAccounts
        public static let method: SignalMethod = "ledger.payable"
        public static let summary = "Lists the accounts that can be paid by your user name."
        public static let effect = SignalEffect.reads

        public init() {}
    }

    /// Accounts that can be paid by the user name of their owner.
    public struct PayableAccounts: Codable, Hashable, Sendable {
        /// The ids of the accounts, by currency.
        public let accounts: [String]

        public init(accounts: [String]) {
            self.accounts = accounts
        }
    }
}
