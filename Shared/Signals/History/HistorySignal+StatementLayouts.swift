import Coordination
import Domain

extension HistorySignal {
    /// The content of a column of a CSV file.
    public enum StatementField: String, Codable, CaseIterable, Hashable, Sendable {
        /// The day of booking, with or without a time of day.
        case date
        /// The time of day.
        case time
        /// The amount: with a sign, or with a direction beside it.
        case amount
        /// Outgoing money; the sign makes no difference.
        case debit
        /// Incoming money.
        case credit
        /// A word for which way the money went, such as debit or credit.
        case direction
        /// A part of the description: the purpose, or the other side.
        case description
        /// The category.
        case category
        /// The account, in a file of several.
        case account
        /// The bank's id of the row.
        case id
        /// The balance after the row.
        case balance
        /// The currency of the amount.
        case currency
        /// The state of the payment: pending and failed ones are left out.
        case state
    }

    /// The separator of the cells of a CSV file.
    public enum CSVSeparator: String, Codable, CaseIterable, Hashable, Sendable {
        /// A comma.
        case comma
        /// A semicolon.
        case semicolon
        /// A tab.
        case tab
        /// A vertical bar.
        case bar
    }

    /// What one column of a file contains.
    public struct StatementColumn: Codable, Hashable, Sendable {
        /// Its place in the header, 1 for the first.
        public let column: Int
        /// Its content.
        public let field: StatementField

        public init(column: Int, field: StatementField) {
            self.column = column
            self.field = field
        }
    }

    /// A layout: how to read the CSV files of a bank that have one header.
    public struct StatementLayout: Codable, Hashable, Sendable {
        /// The user's name for it.
        public let name: String
        /// The headings of all columns, in order.
        public let header: [String]
        /// The columns that are read. Several descriptions are joined in this order.
        public let columns: [StatementColumn]
        /// How dates are written, where a file leaves a choice.
        public let dateOrder: DateOrder?
        /// How amounts are written; found in each file when absent.
        public let decimal: DecimalMark?
        /// True when amounts without a sign are expense and those with a minus income.
        public let invertSigns: Bool?

        public init(
            name: String, header: [String], columns: [StatementColumn], dateOrder: DateOrder? = nil,
            decimal: DecimalMark? = nil, invertSigns: Bool? = nil
        ) {
            self.name = name
            self.header = header
            self.columns = columns
            self.dateOrder = dateOrder
            self.decimal = decimal
            self.invertSigns = invertSigns
        }
    }

    /// Shows the first lines of a CSV file as cells, to learn its columns. Nothing is stored.
    ///
    /// - Answer: ``StatementSample``.
    /// - Faults: `invalidArgument`: the file is no CSV.
    public struct SampleStatement: Signal {
        public typealias Answer = StatementSample
        public static let method: SignalMethod = "history.sampleStatement"
        public static let summary = "Shows the first lines of a bank's CSV file and its header."
        public static let effect = SignalEffect.reads
        /// A file, with its line breaks.
        public static let rawTexts: Set<String> = ["content"]

        /// The file as text, at most 3,000,000 bytes; this or ``base64``. Its beginning is enough.
        public let content: String?
        /// The bytes of the file in base64, at most 3,000,000 of them.
        public let base64: String?
        /// Which characters the bytes are; found when absent.
        public let encoding: FileEncoding?
        /// The separator of cells; found when absent.
        public let separator: CSVSeparator?

        public init(
            content: String? = nil, base64: String? = nil, encoding: FileEncoding? = nil,
            separator: CSVSeparator? = nil
        ) {
            self.content = content
            self.base64 = base64
            self.encoding = encoding
            self.separator = separator
        }
    }

