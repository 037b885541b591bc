import Coordination
import Domain

extension HistorySignal {
    /// The format of a journal: a program of plain-text accounting that reads it.
    public enum JournalFormat: String, Codable, CaseIterable, Hashable, Sendable {
        /// A journal of hledger 1.25 or later.
        case hledger
        /// An input file of Beancount 2.3 or 3.
        case beancount
    }

    /// Writes the books of the user, all accounts together, for hledger or Beancount.
    ///
    /// A transfer between accounts of the user is one transaction, and so is an exchange. The other side of all other
    /// transactions is an account of income or expenses, named after the category. Balances before the first day are
    /// one transaction against equity. Assertions of all balances at the end let the reader check the whole.
    ///
    /// Books that are too large for one message come in parts; their contents in sequence are the whole. All parts show
    /// one moment: later bookings are left out. A part is refused when what was written before it has changed since.
    /// - Answer: ``StatementAnswer``.
    /// - Faults, first match wins: `invalidArgument` (also a period that is reversed, a cursor of another journal, and
    ///   books that have changed since the part before), `unavailable` (ledger, which knows the state of accounts and
    ///   the rates, cannot be reached).
    public struct Journal: Signal {
        public typealias Answer = StatementAnswer
        public static let method: SignalMethod = "history.journal"
        public static let summary = "Writes your books for hledger or Beancount."
        public static let effect = SignalEffect.reads

        /// The program that will read it.
        public let format: JournalFormat
        /// The first day, by the clocks of the user; that of the first transaction when absent.
        public let from: CalendarDay?
        /// The last day, which counts to its end; that of the last transaction when absent.
        public let to: CalendarDay?
        /// `nextCursor` of the part before.
        public let cursor: String?

        public init(
            format: JournalFormat, from: CalendarDay? = nil, to: CalendarDay? = nil, cursor: String? = nil
        ) {
            self.format = format
            self.from = from
            self.to = to
            self.cursor = cursor
        }
    }
}
