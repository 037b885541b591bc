import Coordination
import Domain

extension LedgerSignal {
    /// A row of a bank's statement.
    public struct ImportRow: Codable, Hashable, Sendable {
        /// What it added: negative where money went; not zero.
        public let amount: Money
        /// The day it happened, or the instant; from 1900 to tomorrow.
        public let date: String
        /// What for, at most 500 characters.
        public let description: String?
        /// What kind, at most 100 characters.
        public let category: String?
        /// What it is known by in this account, 1 ... 700 characters: a row is booked once, however often it comes.
        public let reference: String

        /// A value of these parts.
        public init(amount: Money, date: String, description: String? = nil, category: String? = nil, reference: String)
        {
            self.amount = amount
            self.date = date
            self.description = description
            self.category = category
            self.reference = reference
        }
    }

    /// Books rows of a bank's statement as money that came in and went out when the bank says so, each row once.
    ///
    /// All rows or none. They are booked by date, those of one date in the order given. A row whose reference the account has
    /// is `known` and left alone, or a `conflict` when amount or day differ; what is in the books is never changed. Rows do
    /// not count towards limits; where an account has some, rows that take out more than they bring need a code, or a
    /// sign-in within the last ten minutes. Closed and frozen accounts stay so, and no account falls below what it may. What is booked is one import, which ``UndoImport`` takes back as a whole.
    ///
    /// The first part of a long file may announce what all parts take: its proof then counts for the parts after it, in the same
    /// session, for ten minutes, until rows have taken as much.
    /// - Answer: ``ImportAnswer``, in the order of the rows; with `preview` nothing is booked.
    /// - Faults, first match wins: `invalidArgument`, `notFound`, `currencyMismatch`, `accountClosed`, `accountFrozen`,
    ///   `conflict` (unless such rows are to be left out), `insufficientFunds` (with the row and the opening balance that
    ///   would do), `amountOverflow`, `confirmationRequired`, `wrongCode`, `tooManyAttempts`.
    public struct ImportRows: Signal {
        /// What comes back.
        public typealias Answer = ImportAnswer
        /// The name on the wire.
        public static let method: SignalMethod = "ledger.import"
        /// For people.
        public static let summary = "Books the rows of a bank's statement, each once."

        /// The account.
        public let account: String
        /// 1 ... 8,192.
        public let rows: [ImportRow]
        /// What was in the account at the bank before the first row; booked before it, once an account.
        public let openingBalance: Money?
        /// What rows of the same file that are imported before these add, for a preview of a file in several parts.
        public let precedingChange: Money?
        /// Tells what would be, and does nothing.
        public let preview: Bool?
        /// Leaves rows out that contradict the books, instead of refusing all.
        public let skipConflicts: Bool?
        /// The name of the file, for the list of imports, at most 255 characters.
        public let fileName: String?
        /// The import that a part before this one of the same file began.
        public let `import`: String?
        /// What the rows of all parts take, as `expense` of their previews says; with the first part of a file in several.
        public let outgoing: Money?
        /// A code of the authenticator app, where one is needed.
        public let code: String?

        /// A value of these parts.
        public init(
            account: String, rows: [ImportRow], openingBalance: Money? = nil, precedingChange: Money? = nil,
            preview: Bool? = nil, skipConflicts: Bool? = nil, fileName: String? = nil, `import`: String? = nil,
            outgoing: Money? = nil, code: String? = nil
        ) {
            self.account = account
            self.rows = rows
            self.openingBalance = openingBalance
            self.precedingChange = precedingChange
            self.preview = preview
            self.skipConflicts = skipConflicts
            self.fileName = fileName
            self.import = `import`
            self.outgoing = outgoing
            self.code = code
        }
    }

    /// What an imported row is to the books.
    public enum ImportStatus: String, Codable, CaseIterable, Hashable, Sendable {
        /// It was not there.
        case new
        /// It is there.
        case known
        /// There is another of the same reference.
        case conflict
    }

    /// What became, or would become, of a row.
    public struct ImportedRow: Codable, Hashable, Sendable {
        /// What it is to the books.
        public let status: ImportStatus
        /// The transfer that it is or was; absent in a preview of a new row.
        public let transfer: String?
        /// What is there instead, for a conflict.
        public let existing: ExistingRow?

        /// A value of these parts.
        public init(status: ImportStatus, transfer: String? = nil, existing: ExistingRow? = nil) {
            self.status = status
            self.transfer = transfer
            self.existing = existing
        }
    }

    /// A row that is in the books under the same reference.
    public struct ExistingRow: Codable, Hashable, Sendable {
        /// What it added.
        public let amount: Money
        /// When it happened.
        public let date: Instant
        /// The first characters of what for.
        public let description: String

        /// A value of these parts.
        public init(amount: Money, date: Instant, description: String) {
            self.amount = amount
            self.date = date
            self.description = description
        }
    }

    /// Why the rows cannot be booked as they are.
    public struct ImportShortfall: Codable, Hashable, Sendable {
        /// The first row that the account cannot pay, counted from 0.
        public let row: Int
        /// How much is missing for it.
        public let missing: Money
        /// The opening balance that would do for all rows.
        public let openingBalance: Money

        /// A value of these parts.
        public init(row: Int, missing: Money, openingBalance: Money) {
            self.row = row
            self.missing = missing
            self.openingBalance = openingBalance
        }
    }

    /// What an import did, or would do.
    public struct ImportAnswer: Codable, Hashable, Sendable {
        /// In the order of the request.
        public let rows: [ImportedRow]
        /// What became of the opening balance, if one was given.
        public let opening: ImportedRow?
        /// How many rows are new.
        public let new: Int
        /// How many are known.
        public let known: Int
        /// How many contradict the books.
        public let conflict: Int
        /// What new rows bring, the opening balance included.
        public let income: Money
        /// What new rows take.
        public let expense: Money
        /// The balance after it.
        public let balance: Money
        /// What stands in the way, in a preview.
        public let shortfall: ImportShortfall?
        /// Whether nothing was booked because nothing was to be.
        public let preview: Bool
        /// The import that booked the new rows; absent when nothing was booked, now or by a part before.
        public let `import`: String?

        /// A value of these parts.
        public init(
            rows: [ImportedRow], opening: ImportedRow?, new: Int, known: Int, conflict: Int, income: Money,
            expense: Money, balance: Money, shortfall: ImportShortfall?, preview: Bool, `import`: String? = nil
        ) {
            self.rows = rows
            self.opening = opening
            self.new = new
            self.known = known
            self.conflict = conflict
            self.income = income
            self.expense = expense
            self.balance = balance
            self.shortfall = shortfall
            self.preview = preview
            self.import = `import`
        }
    }
}
