import Signals
import Tables

/// Recognizes the lines that are not rows: payments that failed or are pending, and balances between the rows.
struct CSVLeftOut {
    let columns: CSVColumns

    /// Returns the reason to leave a line out, with its text; nil for a row.
    func reason(for line: CSVRow) -> (reason: HistorySignal.LeftOutReason, text: String)? {
        // Some banks write in the date or kind column that a row is pending.
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

/// Decides whether an id column holds the bank's ids of rows.
///
/// A "reference" is an id at one bank and the payer's text at another, the same every month. Taken for an id, it would
/// hide all rows but the first.
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
            // Equal rows with the same id are one row. Different rows with the same id show that the column holds no
            // ids.
            if let known = seen[id], known != line.fields { return false }
            seen[id] = line.fields
        }
        return !seen.isEmpty
    }
}
