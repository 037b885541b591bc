import Domain
import Storage

/// The imports during an audit. Every record of a statement row is listed unless its import was undone, every import
/// equals the sum of its records, and nothing else is listed.
///
/// Rows are looked up in their table, so that memory holds only the unlisted ones.
struct CheckedImports {
    private var listed: Int64 = 0
    /// The imports of unlisted rows, which later records must undo.
    private var unlisted: [Int64: Int64?] = [:]
    private var imports: [Int64: ImportRow] = [:]

    mutating func check(
        _ row: TransferRow, _ kind: RecordKind, _ reference: String, _ number: Int64?, _ connection: Connection,
        _ problems: inout Problems
    ) throws(SQLiteError) {
        let isIncome = kind == .deposit
        let account = isIncome ? row.payee : row.payer
        let change = isIncome ? row.amount : -row.amount
        let happenedAt = row.occurredAt ?? row.bookedAt
        let isListed: Bool? = try connection.first(
            """
            SELECT change_minor = ? AND occurred_at_us = ? AND imported IS ?
            FROM imported_rows WHERE account = ? AND reference = ? AND transfer = ?
            """, change, happenedAt, number, account, reference, row.sequence)
        switch isListed {
        case true?: listed += 1
        case false?: problems.note(Self.otherwise(row.sequence))
        case nil: unlisted[row.sequence] = number
        }
        guard let number else { return }
        if imports[number] == nil, number == row.bookedAt || number == row.sequence {
            imports[number] = ImportRow(
                number: number, account: account, importedAt: row.bookedAt, firstAt: .max, lastAt: .min)
        }
        guard var figures = imports[number], figures.account == account, figures.undoneAt == nil else {
            problems.note("transfer \(row.sequence) is of an import that it cannot be of")
            return
        }
        if isIncome { figures.income += row.amount } else { figures.expense += row.amount }
        if reference == ImportLine.opening { figures.opening = change } else { figures.rows += 1 }
        figures.firstAt = min(figures.firstAt, happenedAt)
        figures.lastAt = max(figures.lastAt, happenedAt)
        imports[number] = figures
    }

    /// Checks a reversal that undoes an imported row.
    mutating func checkUndo(_ row: TransferRow, _ number: Int64, _ problems: inout Problems) {
        guard let target = row.target, let of = unlisted.removeValue(forKey: target), of == number,
            imports[number] != nil
        else {
            problems.note("transfer \(row.sequence) takes a row back that is listed, or not of its import")
            return
        }
        if imports[number]?.undoneAt == nil { imports[number]?.undoneAt = row.bookedAt }
    }

    /// Compares the tables of imports with the records.
    mutating func compare(_ connection: Connection, _ problems: inout Problems) throws {
        for sequence in unlisted.keys.sorted() { problems.note(Self.otherwise(sequence)) }
        let there: Int64 = try connection.first("SELECT count(*) FROM imported_rows") ?? 0
        if there != listed { problems.note("\(listed) imported rows are recorded, \(there) are listed") }
        let kept = Dictionary(try connection.all(ImportTable.self, "").map { ($0.number, $0) }) { first, _ in first }
        for number in Set(kept.keys).union(imports.keys).sorted() where kept[number] != imports[number] {
            problems.note("import \(number) is not what its rows add up to")
        }
    }

    private static func otherwise(_ sequence: Int64) -> String {
        "transfer \(sequence) is listed among the imported rows otherwise than it was made"
    }
}
