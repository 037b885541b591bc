import Coordination
import Domain

extension HistorySignal {
    /// Finds transactions that rows of a bank's file may already be, when no reference decides it: of the same account
    /// and day, and of the same amount and direction.
    ///
    /// The text of one payment differs between file formats and from what people type. So texts do not decide whether
    /// rows are similar, only which transaction matches when there are several. Each transaction matches one row at
    /// most, so that two equal rows stay two. Reversed transactions and their reversals match none. Everything that
    /// ledger booked before the request counts: history waits until it has read it.
    /// - Answer: ``SimilarRows``.
    /// - Faults, first match wins: `invalidArgument`, `notFound`, `currencyMismatch`, `unavailable` (ledger cannot be
    ///   reached, or history does not keep up with it).
    public struct FindSimilar: Signal {
        public typealias Answer = SimilarRows
        public static let method: SignalMethod = "history.findSimilar"
        public static let summary = "Finds transactions that rows of a bank's file may duplicate."
        public static let effect = SignalEffect.reads

        /// The account.
        public let account: String
        /// 1 ... 8,192.
        public let rows: [RowInQuestion]
        /// Transfers that already match other rows of the file, at most 16,384.
        public let taken: [String]?

        public init(account: String, rows: [RowInQuestion], taken: [String]? = nil) {
            self.account = account
            self.rows = rows
            self.taken = taken
        }
    }

    /// A row of a bank's file that may be known by another name.
    public struct RowInQuestion: Codable, Hashable, Sendable {
        /// The amount that it added: negative where money left.
        public let amount: Money
        /// The day it happened, or the instant.
        public let date: String
        /// The purpose, at most 500 characters.
        public let description: String?

        public init(amount: Money, date: String, description: String? = nil) {
            self.amount = amount
            self.date = date
            self.description = description
        }
    }

    /// Which rows are perhaps known.
    public struct SimilarRows: Codable, Hashable, Sendable {
        /// In the order of the rows; empty for a row without a similar transaction.
        public let similar: [SimilarRow]

        public init(similar: [SimilarRow]) {
            self.similar = similar
        }
    }

    /// The transactions that a row may be.
    public struct SimilarRow: Codable, Hashable, Sendable {
        /// Which row, counted from 0.
        public let row: Int
        /// The transfer that it may be.
        public let transfer: String
        /// The amount that the transaction added.
        public let amount: Money
        /// When it happened.
        public let date: Instant
        /// The first characters of the purpose.
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
