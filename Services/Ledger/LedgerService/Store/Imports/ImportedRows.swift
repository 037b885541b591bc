import Domain
import Storage

/// Which rows of statements are in the books, by account and reference: no two of one account share one.
///
/// Made of the records alone, whose details say the reference.
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

    /// The row of this reference; nil when there is none.
    ///
    /// - Parameter lastCounted: The last record that is known by its place among all.
    func row(_ reference: String, in account: Account, lastCounted: Int64) throws(SQLiteError) -> ImportedRow? {
        try connection.first(
            """
            SELECT transfer, change_minor, imported_rows.occurred_at_us, booked_at_us
            FROM imported_rows JOIN transfers ON sequence = transfer WHERE account = ?1 AND reference = ?2
            """,
            bind: {
                $0.bind(account.number, at: 1)
                $0.bind(reference, at: 2)
            },
            { row in
                let sequence = row.int64(at: 0)
                return ImportedRow(
                    sequence: sequence, number: sequence <= lastCounted ? sequence : row.int64(at: 3),
                    change: row.int64(at: 1),
                    occurredAt: Instant(microseconds: row.int64(at: 2)))
            })
    }

    /// Keeps what a record says of a statement's row and its import, if it does.
    func keep(_ row: TransferRow, _ draft: RecordDraft) throws(SQLiteError) {
        guard let details = draft.details else { return }
        guard let reference = details.reference else {
            if let number = details.imported { try takeBack(row, from: number) }
            return
        }
        let isIncome = draft.kind == .deposit
        try connection.run(
            """
            INSERT INTO imported_rows (account, reference, transfer, change_minor, occurred_at_us, imported)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            """
        ) {
            $0.bind(isIncome ? row.payee : row.payer, at: 1)
            $0.bind(reference, at: 2)
            $0.bind(row.sequence, at: 3)
            $0.bind(isIncome ? row.amount : -row.amount, at: 4)
            $0.bind(row.occurredAt ?? row.bookedAt, at: 5)
            $0.bind(details.imported, at: 6)
        }
        if let number = details.imported {
            try count(row, isIncome: isIncome, isOpening: reference == ImportLine.opening, in: number)
        }
    }

    /// Adds a row to what is said of its import.
    private func count(
        _ row: TransferRow, isIncome: Bool, isOpening: Bool, in number: Int64
    ) throws(SQLiteError) {
        try connection.run(
            """
            INSERT INTO imports (number, account, rows, income_minor, expense_minor, opening_minor, imported_at_us,
                first_at_us, last_at_us)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8)
            ON CONFLICT (number) DO UPDATE SET rows = rows + excluded.rows,
                income_minor = income_minor + excluded.income_minor,
                expense_minor = expense_minor + excluded.expense_minor,
                opening_minor = coalesce(excluded.opening_minor, opening_minor),
                first_at_us = min(first_at_us, excluded.first_at_us), last_at_us = max(last_at_us, excluded.last_at_us)
            """
        ) {
            $0.bind(number, at: 1)
            $0.bind(isIncome ? row.payee : row.payer, at: 2)
            $0.bind(isOpening ? 0 : 1, at: 3)
            $0.bind(isIncome ? row.amount : 0, at: 4)
            $0.bind(isIncome ? 0 : row.amount, at: 5)
            $0.bind(isOpening ? (isIncome ? row.amount : -row.amount) : nil, at: 6)
            $0.bind(row.bookedAt, at: 7)
            $0.bind(row.occurredAt ?? row.bookedAt, at: 8)
        }
    }

    /// Frees the reference of the row that a record takes back with its import, so that it may be imported again.
    private func takeBack(_ row: TransferRow, from number: Int64) throws(SQLiteError) {
        try connection.run("DELETE FROM imported_rows WHERE imported = ?1 AND transfer = ?2") {
            $0.bind(number, at: 1)
            $0.bind(row.target, at: 2)
        }
        try connection.run("UPDATE imports SET undone_at_us = ?2 WHERE number = ?1 AND undone_at_us IS NULL") {
            $0.bind(number, at: 1)
            $0.bind(row.bookedAt, at: 2)
        }
    }
}

extension SQLiteLedgerTransaction {
    func importedRow(_ reference: String, in account: Account) throws -> ImportedRow? {
        try ImportedRows(connection: transaction.connection).row(
            reference, in: account, lastCounted: accounts.lastCounted)
    }
}
