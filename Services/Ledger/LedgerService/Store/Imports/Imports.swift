import Domain
import Storage

/// The imports, and the transfers of each that still count.
///
/// Made of the records alone, whose details name the import; the names of files, which people gave, stand apart.
struct Imports {
    /// Schema 9.
    static let schema = """
        ALTER TABLE imported_rows ADD COLUMN imported INTEGER;
        CREATE INDEX imported_rows_by_import ON imported_rows (imported, transfer) WHERE imported IS NOT NULL;

        CREATE TABLE imports (
            number INTEGER PRIMARY KEY,
            account INTEGER NOT NULL,
            rows INTEGER NOT NULL,
            income_minor INTEGER NOT NULL,
            expense_minor INTEGER NOT NULL,
            opening_minor INTEGER,
            imported_at_us INTEGER NOT NULL,
            first_at_us INTEGER NOT NULL,
            last_at_us INTEGER NOT NULL,
            undone_at_us INTEGER
        ) STRICT;
        CREATE INDEX imports_of_account ON imports (account, number);

        CREATE TABLE import_files (
            number INTEGER PRIMARY KEY,
            account INTEGER NOT NULL,
            name TEXT NOT NULL
        ) STRICT;
        CREATE INDEX import_files_of_account ON import_files (account);
        """

    /// Schema 13.
    static let proofs = """
        -- For the parts of a long file that come after the one with the proof. Rows that expired go when one is written.
        CREATE TABLE import_proofs (
            import INTEGER PRIMARY KEY,
            session TEXT NOT NULL,
            left_minor INTEGER NOT NULL CHECK (left_minor >= 0),
            expires_at_us INTEGER NOT NULL
        ) STRICT;
        """

    let connection: Connection
    let accounts: AccountTable

    /// The import of this number; nil when there is none.
    func record(_ number: Int64) throws(SQLiteError) -> ImportRecord? {
        try connection.first(
            """
            SELECT i.number, i.account, i.rows, i.income_minor, i.expense_minor, i.opening_minor, i.imported_at_us,
                i.first_at_us, i.last_at_us, i.undone_at_us, coalesce(f.name, '')
            FROM imports i LEFT JOIN import_files f ON f.number = i.number WHERE i.number = ?1
            """, bind: { $0.bind(number, at: 1) }, { self.record($0) })
    }

    /// The imports into these accounts, the newest first, at most `limit`.
    ///
    /// - Parameter number: Only those with numbers below this.
    func list(of numbers: [Int], before number: Int64, limit: Int) throws(SQLiteError) -> [ImportRecord] {
        var found: [ImportRecord] = []
        for account in numbers {
            try connection.query(
                """
                SELECT i.number, i.account, i.rows, i.income_minor, i.expense_minor, i.opening_minor, i.imported_at_us,
                    i.first_at_us, i.last_at_us, i.undone_at_us, coalesce(f.name, '')
                FROM imports i LEFT JOIN import_files f ON f.number = i.number
                WHERE i.account = ?1 AND i.number < ?2 ORDER BY i.number DESC LIMIT ?3
                """,
                bind: {
                    $0.bind(account, at: 1)
                    $0.bind(number, at: 2)
                    $0.bind(limit, at: 3)
                }, { found.append(self.record($0)) })
        }
        return Array(found.sorted { $0.number > $1.number }.prefix(limit))
    }

