import Coordination
import Domain

extension LedgerSignal {
    /// One import: rows of one file that were booked together.
    public struct Import: Codable, Hashable, Sendable {
        /// The id, also in each transfer of it.
        public let id: String
        /// The account that has the rows.
        public let account: String
        /// The name of the file, as far as it was said.
        public let fileName: String?
        /// When it was booked.
        public let importedAt: Instant
        /// How many rows it booked, without the opening balance.
        public let rows: Int
        /// The sum of rows that added money, including the opening balance.
        public let income: Money
        /// The sum of rows that took money.
        public let expense: Money
        /// The booked opening balance.
        public let openingBalance: Money?
        /// The day of the first row.
        public let from: CalendarDay
        /// The day of the last row.
        public let to: CalendarDay
        /// When it was taken back.
        public let undoneAt: Instant?

        public init(
            id: String, account: String, fileName: String? = nil, importedAt: Instant, rows: Int, income: Money,
            expense: Money, openingBalance: Money? = nil, from: CalendarDay, to: CalendarDay, undoneAt: Instant? = nil
        ) {
            self.id = id
            self.account = account
            self.fileName = fileName
            self.importedAt = importedAt
            self.rows = rows
            self.income = income
            self.expense = expense
            self.openingBalance = openingBalance
            self.from = from
            self.to = to
            self.undoneAt = undoneAt
        }
    }

    /// Lists the imports into the user's accounts, newest first, including undone ones.
    ///
    /// - Answer: ``ImportList``.
    /// - Faults: `invalidArgument`, `notFound`.
    public struct Imports: Signal {
        public typealias Answer = ImportList
        public static let method: SignalMethod = "ledger.imports"
        public static let summary = "Lists imports, newest first."
        public static let effect = SignalEffect.reads

        /// One account; all of the user's when absent.
        public let account: String?
        /// How many, 1 to 1000; 50 when absent.
        public let limit: Int?
        /// Where the page before ended.
        public let cursor: String?

        public init(account: String? = nil, limit: Int? = nil, cursor: String? = nil) {
            self.account = account
            self.limit = limit
            self.cursor = cursor
        }
    }

    /// Imports.
    public struct ImportList: Codable, Hashable, Sendable {
        /// The newest first.
        public let imports: [Import]
        /// Where the next page begins; absent on the last.
        public let nextCursor: String?

        public init(imports: [Import], nextCursor: String? = nil) {
            self.imports = imports
            self.nextCursor = nextCursor
        }
    }

    /// Undoes one import as a whole: all of its rows are reversed, each on its own day, or none.
    ///
    /// Rows that were reversed before stay reversed and are listed. The file may be imported again afterwards. Undoing
    /// an import twice changes nothing. When an account has limits and the undo takes out more than it adds, it needs a
    /// code or a recent sign-in, as ``ImportRows`` does. Closed and frozen accounts refuse it, and no account falls
    /// below its overdraft.
    /// - Answer: ``UndoneImport``; with `preview` nothing is done.
    /// - Faults, first match wins: `conflict`, `notFound`, `accountClosed`, `accountFrozen`, `insufficientFunds`,
    ///   `amountOverflow`, `confirmationRequired`, `wrongCode`, `tooManyAttempts`.
    public struct UndoImport: Signal {
        public typealias Answer = UndoneImport
        public static let method: SignalMethod = "ledger.undoImport"
        public static let summary = "Undoes a whole import."

        /// The import.
        public let `import`: String
        /// Tells what would be, and does nothing.
        public let preview: Bool?
        /// A code of the authenticator app, when one is needed.
        public let code: String?

        public init(`import`: String, preview: Bool? = nil, code: String? = nil) {
            self.import = `import`
            self.preview = preview
            self.code = code
        }
    }

    /// A row that the undo skips, because it was reversed before.
    public struct KeptRow: Codable, Hashable, Sendable {
        /// The transfer that the row is.
        public let transfer: String
        /// The amount that it added: negative where money left.
        public let amount: Money
        /// When it happened.
        public let date: Instant
        /// The first characters of what for.
        public let description: String
        /// The transfer that reversed it.
        public let reversedBy: String

        public init(transfer: String, amount: Money, date: Instant, description: String, reversedBy: String) {
            self.transfer = transfer
            self.amount = amount
            self.date = date
            self.description = description
            self.reversedBy = reversedBy
        }
    }

    /// The result of undoing an import or of its preview.
    public struct UndoneImport: Codable, Hashable, Sendable {
        /// The import as it is afterwards.
        public let `import`: Import
        /// Whether it had been undone before; then nothing was done.
        public let already: Bool
        /// How many transfers were reversed, the opening balance included.
        public let reversed: Int
        /// The money that it brought into the account.
        public let income: Money
        /// The money that it took out of the account.
        public let expense: Money
        /// The balance after it.
        public let balance: Money
        /// How many rows were skipped because they had been reversed before.
        public let kept: Int
        /// The first hundred of them.
        public let keptRows: [KeptRow]
        /// In a preview, the amount that the account lacks.
        public let missing: Money?
        /// Whether this is a preview, which changed nothing.
        public let preview: Bool

        public init(
            `import`: Import, already: Bool, reversed: Int, income: Money, expense: Money, balance: Money, kept: Int,
            keptRows: [KeptRow], missing: Money? = nil, preview: Bool
        ) {
            self.import = `import`
            self.already = already
            self.reversed = reversed
            self.income = income
            self.expense = expense
            self.balance = balance
            self.kept = kept
            self.keptRows = keptRows
            self.missing = missing
            self.preview = preview
        }
    }
}
