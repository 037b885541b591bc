import Domain

/// The facts of what ledger tells others.
public enum LedgerEvent {
    /// Event `ledger.accountOpened`.
    public struct AccountOpened: Codable, Hashable, Sendable {
        /// The account as it was opened.
        public let account: LedgerSignal.Account

        /// A value of these parts.
        public init(account: LedgerSignal.Account) {
            self.account = account
        }
    }

    /// One side of a transfer.
    public struct Entry: Codable, Hashable, Sendable {
        /// The account.
        public let account: String
        /// Whose account it is; absent for the outside world.
        public let userId: String?
        /// The place among the entries of the account: 1, 2, 3 ...
        public let accountSequence: Int64
        /// What it added to the balance: negative where money left.
        public let amount: Money
        /// The balance after it.
        public let balanceAfter: Money

        /// A value of these parts.
        public init(account: String, userId: String? = nil, accountSequence: Int64, amount: Money, balanceAfter: Money)
        {
            self.account = account
            self.userId = userId
            self.accountSequence = accountSequence
            self.amount = amount
            self.balanceAfter = balanceAfter
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

        /// A value of these parts.
        public init(transfer: LedgerSignal.Transfer, category: String? = nil, entries: [Entry]) {
            self.transfer = transfer
            self.category = category
            self.entries = entries
        }
    }
}
