import Coordination
import Domain

extension LedgerSignal {
    /// The account of somebody else, saved under a name.
    public struct Payee: Codable, Hashable, Sendable {
        /// The name that the user chose; case does not distinguish names.
        public let name: String
        /// The account that is paid.
        public let account: String
        /// The currency of the account.
        public let currency: Currency
        /// True when the account can be paid now.
        public let status: AccountStatus
        /// The owner, as ``FoundPayee/owner``.
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
        /// The payee.
        public let payee: Payee

        /// A value of these parts.
        public init(payee: Payee) {
            self.payee = payee
        }
    }

    /// Saves an account under a name; it replaces the payee of that name.
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

        /// The name, 1 to 100 characters, not beginning with @.
        public let name: String
        /// The id of the account.
        public let account: String

        /// A value of these parts.
        public init(name: String, account: String) {
            self.name = name
            self.account = account
        }
    }

    /// Renames a payee.
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
        /// Looked up only: what was kept under any text is found.
        public static let rawTexts: Set<String> = ["name"]

        /// The current name.
        public let name: String
        /// The new name, as in ``SavePayee``.
        public let newName: String

        /// A value of these parts.
        public init(name: String, newName: String) {
            self.name = name
            self.newName = newName
        }
    }

    /// Removes a payee.
    ///
    /// - Answer: ``PayeeAnswer``, the removed payee.
    /// - Faults, first match wins: `conflict`, `notFound`.
    public struct RemovePayee: Signal {
        /// What comes back.
        public typealias Answer = PayeeAnswer
        /// The name on the wire.
        public static let method: SignalMethod = "ledger.removePayee"
        /// For people.
        public static let summary = "Forgets a payee."
        /// Looked up only: what was kept under any text is found.
        public static let rawTexts: Set<String> = ["name"]

        /// The name of the payee.
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
