import Coordination
import Domain

extension HistorySignal {
    /// How a statement is written.
    public enum StatementFormat: String, Codable, CaseIterable, Hashable, Sendable {
        /// RFC 4180, with a header.
        case csv
        /// JSON Lines: one object a line.
        case json
        /// Open Financial Exchange 2.1.1, XML.
        case ofx
        /// Quicken Interchange Format.
        case qif
    }

    /// Writes the statement of an account from one day to another: opening balance + rows = closing balance.
    ///
    /// Rows are ordered by date, oldest first, and balances follow that order. A statement that is too large for one
    /// message comes in parts; their contents in sequence are the whole. All parts show one snapshot, so that later
    /// bookings do not tear them.
    /// - Answer: ``StatementAnswer``.
    /// - Faults, first match wins: `invalidArgument` (also a period that is reversed, and a cursor of another
    ///   statement), `notFound` (the account is not the user's, or not known here yet).
    public struct Statement: Signal {
        public typealias Answer = StatementAnswer
        public static let method: SignalMethod = "history.statement"
        public static let summary = "Writes a statement of an account: CSV, JSON Lines, OFX or QIF."
        public static let effect = SignalEffect.reads

        /// The account.
        public let account: String
        /// The first day, by the clocks of the user.
        public let from: CalendarDay
        /// The last day, which counts to its end.
        public let to: CalendarDay
        /// How it is written.
        public let format: StatementFormat
        /// `nextCursor` of the part before.
        public let cursor: String?

        public init(
            account: String, from: CalendarDay, to: CalendarDay, format: StatementFormat, cursor: String? = nil
        ) {
            self.account = account
            self.from = from
            self.to = to
            self.format = format
            self.cursor = cursor
        }
    }

    /// A statement or a journal, or a part of one.
    public struct StatementAnswer: Codable, Hashable, Sendable {
        /// The media type: `text/csv; charset=utf-8` and the like.
        public let mediaType: String
        /// The text.
        public let content: String
        /// Asks for the next part; absent with the last.
        public let nextCursor: String?

        public init(mediaType: String, content: String, nextCursor: String? = nil) {
            self.mediaType = mediaType
            self.content = content
            self.nextCursor = nextCursor
        }
    }
}
