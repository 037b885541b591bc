import Domain
import Signals

/// What an import did, or would do: what `--json` prints.
package struct ImportOutcome: Codable, Hashable, Sendable {
    /// What a row is to the books.
    package enum Status: String, Codable, CaseIterable, Hashable, Sendable {
        case new, known, conflict
        /// Perhaps known: another row of the books is of the same day and amount.
        case similar

        init(_ status: LedgerSignal.ImportStatus) {
            switch status {
            case .new: self = .new
            case .known: self = .known
            case .conflict: self = .conflict
            }
        }
    }

    /// A row of the file and what became of it.
    package struct Row: Codable, Hashable, Sendable {
        package let line: Int
        package let date: String
        package let amount: Money
        package let description: String
        let category: String?
        let reference: String
        package let status: Status
        let transfer: String?
        let existing: LedgerSignal.ExistingRow?

        init(_ row: HistorySignal.StatementRow, _ imported: LedgerSignal.ImportedRow) {
            self.init(row, Status(imported.status), imported.transfer, imported.existing)
        }

        init(_ row: HistorySignal.StatementRow, _ similar: HistorySignal.SimilarRow) {
            let existing = LedgerSignal.ExistingRow(
                amount: similar.amount, date: similar.date, description: similar.description)
            self.init(row, .similar, similar.transfer, existing)
        }

        private init(
            _ row: HistorySignal.StatementRow, _ status: Status, _ transfer: String?,
            _ existing: LedgerSignal.ExistingRow?
        ) {
            line = row.line
            date = row.date
            amount = row.amount
            description = row.description
            category = row.category
            reference = row.reference
            self.status = status
            self.transfer = transfer
            self.existing = existing
        }
    }

    private enum CodingKeys: String, CodingKey {
        case imported, rows, new, known, similar, undecided, conflict, skipped, leftOut, problems, income, expense
        case balance, opening, fileOpeningBalance, fileClosingBalance, shortfall
        case importID = "import"
    }

    /// False for a preview, and when nothing was new.
    package let imported: Bool
    let rows: [Row]
    package let new: Int
    package let known: Int
    /// Rows that are perhaps known, and are not added.
    package let similar: Int
    /// Whether nobody has said yet what is to become of those.
    let undecided: Bool
    package let conflict: Int
    /// Lines of the file that were left out.
    package let skipped: Int
    /// Why they were, and how many for each reason.
    let leftOut: [HistorySignal.LeftOut]
    package let problems: [HistorySignal.LineProblem]
    package let income: Money
    package let expense: Money
    /// What is there after it.
    package let balance: Money
    let opening: LedgerSignal.ImportStatus?
    let fileOpeningBalance: Money?
    package let fileClosingBalance: Money?
    let shortfall: LedgerSignal.ImportShortfall?
    /// What `gateway import undo` takes it back by.
    let importID: String?

    /// Whether there is something to add.
    package var hasNews: Bool { new > 0 || opening == .new }
}
