import Coordination
import Domain

extension HistorySignal {
    /// What a file of a bank may be.
    public enum FileFormat: String, Codable, CaseIterable, Hashable, Sendable {
        /// With a header that decides.
        case csv
        /// Open Financial Exchange 1.x (SGML) or 2.x (XML).
        case ofx
        /// Quicken Interchange Format.
        case qif
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

    /// What stands before decimals.
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

    /// Reads a file of a bank into rows that `ledger.import` takes; nothing is kept.
    ///
    /// What the file does not say is found from all its rows, and asked for where they leave a choice. Dates are as the bank
    /// wrote them, whatever the time zone. Rows come in the order they are to be booked; a reference stays the same in every
    /// file that has the row.
    /// - Answer: ``StatementRows``.
    /// - Faults: `invalidArgument`, with the line that cannot be read.
    public struct ReadStatement: Signal {
        public typealias Answer = StatementRows
        public static let method: SignalMethod = "history.readStatement"
        public static let summary = "Reads a bank's file, OFX, QIF or CSV, into rows to import."
        public static let effect = SignalEffect.reads
        /// A file, with its line breaks.
        public static let rawTexts: Set<String> = ["content"]

        /// The file as text, at most 3,000,000 bytes; this or ``base64``.
        public let content: String?
        /// The bytes of the file in base64, at most 3,000,000 of them.
        public let base64: String?
        /// What the file is; found by its content when absent.
        public let format: FileFormat?
        /// What amounts are counted in, where the file does not say.
        public let currency: Currency?
        /// How dates are written, where the file leaves a choice.
        public let dateOrder: DateOrder?
        /// How amounts are written; found when absent.
        public let decimal: DecimalMark?
        /// Which characters the bytes are; found when absent.
        public let encoding: FileEncoding?
        /// Which account of a file that has several.
        public let fileAccount: String?
        /// Leaves lines out that cannot be read, instead of refusing the file.
        public let skipBad: Bool?
        /// How many rows to pass over: `nextOffset` of the answer before.
        public let offset: Int?
        /// How many rows, 1 ... 8,192; 8,192 when absent.
        public let limit: Int?
        /// Takes amounts without a sign for money that went, and those with a minus for money that came: some cards write so.
        public let invertSigns: Bool?

        public init(
            content: String? = nil, base64: String? = nil, format: FileFormat? = nil, currency: Currency? = nil,
            dateOrder: DateOrder? = nil, decimal: DecimalMark? = nil, encoding: FileEncoding? = nil,
            fileAccount: String? = nil, skipBad: Bool? = nil, offset: Int? = nil, limit: Int? = nil,
            invertSigns: Bool? = nil
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
        }
    }

    /// What was read of a file.
    public struct StatementRows: Codable, Hashable, Sendable {
        /// What the file is.
        public let format: FileFormat
        /// The id of the account in the file.
        public let account: String?
        /// What the file says its amounts are counted in.
        public let currency: Currency?
        /// What was in the account before the first row, as far as the file tells.
        public let openingBalance: Money?
        /// What was in it after the last row, as far as the file tells.
        public let closingBalance: Money?
        /// How many rows the file has.
        public let count: Int
        /// The day of the first row.
        public let from: CalendarDay?
        /// The day of the last row.
        public let to: CalendarDay?
        /// Rows, in the order they are to be booked.
        public let rows: [StatementRow]
        /// How many lines were left out, because they cannot be read or are no rows.
        public let skipped: Int
        /// The first hundred of them, each with its reason.
        public let problems: [LineProblem]
        /// Asks for the rows that follow; absent with the last.
        public let nextOffset: Int?
        /// Why lines were left out, and how many for each reason.
        public let leftOut: [LeftOut]

        public init(
            format: FileFormat, account: String?, currency: Currency?, openingBalance: Money?, closingBalance: Money?,
            count: Int, from: CalendarDay?, to: CalendarDay?, rows: [StatementRow], skipped: Int,
            problems: [LineProblem], nextOffset: Int?, leftOut: [LeftOut] = []
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
        /// What it added: negative where money went.
        public let amount: Money
        /// The day, or the instant where the file gives a time of day.
        public let date: String
        /// What for, as the bank says.
        public let description: String
        /// What kind, as the file says.
        public let category: String?
        /// What it is known by.
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
        /// What is wrong with it, a sentence.
        public let problem: String

        public init(line: Int, problem: String) {
            self.line = line
            self.problem = problem
        }
    }
}
