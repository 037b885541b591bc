import Coordination
import Domain

/// The signals of ledger, which owns accounts and money. Money is exact, and every change is a balanced double entry.
public enum LedgerSignal: SignalNamespace {
    public static let service = "ledger"

    /// Checks the books: counts records and looks for imbalances.
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
        /// How many records there are: a transfer that was held first has two.
        public let records: Int64
        /// The sum of all balances by currency, which must be zero.
        public let imbalance: [Money]
        /// The hash of the newest record in hexadecimal digits. It covers all records: compared with a noted value, it
        /// reveals whether one was changed.
        public let head: String
        /// The broken invariants, in words; empty when there are none.
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
