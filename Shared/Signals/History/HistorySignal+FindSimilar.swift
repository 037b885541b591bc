import Coordination
import Domain

extension HistorySignal {
    /// Looks for transactions that rows of a bank's file may be already, where no reference tells: of the same account and
    /// day, of the same amount and direction.
    ///
    /// The same payment has one text in a file of one kind and another in the next, or the one that somebody typed, so texts
    /// do not decide whether rows are similar; they decide which, where there are several. Each transaction stands for one
    /// row at most, so that two equal rows stay two. What was taken back, and what took it back, stands for none.
    /// Everything that ledger has booked before the question counts: history waits until it has read it.
    /// - Answer: ``SimilarRows``.
    /// - Faults, first match wins: `invalidArgument`, `notFound`, `currencyMismatch`, `unavailable` (ledger cannot be
    ///   reached, or history does not keep up with it).
    public struct FindSimilar: Signal {
        public typealias Answer = SimilarRows
        public static let method: SignalMethod = "history.findSimilar"
        public static let summary = "Finds transactions that rows of a bank's file may be already."
        public static let effect = SignalEffect.reads

        /// The account.
        public let account: String
        /// 1 ... 8,192.
        public let rows: [RowInQuestion]
        /// Transfers that stand for other rows of the file already, at most 16,384.
        public let taken: [String]?

        public init(account: String, rows: [RowInQuestion], taken: [String]? = nil) {
            self.account = account
            self.rows = rows
            self.taken = taken
        }
    }

    /// A row of a bank's file that may be known by another name.
    public struct RowInQuestion: Codable, Hashable, Sendable {
        /// What it added: negative where money went.
        public let amount: Money
        /// The day it happened, or the instant.
        public let date: String
        /// What for, at most 500 characters.
        public let description: String?

        public init(amount: Money, date: String, description: String? = nil) {
            self.amount = amount
            self.date = date
            self.description = description
        }
    }

    /// Which rows are perhaps known.
    public struct SimilarRows: Codable, Hashable, Sendable {
        /// In the order of the rows; none for a row that is like nothing.
        public let similar: [SimilarRow]

        public init(similar: [SimilarRow]) {
            self.similar = similar
        }
    }

    /// What a row may be.
    public struct SimilarRow: Codable, Hashable, Sendable {
        /// Which row, counted from 0.
        public let row: Int
        /// The transfer that it may be.
        public let transfer: String
        /// What that added.
        public let amount: Money
        /// When it happened.
        public let date: Instant
        /// The first characters of what for.
        public let description: String

        public init(row: Int, transfer: String, amount: Money, date: Instant, description: String) {
            self.row = row
            self.transfer = transfer
            self.amount = amount
            self.date = date
            self.description = description
        }
    }
}
