import Coordination
import Domain

/// The signals of ledger, who answers for accounts and money. Money is exact, every change a balanced double entry.
public enum LedgerSignal {
    /// Checks the books: counts, and what is out of balance.
    ///
    /// - Answer: ``CheckAnswer``: every imbalance is zero.
    public struct Check: Signal {
        public typealias Answer = CheckAnswer
        public static let method: SignalMethod = "ledger.check"
        public static let summary = "Checks that the books balance."
        public static let effect = SignalEffect.reads

        public init() {}
    }

    /// The totals of the books.
    public struct CheckAnswer: Codable, Hashable, Sendable {
        /// How many accounts people have opened.
        public let accounts: Int64
        /// How many transfers, whatever became of them.
        public let transfers: Int64
        /// How many records they are: one whose money was held first is two.
        public let records: Int64
        /// For each currency the sum of all balances, which is zero.
        public let imbalance: [Money]
        /// The hash of the newest record in hexadecimal digits. It stands for all of them: who notes it can tell later
        /// whether one was changed.
        public let head: String
        /// What invariants are broken, in words; empty when all is well.
        public let problems: [String]

        public init(
            accounts: Int64, transfers: Int64, records: Int64, imbalance: [Money], head: String, problems: [String]
        ) {
            self.accounts = accounts
            self.transfers = transfers
            self.records = records
            self.imbalance = imbalance
            self.head = head
            self.problems = problems
        }
    }
}