    /// The first lines of a CSV file.
    public struct StatementSample: Codable, Hashable, Sendable {
        /// The separator of its cells.
        public let separator: CSVSeparator
        /// At most 40 lines; each cell is on one line and has at most 100 characters.
        public let lines: [SampleLine]
        /// The number of the line that looks like the header; absent when none does.
        public let header: Int?
        /// What the words of that header tell of its columns.
        public let columns: [StatementColumn]
        /// The name of the layout that the user has for a header in these lines.
        public let layout: String?

        public init(
            separator: CSVSeparator, lines: [SampleLine], header: Int?, columns: [StatementColumn], layout: String?
        ) {
            self.separator = separator
            self.lines = lines
            self.header = header
            self.columns = columns
            self.layout = layout
        }
    }

    /// A line of a CSV file.
    public struct SampleLine: Codable, Hashable, Sendable {
        /// Its number, 1 for the first.
        public let line: Int
        /// Its cells.
        public let cells: [String]

        public init(line: Int, cells: [String]) {
            self.line = line
            self.cells = cells
        }
    }

    /// Saves a layout, by which ``ReadStatement`` reads all files with its header from then on.
    ///
    /// A layout replaces the one of the same header, and the one of the same name.
    /// - Answer: ``LayoutAnswer``.
    /// - Faults, first match wins: `invalidArgument` (also more than 50 layouts), `conflict`.
    public struct LearnStatement: Signal {
        public typealias Answer = LayoutAnswer
        public static let method: SignalMethod = "history.learnStatement"
        public static let summary = "Remembers the columns of a bank's CSV files by their header."

        /// The name, 1 ... 100 characters.
        public let name: String
        /// The headings of all columns, in order, 2 ... 100. Of each, 100 characters count; surrounding white space
        /// does not.
        public let header: [String]
        /// The columns to read: the date, and the amount, or debits or credits or both. Each column and each field
        /// once, apart from descriptions, at most 5.
        public let columns: [StatementColumn]
        /// How dates are written, where a file leaves a choice.
        public let dateOrder: DateOrder?
        /// How amounts are written; found in each file when absent.
        public let decimal: DecimalMark?
        /// True when amounts without a sign are expense and those with a minus income.
        public let invertSigns: Bool?

        public init(
            name: String, header: [String], columns: [StatementColumn], dateOrder: DateOrder? = nil,
            decimal: DecimalMark? = nil, invertSigns: Bool? = nil
        ) {
            self.name = name
            self.header = header
            self.columns = columns
            self.dateOrder = dateOrder
            self.decimal = decimal
            self.invertSigns = invertSigns
        }
    }

    /// A layout.
    public struct LayoutAnswer: Codable, Hashable, Sendable {
        /// The layout.
        public let layout: StatementLayout
        /// The names of other layouts that it replaced.
        public let replaced: [String]

        public init(layout: StatementLayout, replaced: [String] = []) {
            self.layout = layout
            self.replaced = replaced
        }
    }

    /// Lists the layouts of the user.
    ///
    /// - Answer: ``LayoutList``.
    public struct StatementLayouts: Signal {
        public typealias Answer = LayoutList
        public static let method: SignalMethod = "history.statementLayouts"
        public static let summary = "Lists the layouts of CSV files that were learned."
        public static let effect = SignalEffect.reads

        public init() {}
    }

    /// Layouts.
    public struct LayoutList: Codable, Hashable, Sendable {
        /// By name.
        public let layouts: [StatementLayout]

        public init(layouts: [StatementLayout]) {
            self.layouts = layouts
        }
    }

    /// Forgets a layout. Imported rows stay.
    ///
    /// - Answer: ``LayoutAnswer``: the one that is gone.
    /// - Faults, first match wins: `conflict`, `notFound`.
    public struct ForgetStatementLayout: Signal {
        public typealias Answer = LayoutAnswer
        public static let method: SignalMethod = "history.forgetStatementLayout"
        public static let summary = "Forgets the layout of a bank's CSV files."

        /// Its name.
        public let name: String

        public init(name: String) {
            self.name = name
        }
    }
}
