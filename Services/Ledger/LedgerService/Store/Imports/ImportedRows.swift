import Domain
import Storage

/// The table of booked statement rows by account and reference. References are unique per account.
///
/// It follows from the records, whose details name the reference.
struct ImportedRows {
    static let schema = """
        CREATE TABLE imported_rows (
            account INTEGER NOT NULL,
            reference TEXT NOT NULL,
            transfer INTEGER NOT NULL,
            change_minor INTEGER NOT NULL,
            occurred_at_us INTEGER NOT NULL,
            PRIMARY KEY (account, reference)
        ) STRICT, WITHOUT ROWID;
        """

    let connection: Connection

    /// Returns the row with a reference; nil when there is none.
    ///
    /// - Parameter lastCounted: The last record whose public number is its sequence.
    func row(_ reference: String, in account: Account, lastCounted: Int64) throws(SQLiteError) -> ImportedRow? {
        try connection.first(
            """
            SELECT transfer, change_minor, imported_rows.occurred_at_us, booked_at_us
            FROM imported_rows JOIN transfers ON sequence = transfer WHERE account = ? AND reference = ?
            """, account.number, reference
        ) { (sequence: Int64, change: Int64, occurredAt: Instant, bookedAt: Int64) in
            ImportedRow(
                sequence: sequence, number: sequence <= lastCounted ? sequence : bookedAt, change: change,
                occurredAt: occurredAt)
        }
    }

    /// Adds the statement row of a record, or removes the one that it undoes.
    func keep(_ row: TransferRow, _ draft: RecordDraft) throws {
        guard let details = draft.details else { return }
        guard let reference = details.reference else {
            if let number = details.imported { try takeBack(row, from: number) }
            return
        }
        let isIncome = draft.kind == .deposit
        try connection.run(
            """
            INSERT INTO imported_rows (account, reference, transfer, change_minor, occurred_at_us, imported)
            VALUES (?, ?, ?, ?, ?, ?)
            """, isIncome ? row.payee : row.payer, reference, row.sequence, isIncome ? row.amount : -row.amount,
            row.occurredAt ?? row.bookedAt, details.imported)
        if let number = details.imported {
            try count(row, isIncome: isIncome, isOpening: reference == ImportLine.opening, in: number)
        }
    }

    /// Adds a row to the sums of its import.
    private func count(_ row: TransferRow, isIncome: Bool, isOpening: Bool, in number: Int64) throws {
        let happenedAt = row.occurredAt ?? row.bookedAt
        var counted = ImportRow(
            number: number, account: isIncome ? row.payee : row.payer, importedAt: row.bookedAt, firstAt: happenedAt,
            lastAt: happenedAt)
        if isIncome { counted.income = row.amount } else { counted.expense = row.amount }
        if isOpening { counted.opening = isIncome ? row.amount : -row.amount } else { counted.rows = 1 }
        try connection.insert(
            counted, into: ImportTable.self,
            """
            ON CONFLICT (number) DO UPDATE SET rows = rows + excluded.rows,
                income_minor = income_minor + excluded.income_minor,
                expense_minor = expense_minor + excluded.expense_minor,
                opening_minor = coalesce(excluded.opening_minor, opening_minor),
                first_at_us = min(first_at_us, excluded.first_at_us), last_at_us = max(last_at_us, excluded.last_at_us)
            """)
    }

    /// Frees the reference of a row undone with its import, so that it may be imported again.
    private func takeBack(_ row: TransferRow, from number: Int64) throws(SQLiteError) {
        try connection.run("DELETE FROM imported_rows WHERE imported = ? AND transfer = ?", number, row.target)
        try connection.run(
            "UPDATE imports SET undone_at_us = ? WHERE number = ? AND undone_at_us IS NULL", row.bookedAt, number)
    }
}

extension SQLiteLedgerTransaction {
    func importedRow(_ reference: String, in account: Account) throws -> ImportedRow? {
        try ImportedRows(connection: transaction.connection).row(
            reference, in: account, lastCounted: accounts.lastCounted)
    }
}
