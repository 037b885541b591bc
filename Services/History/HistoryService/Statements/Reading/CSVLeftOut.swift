import Signals
import Tables

/// Finds the lines of a file that are no rows: what did not happen, or not yet, and balances between the rows.
struct CSVLeftOut {
    let columns: CSVColumns

    /// Why a line is no row, and what it says; nil for a row.
    func reason(for line: CSVRow) -> (reason: HistorySignal.LeftOutReason, text: String)? {
        // Some write into the place of the date, or of the kind, that a row is not booked yet.
        for field in [CSVColumns.Field.state, .direction, .date] where columns.has(field) {
            let text = columns.cell(field, of: line)
            if let reason = StatementWords.leftOut(by: text.lowercased()) { return (reason, text) }
        }
        let text =
            [CSVColumns.Field.description, .payee].map { columns.cell($0, of: line) }.first { !$0.isEmpty }
            ?? line.fields.map { CleanText.line($0) }.first { !$0.isEmpty } ?? ""
        if StatementWords.isBalance(text.lowercased()) { return (.balance, text) }
        guard WrittenDate(columns.cell(.date, of: line)) == nil else { return nil }
        let cells = line.fields.map { CleanText.line($0) }
        return cells.first { StatementWords.isTotal($0.lowercased()) }.map { (.balance, $0) }
    }
}

/// Whether a column that is called so holds what the bank knows rows by.
///
/// A "reference" is an id at one bank and what the payer wrote at another: the same word each month. Taken for an id it
/// would hide all rows but the first.
enum CSVIdentifiers {
    private static let shortest = 3

    static func areThere(in lines: [CSVRow], _ columns: CSVColumns) -> Bool {
        if columns.isOurs { return true }
        guard columns.has(.id) else { return false }
        var seen: [String: [String]] = [:]
        for line in lines {
            let id = columns.cell(.id, of: line)
            guard !id.isEmpty else { continue }
            guard id.utf8.count >= shortest, id.utf8.contains(where: { (0x30...0x39).contains($0) }) else {
                return false
            }
            // The same row twice is one; another row of the same id is no row of that id.
            if let known = seen[id], known != line.fields { return false }
            seen[id] = line.fields
        }
        return !seen.isEmpty
    }
}
