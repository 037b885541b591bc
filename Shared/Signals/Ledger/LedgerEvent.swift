import Domain

/// The data of the events of ledger.
public enum LedgerEvent {
    /// Event `ledger.accountOpened`.
    public struct AccountOpened: Codable, Hashable, Sendable {
        /// The account as it was opened.
        public let account: LedgerSignal.Account

        public init(account: LedgerSignal.Account) {
            self.account = account
        }
    }

    /// A kind of change of an account.
    public enum AccountChange: String, Codable, CaseIterable, Hashable, Sendable {
        /// It got another name.
        case renamed
        /// Nothing moves in or out.
        case frozen
        /// Money moves again.
        case unfrozen
        /// Nothing is done with it any more.
        case closed
        /// It may go further below zero, or less far.
        case overdraftSet
    }

    /// Event `ledger.accountChanged`: an account changed.
    public struct AccountChanged: Codable, Hashable, Sendable {
        /// The change.
        public let change: AccountChange
        /// The account after it.
        public let account: LedgerSignal.Account

        public init(change: AccountChange, account: LedgerSignal.Account) {
            self.change = change
            self.account = account
        }
    }

    /// The cause of a transfer, for the user who made it.
    public enum Cause: String, Codable, CaseIterable, Hashable, Sendable {
        /// An order of the user.
        case order
        /// A schedule of the user.
        case schedule
        /// A service, by a mandate of the user.
        case mandate
        /// An import of the user, which books what happened elsewhere.
        case `import`
    }

    /// One side of a transfer.
    public struct Entry: Codable, Hashable, Sendable {
        /// The account.
        public let account: String
        /// The owner of the account; absent for the outside world.
        public let userId: String?
        /// The position among the records of the account: 1, 2, 3 ... Holds and their releases count too.
        public let accountSequence: Int64
        /// The change of the balance: negative where money left.
        public let amount: Money
        /// The balance after it.
        public let balanceAfter: Money
        /// The cause, where the user of this side made the transfer; absent where another user did.
        public let cause: Cause?

        public init(
            account: String, userId: String? = nil, accountSequence: Int64, amount: Money, balanceAfter: Money,
            cause: Cause? = nil
        ) {
            self.account = account
            self.userId = userId
            self.accountSequence = accountSequence
            self.amount = amount
            self.balanceAfter = balanceAfter
            self.cause = cause
        }
    }

    /// Event `ledger.transferPosted`: money moved.
    public struct TransferPosted: Codable, Hashable, Sendable {
        /// The transfer.
        public let transfer: LedgerSignal.Transfer
        /// The category that its maker gave.
        public let category: String?
        /// Two entries: the payer's and the payee's. A user sees only their own.
        public let entries: [Entry]

        public init(transfer: LedgerSignal.Transfer, category: String? = nil, entries: [Entry]) {
            self.transfer = transfer
            self.category = category
            self.entries = entries
        }
    }

    /// One side of a hold.
    public struct HoldEntry: Codable, Hashable, Sendable {
        /// The account.
        public let account: String
        /// The owner of the account.
        public let userId: String?
        /// The position among the records of the account; absent for the payee, whose account is not touched.
        public let accountSequence: Int64?
        /// The balance of the payer after it.
        public let balance: Money?
        /// The part of the balance that is not held.
        public let available: Money?

        public init(
            account: String, userId: String? = nil, accountSequence: Int64? = nil, balance: Money? = nil,
            available: Money? = nil
        ) {
            self.account = account
            self.userId = userId
            self.accountSequence = accountSequence
            self.balance = balance
            self.available = available
        }
    }

    /// Event `ledger.transferHeld`: money was held for a transfer.
    public struct TransferHeld: Codable, Hashable, Sendable {
        /// The transfer, pending.
        public let transfer: LedgerSignal.Transfer
        /// Two entries: the payer's and the payee's. A user sees only their own.
        public let entries: [HoldEntry]

        public init(transfer: LedgerSignal.Transfer, entries: [HoldEntry]) {
            self.transfer = transfer
            self.entries = entries
        }
    }

    /// Event `ledger.holdReleased`: held money was released, because the hold was voided or expired.
    public struct HoldReleased: Codable, Hashable, Sendable {
        /// The transfer, voided or expired.
        public let transfer: LedgerSignal.Transfer
        /// Two entries: the payer's and the payee's. A user sees only their own.
        public let entries: [HoldEntry]

        public init(transfer: LedgerSignal.Transfer, entries: [HoldEntry]) {
            self.transfer = transfer
            self.entries = entries
        }
    }
}
