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
        /// What they brought, the opening balance included.
        public let income: Money
        /// What they took.
        public let expense: Money
        /// What was booked as the opening balance.
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

    /// Lists the imports into the user's accounts, the newest first, those that were taken back too.
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

    /// Takes one import back as a whole: each of its rows is reversed on its own day, all or none.
    ///
    /// Rows that somebody reversed before stay so and are named. The file may be imported again afterwards. Taking back what
    /// was taken back already changes nothing. Where an account has limits, it needs a code or a recent sign-in when it takes
    /// out more than it brings, as ``ImportRows`` does; closed and frozen accounts stay so, and no account falls below what
    /// it may.
    /// - Answer: ``UndoneImport``; with `preview` nothing is done.
    /// - Faults, first match wins: `conflict`, `notFound`, `accountClosed`, `accountFrozen`, `insufficientFunds`,
    ///   `amountOverflow`, `confirmationRequired`, `wrongCode`, `tooManyAttempts`.
    public struct UndoImport: Signal {
        public typealias Answer = UndoneImport
        public static let method: SignalMethod = "ledger.undoImport"
        public static let summary = "Takes an import back as a whole."

        /// The import.
        public let `import`: String
        /// Tells what would be, and does nothing.
        public let preview: Bool?
        /// A code of the authenticator app, where one is needed.
        public let code: String?

        public init(`import`: String, preview: Bool? = nil, code: String? = nil) {
            self.import = `import`
            self.preview = preview
            self.code = code
        }
    }

    /// A row that taking its import back leaves alone, because somebody reversed it before.
    public struct KeptRow: Codable, Hashable, Sendable {
        /// The transfer that the row is.
        public let transfer: String
        /// What it added: negative where money went.
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

    /// What taking an import back did, or would do.
    public struct UndoneImport: Codable, Hashable, Sendable {
        /// The import as it is afterwards.
        public let `import`: Import
        /// Whether it had been taken back before: nothing was done.
        public let already: Bool
        /// How many transfers were reversed, the opening balance included.
        public let reversed: Int
        /// What came into the account by it.
        public let income: Money
        /// What left the account by it.
        public let expense: Money
        /// The balance after it.
        public let balance: Money
        /// How many rows were left alone because somebody had reversed them before.
        public let kept: Int
        /// The first hundred of them.
        public let keptRows: [KeptRow]
        /// In a preview, how much is missing in the account.
        public let missing: Money?
        /// Whether nothing was done because nothing was to be.
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
