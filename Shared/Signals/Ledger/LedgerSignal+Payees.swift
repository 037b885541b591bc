import Coordination
import Domain

extension LedgerSignal {
    /// An account of another person, saved under a name.
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

        public init(payee: Payee) {
            self.payee = payee
        }
    }

    /// Saves an account under a name and replaces the payee of that name.
    ///
    /// - Answer: ``PayeeAnswer``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound`, `sameAccount` (it is the user's own),
    ///   `accountClosed`, `limitExceeded` (500 payees a user).
    public struct SavePayee: Signal {
        public typealias Answer = PayeeAnswer
        public static let method: SignalMethod = "ledger.savePayee"
        public static let summary = "Saves a payee's account under a name."

        /// The name, 1 to 100 characters, not beginning with @.
        public let name: String
        /// The id of the account.
        public let account: String

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
        public typealias Answer = PayeeAnswer
        public static let method: SignalMethod = "ledger.renamePayee"
        public static let summary = "Renames a payee."
        /// Only looked up: any text that was ever stored is found.
        public static let rawTexts: Set<String> = ["name"]

        /// The current name.
        public let name: String
        /// The new name, as in ``SavePayee``.
        public let newName: String

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
        public typealias Answer = PayeeAnswer
        public static let method: SignalMethod = "ledger.removePayee"
        public static let summary = "Removes a payee."
        /// Only looked up: any text that was ever stored is found.
        public static let rawTexts: Set<String> = ["name"]

        /// The name of the payee.
        public let name: String

        public init(name: String) {
            self.name = name
        }
    }

    /// Lists the payees of the user by name.
    ///
    /// - Answer: ``PayeeList``.
    public struct Payees: Signal {
        public typealias Answer = PayeeList
        public static let method: SignalMethod = "ledger.payees"
        public static let summary = "Lists your payees."
        public static let effect = SignalEffect.reads

        public init() {}
    }

    /// Payees.
    public struct PayeeList: Codable, Hashable, Sendable {
        /// By name.
        public let payees: [Payee]

        public init(payees: [Payee]) {
            self.payees = payees
        }
    }
}