    /// The transfers of an import that it has not taken back, in the order they were booked.
    func transfers(of number: Int64) throws(SQLiteError) -> [ImportedTransfer] {
        var found: [ImportedTransfer] = []
        try connection.query(
            """
            SELECT r.transfer, r.change_minor, r.occurred_at_us, t.description, t.category,
                iif(t.sequence <= ?2, t.sequence, t.booked_at_us),
                (SELECT iif(sequence <= ?2, sequence, booked_at_us) FROM transfers WHERE target = r.transfer AND kind = 7)
            FROM imported_rows r JOIN transfers t ON t.sequence = r.transfer
            WHERE r.imported = ?1 ORDER BY r.transfer
            """,
            bind: {
                $0.bind(number, at: 1)
                $0.bind(accounts.lastCounted, at: 2)
            },
            { row in
                found.append(
                    ImportedTransfer(
                        sequence: row.int64(at: 0), number: row.int64(at: 5), change: row.int64(at: 1),
                        occurredAt: Instant(microseconds: row.int64(at: 2)), description: row.text(at: 3),
                        category: row.optionalText(at: 4), reversedBy: row.optionalInt64(at: 6)))
            })
        return found
    }

    /// Keeps the name of a file.
    func name(_ file: String, _ number: Int64, of account: Account) throws(SQLiteError) {
        try connection.run("INSERT OR REPLACE INTO import_files (number, account, name) VALUES (?1, ?2, ?3)") {
            $0.bind(number, at: 1)
            $0.bind(account.number, at: 2)
            $0.bind(file, at: 3)
        }
    }

    /// Forgets the names of the files of an account.
    func forgetNames(of account: Account) throws(SQLiteError) {
        try connection.run("DELETE FROM import_files WHERE account = ?1") { $0.bind(account.number, at: 1) }
    }

    /// The proof that the parts of an import share; nil when there is none.
    func proof(_ number: Int64) throws(SQLiteError) -> ImportProof? {
        try connection.first(
            "SELECT session, left_minor, expires_at_us FROM import_proofs WHERE import = ?1",
            bind: { $0.bind(number, at: 1) },
            {
                ImportProof(
                    session: $0.text(at: 0), left: $0.int64(at: 1), expiresAt: Instant(microseconds: $0.int64(at: 2)))
            })
    }

    /// Keeps a proof, and forgets those that expired.
    func keep(_ proof: ImportProof, _ number: Int64, at now: Instant) throws(SQLiteError) {
        try connection.run("DELETE FROM import_proofs WHERE expires_at_us <= ?1") { $0.bind(now.microseconds, at: 1) }
        try connection.run(
            "INSERT OR REPLACE INTO import_proofs (import, session, left_minor, expires_at_us) VALUES (?1, ?2, ?3, ?4)"
        ) {
            $0.bind(number, at: 1)
            $0.bind(proof.session, at: 2)
            $0.bind(proof.left, at: 3)
            $0.bind(proof.expiresAt.microseconds, at: 4)
        }
    }

    private func record(_ row: borrowing Row) -> ImportRecord {
        let account = accounts.identity(of: Int(row.int64(at: 1)))
        return ImportRecord(
            number: row.int64(at: 0), account: account.id, currency: account.currency, fileName: row.text(at: 10),
            importedAt: Instant(microseconds: row.int64(at: 6)), rows: Int(row.int64(at: 2)), income: row.int64(at: 3),
            expense: row.int64(at: 4), opening: row.optionalInt64(at: 5),
            firstAt: Instant(microseconds: row.int64(at: 7)), lastAt: Instant(microseconds: row.int64(at: 8)),
            undoneAt: row.optionalInt64(at: 9).map { Instant(microseconds: $0) })
    }
}

extension SQLiteLedgerTransaction {
    private var imports: Imports { Imports(connection: connection, accounts: accounts) }

    func importRecord(_ number: Int64) throws -> ImportRecord? { try imports.record(number) }

    func importedTransfers(of number: Int64) throws -> [ImportedTransfer] {
        try writePending()
        return try imports.transfers(of: number)
    }

    func importProof(_ number: Int64) throws -> ImportProof? { try imports.proof(number) }

    func keep(_ proof: ImportProof, ofImport number: Int64) throws { try imports.keep(proof, number, at: now) }

    func nameFile(_ name: String, ofImport number: Int64, into account: Account) throws {
        try imports.name(name, number, of: account)
    }

    func forgetFileNames(of account: Account) throws { try imports.forgetNames(of: account) }
}
