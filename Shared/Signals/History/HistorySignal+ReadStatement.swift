import Coordination
import Domain
import Reasons

extension HistorySignal {
    /// The formats of a bank's file.
    public enum FileFormat: String, Codable, CaseIterable, Hashable, Sendable {
        /// With a header that decides.
        case csv
        /// Open Financial Exchange 1.x (SGML) or 2.x (XML).
        case ofx
        /// Quicken Interchange Format.
        case qif
        /// camt.053 and camt.052 of ISO 20022.
        case camt
        /// MT940 and MT942 of SWIFT.
        case mt940
    }

    /// In which order the parts of dates stand.
    public enum DateOrder: String, Codable, CaseIterable, Hashable, Sendable {
        /// 21.11.2026
        case dmy
        /// 11/21/2026
        case mdy
        /// 2026-11-21
        case ymd
    }

    /// The mark before decimals.
    public enum DecimalMark: String, Codable, CaseIterable, Hashable, Sendable {
        /// 1234.50
        case point
        /// 1234,50
        case comma
    }

    /// Which characters the bytes of a file are.
    public enum FileEncoding: String, Codable, CaseIterable, Hashable, Sendable {
        /// Unicode.
        case utf8 = "utf-8"
        /// Central European of Windows.
        case windows1250 = "windows-1250"
        /// Cyrillic of Windows.
        case windows1251 = "windows-1251"
        /// Western European of Windows.
        case windows1252 = "windows-1252"
    }

    /// Reads a file of a bank into rows for `ledger.import`. Nothing is stored.
    ///
    /// Properties that the file does not state are detected from all its rows, and asked for when the rows leave a
    /// choice. Dates are as the bank wrote them, without regard to time zones. Rows come in the order of booking. A row
    /// has the same reference in every file that contains it.
    /// - Answer: ``StatementRows``.
    /// - Faults: `invalidArgument`, with the line that cannot be read.
    public struct ReadStatement: Signal {
        public typealias Answer = StatementRows
        public static let method: SignalMethod = "history.readStatement"
        public static let summary = "Reads the rows to import from a bank's file: OFX, QIF, camt, MT940 or CSV."
        public static let effect = SignalEffect.reads
        /// A file, with its line breaks.
        public static let rawTexts: Set<String> = ["content"]

        /// The file as text, at most 3,000,000 bytes; this or ``base64``.
        public let content: String?
        /// The bytes of the file in base64, at most 3,000,000 of them.
        public let base64: String?
        /// The format of the file; detected from its content when absent.
        public let format: FileFormat?
        /// The currency of amounts, when the file does not name it.
        public let currency: Currency?
        /// How dates are written, where the file leaves a choice.
        public let dateOrder: DateOrder?
        /// How amounts are written; found when absent.
        public let decimal: DecimalMark?
        /// Which characters the bytes are; found when absent.
        public let encoding: FileEncoding?
        /// Which account of a file that has several.
        public let fileAccount: String?
        /// Skips lines that cannot be read, instead of refusing the file.
        public let skipBad: Bool?
        /// How many rows to skip: `nextOffset` of the previous answer.
        public let offset: Int?
        /// How many rows, 1 ... 8,192; 8,192 when absent.
        public let limit: Int?
        /// Reads amounts without a sign as expense and those with a minus as income, as some card statements do.
        public let invertSigns: Bool?
        /// How to read a CSV file with this header, to try a layout before it is learned; those learned when absent.
        public let layout: StatementLayout?

        public init(
            content: String? = nil, base64: String? = nil, format: FileFormat? = nil, currency: Currency? = nil,
            dateOrder: DateOrder? = nil, decimal: DecimalMark? = nil, encoding: FileEncoding? = nil,
            fileAccount: String? = nil, skipBad: Bool? = nil, offset: Int? = nil, limit: Int? = nil,
            invertSigns: Bool? = nil, layout: StatementLayout? = nil
        ) {
            self.content = content
            self.base64 = base64
            self.format = format
            self.currency = currency
            self.dateOrder = dateOrder
            self.decimal = decimal
            self.encoding = encoding
            self.fileAccount = fileAccount
            self.skipBad = skipBad
            self.offset = offset
            self.limit = limit
            self.invertSigns = invertSigns
            self.layout = layout
        }
    }

