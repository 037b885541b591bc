import Coordination
import Domain

extension LedgerSignal {
    /// Blocks all money into and out of an account until it is unfrozen. Holds can still be voided and expire.
    ///
    /// - Answer: ``AccountAnswer``.
    /// - Faults, first match wins: `conflict`, `notFound`, `accountClosed`.
    public struct Freeze: Signal {
        public typealias Answer = AccountAnswer
        public static let method: SignalMethod = "ledger.freeze"
        public static let summary = "Freezes an account: no money moves in or out."

        /// The account.
        public let account: String

        public init(account: String) { self.account = account }
    }

    /// Lets money move in and out of a frozen account again.
    ///
    /// Freezing protects an account, so unfreezing needs a code. A user without codes needs the password or, without
    /// one, a sign-in within the last ten minutes. An account that is not frozen needs nothing.
    /// - Answer: ``AccountAnswer``.
    /// - Faults, first match wins: `conflict`, `notFound`, `accountClosed`, `confirmationRequired`, `wrongCode`,
    ///   `tooManyAttempts`.
    public struct Unfreeze: Signal {
        public typealias Answer = AccountAnswer
        public static let method: SignalMethod = "ledger.unfreeze"
        public static let summary = "Unfreezes an account."
        public static let isNoted = true

        /// The account.
        public let account: String
        /// A code of the authenticator app, when one is needed.
        public let code: String?

        public init(account: String, code: String? = nil) {
            self.account = account
            self.code = code
        }
    }

    /// Closes an account for good. It must be empty, unless `to` names the account that receives the rest first.
    ///
    /// - Answer: ``ClosedAccount``.
    /// - Faults, first match wins: `conflict`, `notFound`, `sameAccount`, `currencyMismatch`, `accountClosed`,
    ///   `accountFrozen`, `limitExceeded`, `amountOverflow`, `accountNotEmpty`, `confirmationRequired`, `wrongCode`,
    ///   `tooManyAttempts`.
    public struct Close: Signal {
        public typealias Answer = ClosedAccount
        public static let method: SignalMethod = "ledger.close"
        public static let summary = "Closes an account."

        /// The account.
        public let account: String
        /// Where what is left goes, anybody's account.
        public let to: String?
        /// A code of the authenticator app, when one is needed.
        public let code: String?

        public init(account: String, to: String? = nil, code: String? = nil) {
            self.account = account
            self.to = to
            self.code = code
        }
    }

    /// An account that was closed.
    public struct ClosedAccount: Codable, Hashable, Sendable {
        /// The account, closed.
        public let account: Account
        /// The transfer of the rest; absent when the account was empty.
        public let transfer: Transfer?

        public init(account: Account, transfer: Transfer? = nil) {
            self.account = account
            self.transfer = transfer
        }
    }

    /// Gives an account another name.
    ///
    /// - Answer: ``AccountAnswer``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound`, `accountClosed`.
    public struct Rename: Signal {
        public typealias Answer = AccountAnswer
        public static let method: SignalMethod = "ledger.rename"
        public static let summary = "Renames an account."

        /// The account.
        public let account: String
        /// The name, 1 to 100 characters.
        public let name: String

        public init(account: String, name: String) {
            self.account = account
            self.name = name
        }
    }

    /// Says how far below zero an account may go.
    ///
    /// Raising it while an account of the user has limits needs a code or, for a user without codes, a sign-in within
    /// the last ten minutes.
    /// - Answer: ``AccountAnswer``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound`, `currencyMismatch`, `accountClosed`,
    ///   `insufficientFunds` (less than is used already), `confirmationRequired`, `wrongCode`, `tooManyAttempts`.
    public struct SetOverdraft: Signal {
        public typealias Answer = AccountAnswer
        public static let method: SignalMethod = "ledger.setOverdraft"
        public static let summary = "Sets how far below zero an account may go."
        public static let isNoted = true

        /// The account.
        public let account: String
        /// How far, zero or more.
        public let limit: Money
        /// A code of the authenticator app, when one is needed.
        public let code: String?

        public init(account: String, limit: Money, code: String? = nil) {
            self.account = account
            self.limit = limit
            self.code = code
        }
    }
}
