import Domain
import Signals

/// The result of an import or of its preview, as `--json` prints it.
package struct ImportOutcome: Codable, Hashable, Sendable {
    /// The relation of a row to the stored records.
    package enum Status: String, Codable, CaseIterable, Hashable, Sendable {
        case new, known, conflict
        /// A possible duplicate: a stored record has the same day and amount.
        case similar

        init(_ status: LedgerSignal.ImportStatus) {
            switch status {
            case .new: self = .new
            case .known: self = .known
            case .conflict: self = .conflict
            }
        }
    }

    /// A row of the file and its result.
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
    /// The number of possible duplicates that are not added.
    package let similar: Int
    /// True while the user has not decided about possible duplicates.
    let undecided: Bool
    package let conflict: Int
    /// The number of lines that were left out.
    package let skipped: Int
    /// The reasons for leaving lines out, with the number of lines for each.
    let leftOut: [HistorySignal.LeftOut]
    package let problems: [HistorySignal.LineProblem]
    package let income: Money
    package let expense: Money
    /// The balance after the import.
    package let balance: Money
    let opening: LedgerSignal.ImportStatus?
    let fileOpeningBalance: Money?
    package let fileClosingBalance: Money?
    let shortfall: LedgerSignal.ImportShortfall?
    /// The id for `gateway import undo`.
    package let importID: String?

    /// True when there is something to add.
    package var hasNews: Bool { new > 0 || opening == .new }
}
