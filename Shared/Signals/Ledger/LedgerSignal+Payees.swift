import Coordination
import Domain

extension LedgerSignal {
    /// An account of somebody else, under a name of the user's own.
    public struct Payee: Codable, Hashable, Sendable {
        /// What the user calls it; capitals do not tell names apart.
        public let name: String
        /// The account that is paid.
        public let account: String
        /// What the account is in.
        public let currency: Currency
        /// Whether the account can be paid now.
        public let status: AccountStatus
        /// Who owns it, as ``FoundPayee/owner``.
        public let owner: String?

        /// A value of these parts.
        public init(name: String, account: String, currency: Currency, status: AccountStatus, owner: String? = nil) {
            self.name = name
            self.account = account
            self.currency = currency
            self.status = status
            self.owner = owner
        }
    }

    /// One payee.
    public struct PayeeAnswer: Codable, Hashable, Sendable {
        /// The payee as it is kept.
        public let payee: Payee

        /// A value of these parts.
        public init(payee: Payee) {
            self.payee = payee
        }
    }

    /// Keeps an account under a name; it takes the place of the payee of that name.
    ///
    /// - Answer: ``PayeeAnswer``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound`, `sameAccount` (it is the user's own),
    ///   `accountClosed`, `limitExceeded` (500 payees a user).
    public struct SavePayee: Signal {
        /// What comes back.
        public typealias Answer = PayeeAnswer
        /// The name on the wire.
        public static let method: SignalMethod = "ledger.savePayee"
        /// For people.
        public static let summary = "Keeps an account to pay under a name."

        /// What to call it, 1 to 100 characters, the first of which is not @.
        public let name: String
        /// The id of the account.
        public let account: String

        /// A value of these parts.
        public init(name: String, account: String) {
            self.name = name
            self.account = account
        }
    }

    /// Gives a payee another name.
    ///
    /// - Answer: ``PayeeAnswer``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound`, `limitExceeded` (the new name is taken).
    public struct RenamePayee: Signal {
        /// What comes back.
        public typealias Answer = PayeeAnswer
        /// The name on the wire.
        public static let method: SignalMethod = "ledger.renamePayee"
        /// For people.
        public static let summary = "Gives a payee another name."

        /// Its name until now.
        public let name: String
        /// Its name from now on, as of ``SavePayee``.
        public let newName: String

        /// A value of these parts.
        public init(name: String, newName: String) {
            self.name = name
            self.newName = newName
        }
    }

    /// Forgets a payee.
    ///
    /// - Answer: ``PayeeAnswer``, the payee that was there.
    /// - Faults, first match wins: `conflict`, `notFound`.
    public struct RemovePayee: Signal {
        /// What comes back.
        public typealias Answer = PayeeAnswer
        /// The name on the wire.
        public static let method: SignalMethod = "ledger.removePayee"
        /// For people.
        public static let summary = "Forgets a payee."

        /// Its name.
        public let name: String

        /// A value of these parts.
        public init(name: String) {
            self.name = name
        }
    }

    /// Lists the payees of the user by name.
    ///
    /// - Answer: ``PayeeList``.
    public struct Payees: Signal {
        /// What comes back.
        public typealias Answer = PayeeList
        /// The name on the wire.
        public static let method: SignalMethod = "ledger.payees"
        /// For people.
        public static let summary = "Lists your payees."
        /// Changes nothing.
        public static let effect = SignalEffect.reads

        /// Without parameters.
        public init() {}
    }

    /// Payees.
    public struct PayeeList: Codable, Hashable, Sendable {
        /// By name.
        public let payees: [Payee]

        /// A value of these parts.
        public init(payees: [Payee]) {
            self.payees = payees
        }
    }
}
