import Domain

/// The facts of what ledger tells others.
public enum LedgerEvent {
    /// Event `ledger.accountOpened`.
    public struct AccountOpened: Codable, Hashable, Sendable {
        /// The account as it was opened.
        public let account: LedgerSignal.Account

        public init(account: LedgerSignal.Account) {
            self.account = account
        }
    }

    /// What was changed about an account.
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

    /// Event `ledger.accountChanged`: an account is not what it was.
    public struct AccountChanged: Codable, Hashable, Sendable {
        /// What was changed.
        public let change: AccountChange
        /// The account after it.
        public let account: LedgerSignal.Account

        public init(change: AccountChange, account: LedgerSignal.Account) {
            self.change = change
            self.account = account
        }
    }

    /// What made a transfer, for the user whose doing it was.
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
        /// Whose account it is; absent for the outside world.
        public let userId: String?
        /// The place among the records of the account: 1, 2, 3 ... Holds and what releases them count too.
        public let accountSequence: Int64
        /// What it added to the balance: negative where money left.
        public let amount: Money
        /// The balance after it.
        public let balanceAfter: Money
        /// What made the transfer, where it was the doing of the user of this side; absent where it was another's.
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
        /// What kind, as its maker said.
        public let category: String?
        /// Two: the giving side, the getting side. A user sees their own only.
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
        /// Whose account it is.
        public let userId: String?
        /// The place among the records of the account; absent for the side that gets, whose account is not touched.
        public let accountSequence: Int64?
        /// The balance after it, of the side that gives.
        public let balance: Money?
        /// What is not held of that.
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

    /// Event `ledger.transferHeld`: money was put aside for a transfer.
    public struct TransferHeld: Codable, Hashable, Sendable {
        /// The transfer, pending.
        public let transfer: LedgerSignal.Transfer
        /// Two: the giving side, the getting side. A user sees their own only.
        public let entries: [HoldEntry]

        public init(transfer: LedgerSignal.Transfer, entries: [HoldEntry]) {
            self.transfer = transfer
            self.entries = entries
        }
    }

    /// Event `ledger.holdReleased`: money that was put aside is free again, voided or expired.
    public struct HoldReleased: Codable, Hashable, Sendable {
        /// The transfer, voided or expired.
        public let transfer: LedgerSignal.Transfer
        /// Two: the giving side, the getting side. A user sees their own only.
        public let entries: [HoldEntry]

        public init(transfer: LedgerSignal.Transfer, entries: [HoldEntry]) {
            self.transfer = transfer
            self.entries = entries
        }
    }
}
