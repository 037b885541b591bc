import Storage

/// The imported rows while the books are read: each record that tells of a row of a statement is listed, and nothing else.
///
/// Each is looked up where it must be, so that nothing of them is kept in memory.
struct CheckedImports {
    private var count: Int64 = 0

    mutating func check(
        _ row: TransferRow, _ kind: RecordKind, _ reference: String, _ connection: Connection,
        _ problems: inout Problems
    ) throws(SQLiteError) {
        count += 1
        let isIncome = kind == .deposit
        let isListed = try connection.first(
            """
            SELECT transfer = ?3 AND change_minor = ?4 AND occurred_at_us = ?5
            FROM imported_rows WHERE account = ?1 AND reference = ?2
            """,
            bind: {
                $0.bind(isIncome ? row.getter : row.giver, at: 1)
                $0.bind(reference, at: 2)
                $0.bind(row.sequence, at: 3)
                $0.bind(isIncome ? row.amount : -row.amount, at: 4)
                $0.bind(row.occurredAt ?? row.bookedAt, at: 5)
            },
            { $0.int64(at: 0) != 0 })
        if isListed != true {
            problems.note("transfer \(row.sequence) is listed among the imported rows otherwise than it was made")
        }
    }

    /// As many are listed as there are.
    func compareCount(_ connection: Connection, _ problems: inout Problems) throws(SQLiteError) {
        let listed = try connection.first("SELECT count(*) FROM imported_rows") { $0.int64(at: 0) } ?? 0
        if listed != count { problems.note("\(count) imported rows are recorded, \(listed) are listed") }
    }
}
