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
    func row(_ reference: String, in account: Account) throws(SQLiteError) -> ImportedRow? {
        try connection.first(
            "SELECT transfer, change_minor, occurred_at_us FROM imported_rows WHERE account = ?1 AND reference = ?2",
            bind: {
                $0.bind(account.number, at: 1)
                $0.bind(reference, at: 2)
            },
            { row in
                ImportedRow(
                    transfer: row.int64(at: 0), change: row.int64(at: 1),
                    occurredAt: Instant(microseconds: row.int64(at: 2)))
            })
    }

    /// Keeps what a record says of a statement's row, if it does.
    func keep(_ row: TransferRow, _ draft: RecordDraft) throws(SQLiteError) {
        guard let reference = draft.details?.reference else { return }
        let isIncome = draft.kind == .deposit
        try connection.run(
            """
            INSERT INTO imported_rows (account, reference, transfer, change_minor, occurred_at_us)
            VALUES (?1, ?2, ?3, ?4, ?5)
            """
        ) {
            $0.bind(isIncome ? row.getter : row.giver, at: 1)
            $0.bind(reference, at: 2)
            $0.bind(row.sequence, at: 3)
            $0.bind(isIncome ? row.amount : -row.amount, at: 4)
            $0.bind(row.occurredAt ?? row.bookedAt, at: 5)
        }
    }
}

extension SQLiteLedgerBooks {
    func importedRow(_ reference: String, in account: Account) throws -> ImportedRow? {
        try ImportedRows(connection: transaction.connection).row(reference, in: account)
    }
}
