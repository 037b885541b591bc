import Coordination
import Domain

extension LedgerSignal {
    /// A row of a bank's statement.
    public struct ImportRow: Codable, Hashable, Sendable {
        /// The amount that it added: negative where money left, never zero.
        public let amount: Money
        /// The day or the instant at which it happened, from 1900 to tomorrow.
        public let date: String
        /// The purpose, at most 500 characters.
        public let description: String?
        /// The category, at most 100 characters.
        public let category: String?
        /// Identifies the row in this account, 1 ... 700 characters: a row is booked once, however often it is
        /// imported.
        public let reference: String

        public init(amount: Money, date: String, description: String? = nil, category: String? = nil, reference: String)
        {
            self.amount = amount
            self.date = date
            self.description = description
            self.category = category
            self.reference = reference
        }
    }

    /// Books rows of a bank's statement as income and expense at the dates of the bank, each row once.
    ///
    /// All rows are booked or none. They are booked by date, those of one date in the given order. A row with a
    /// reference that the account already has is `known` and skipped, or a `conflict` when amount or day differ; booked
    /// rows never change. Rows do not count towards limits. When the account has limits, rows that take out more than
    /// they add need a code or a sign-in within the last ten minutes. Closed and frozen accounts refuse rows, and no
    /// account falls below its overdraft. The booked rows are one import, which ``UndoImport`` undoes as a whole.
    ///
    /// The first part of a long file may announce what all parts take. Its proof then counts for the later parts, in
    /// the same session, for ten minutes, until rows have taken as much.
    /// - Answer: ``ImportAnswer``, in the order of the rows; with `preview` nothing is booked.
    /// - Faults, first match wins: `invalidArgument`, `notFound`, `currencyMismatch`, `accountClosed`, `accountFrozen`,
    ///   `conflict` (unless such rows are to be left out), `insufficientFunds` (with the row and the opening balance
    ///   that would do), `amountOverflow`, `confirmationRequired`, `wrongCode`, `tooManyAttempts`.
    public struct ImportRows: Signal {
        public typealias Answer = ImportAnswer
        public static let method: SignalMethod = "ledger.import"
        public static let summary = "Books the rows of a bank's statement, each once."

        /// The account.
        public let account: String
        /// 1 ... 8,192.
        public let rows: [ImportRow]
        /// The balance at the bank before the first row. It is booked before that row, once per account.
        public let openingBalance: Money?
        /// The sum of the rows of the same file that are imported before these, for previewing a file in several parts.
        public let precedingChange: Money?
        /// Tells what would be, and does nothing.
        public let preview: Bool?
        /// Skips rows that contradict the books, instead of refusing all.
        public let skipConflicts: Bool?
        /// The name of the file, for the list of imports, at most 255 characters.
        public let fileName: String?
        /// The import that an earlier part of the same file began.
        public let `import`: String?
        /// The sum that the rows of all parts take, as `expense` of their previews says; given with the first part of a
        /// file in several parts.
        public let outgoing: Money?
        /// A code of the authenticator app, when one is needed.
        public let code: String?

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

    /// How an imported row relates to the books.
    public enum ImportStatus: String, Codable, CaseIterable, Hashable, Sendable {
        /// It was not there.
        case new
        /// It is there.
        case known
        /// There is another of the same reference.
        case conflict
    }

    /// The result of one row, or its result in a preview.
    public struct ImportedRow: Codable, Hashable, Sendable {
        /// How it relates to the books.
        public let status: ImportStatus
        /// The transfer that it is or was; absent in a preview of a new row.
        public let transfer: String?
        /// The row that is booked instead, for a conflict.
        public let existing: ExistingRow?

        public init(status: ImportStatus, transfer: String? = nil, existing: ExistingRow? = nil) {
            self.status = status
            self.transfer = transfer
            self.existing = existing
        }
    }

    /// A row that is in the books under the same reference.
    public struct ExistingRow: Codable, Hashable, Sendable {
        /// The amount that it added.
        public let amount: Money
        /// When it happened.
        public let date: Instant
        /// The first characters of what for.
        public let description: String

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
        /// The opening balance that would suffice for all rows.
        public let openingBalance: Money

        public init(row: Int, missing: Money, openingBalance: Money) {
            self.row = row
            self.missing = missing
            self.openingBalance = openingBalance
        }
    }

    /// The result of an import or of its preview.
    public struct ImportAnswer: Codable, Hashable, Sendable {
        /// In the order of the request.
        public let rows: [ImportedRow]
        /// The result of the opening balance, if one was given.
        public let opening: ImportedRow?
        /// How many rows are new.
        public let new: Int
        /// How many are known.
        public let known: Int
        /// How many contradict the books.
        public let conflict: Int
        /// The sum of new rows that add money, including the opening balance.
        public let income: Money
        /// The sum of new rows that take money.
        public let expense: Money
        /// The balance after it.
        public let balance: Money
        /// The shortfall that prevents the import, in a preview.
        public let shortfall: ImportShortfall?
        /// Whether this is a preview, which booked nothing.
        public let preview: Bool
        /// The import that booked the new rows; absent when nothing was booked, now or by an earlier part.
        public let `import`: String?

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