    /// The rows read from a file.
    public struct StatementRows: Codable, Hashable, Sendable {
        /// The format of the file.
        public let format: FileFormat
        /// The id of the account in the file.
        public let account: String?
        /// The currency that the file names.
        public let currency: Currency?
        /// The balance before the first row, if the file tells.
        public let openingBalance: Money?
        /// The balance after the last row, if the file tells.
        public let closingBalance: Money?
        /// How many rows the file has.
        public let count: Int
        /// The day of the first row.
        public let from: CalendarDay?
        /// The day of the last row.
        public let to: CalendarDay?
        /// Rows, in the order they are to be booked.
        public let rows: [StatementRow]
        /// How many lines were skipped, because they cannot be read or are no rows.
        public let skipped: Int
        /// The first hundred of them, each with its reason.
        public let problems: [LineProblem]
        /// Asks for the rows that follow; absent with the last.
        public let nextOffset: Int?
        /// Why lines were left out, and how many for each reason.
        public let leftOut: [LeftOut]
        /// The name of the layout by which a CSV file was read; absent where its own headings tell enough.
        public let layout: String?

        public init(
            format: FileFormat, account: String?, currency: Currency?, openingBalance: Money?, closingBalance: Money?,
            count: Int, from: CalendarDay?, to: CalendarDay?, rows: [StatementRow], skipped: Int,
            problems: [LineProblem], nextOffset: Int?, leftOut: [LeftOut] = [], layout: String? = nil
        ) {
            self.format = format
            self.account = account
            self.currency = currency
            self.openingBalance = openingBalance
            self.closingBalance = closingBalance
            self.count = count
            self.from = from
            self.to = to
            self.rows = rows
            self.skipped = skipped
            self.problems = problems
            self.nextOffset = nextOffset
            self.leftOut = leftOut
            self.layout = layout
        }
    }

    /// Why a line of a file is no row.
    public enum LeftOutReason: String, Codable, CaseIterable, Hashable, Sendable {
        /// It was refused, cancelled or reverted.
        case failed
        /// It is not booked yet.
        case pending
        /// It says a balance or a total.
        case balance
        /// It moved no money of the account.
        case memo
        /// It moved securities and no money.
        case securities
        /// It cannot be read.
        case unreadable
    }

    /// How many lines were left out for one reason.
    public struct LeftOut: Codable, Hashable, Sendable {
        /// Why.
        public let reason: LeftOutReason
        /// How many.
        public let count: Int

        public init(reason: LeftOutReason, count: Int) {
            self.reason = reason
            self.count = count
        }
    }

    /// A row of a bank's file.
    public struct StatementRow: Codable, Hashable, Sendable {
        /// The amount that it added: negative where money left.
        public let amount: Money
        /// The day, or the instant when the file has a time of day.
        public let date: String
        /// The purpose, as the bank wrote it.
        public let description: String
        /// The category, as the file has it.
        public let category: String?
        /// Its reference.
        public let reference: String
        /// Where it stands in the file, 1 for the first line.
        public let line: Int

        public init(amount: Money, date: String, description: String, category: String?, reference: String, line: Int) {
            self.amount = amount
            self.date = date
            self.description = description
            self.category = category
            self.reference = reference
            self.line = line
        }
    }

    /// A line that was left out.
    public struct LineProblem: Codable, Hashable, Sendable {
        /// 1 for the first.
        public let line: Int
        /// The problem of the row, a sentence.
        public let problem: String
        /// The reason of that sentence; absent from a history before reasons.
        public let problemReason: Explanation?

        public init(line: Int, problem: String, problemReason: Explanation? = nil) {
            self.line = line
            self.problem = problem
            self.problemReason = problemReason
        }
    }
}
