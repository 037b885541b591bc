import Domain
import Storage

/// The tables of imports, file names and proofs.
///
/// Imports follow from the records, whose details name the import. File names, which users gave, are in a table of
/// their own.
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
        -- For the parts of a long file after the one with the proof. Each write removes the expired rows.
        CREATE TABLE import_proofs (
            import INTEGER PRIMARY KEY,
            session TEXT NOT NULL,
            left_minor INTEGER NOT NULL CHECK (left_minor >= 0),
            expires_at_us INTEGER NOT NULL
        ) STRICT;
        """

    let connection: Connection
    let accounts: AccountTable

    /// Returns the import with a number; nil when there is none.
    func record(_ number: Int64) throws -> ImportRecord? {
        try connection.first(ImportTable.self, "WHERE number = ?", number).map { try record($0) }
    }

    /// Returns the imports into these accounts, newest first, at most `limit`.
    ///
    /// - Parameter number: The exclusive upper bound of the numbers.
    func list(of numbers: [Int], before number: Int64, limit: Int) throws -> [ImportRecord] {
        var found: [ImportRow] = []
        for account in numbers {
            found += try connection.all(
                ImportTable.self, "WHERE account = ? AND number < ? ORDER BY number DESC LIMIT ?", account, number,
                limit)
        }
        return try found.sorted { $0.number > $1.number }.prefix(limit).map { try record($0) }
    }

    /// Returns the transfers of an import that were not undone, in booking order.
    func transfers(of number: Int64) throws(SQLiteError) -> [ImportedTransfer] {
        try connection.all(
            """
            SELECT r.transfer, iif(t.sequence <= ?2, t.sequence, t.booked_at_us), r.change_minor, r.occurred_at_us,
                t.description, t.category,
                (SELECT iif(sequence <= ?2, sequence, booked_at_us) FROM transfers
                    WHERE target = r.transfer AND kind = 7)
            FROM imported_rows r JOIN transfers t ON t.sequence = r.transfer
            WHERE r.imported = ?1 ORDER BY r.transfer
            """, number, accounts.lastCounted, as: ImportedTransfer.init)
    }

    /// Stores a file name.
    func name(_ file: String, _ number: Int64, of account: Account) throws(SQLiteError) {
        try connection.run(
            "INSERT OR REPLACE INTO import_files (number, account, name) VALUES (?, ?, ?)", number, account.number,
            file)
    }

    /// Removes the file names of an account.
    func forgetNames(of account: Account) throws(SQLiteError) {
        try connection.run("DELETE FROM import_files WHERE account = ?", account.number)
    }

    /// Returns the proof that the parts of an import share; nil when there is none.
    func proof(_ number: Int64) throws(SQLiteError) -> ImportProof? {
        try connection.first(
            "SELECT session, left_minor, expires_at_us FROM import_proofs WHERE import = ?", number,
            as: ImportProof.init)
    }

    /// Stores a proof and removes the expired ones.
    func keep(_ proof: ImportProof, _ number: Int64, at now: Instant) throws(SQLiteError) {
        try connection.run("DELETE FROM import_proofs WHERE expires_at_us <= ?", now)
        try connection.run(
            "INSERT OR REPLACE INTO import_proofs (import, session, left_minor, expires_at_us) VALUES (?, ?, ?, ?)",
            number, proof.session, proof.left, proof.expiresAt)
    }

    private func record(_ row: ImportRow) throws(SQLiteError) -> ImportRecord {
        let account = try accounts.identity(of: Int(row.account))
        let name: String? = try connection.first("SELECT name FROM import_files WHERE number = ?", row.number)
        return ImportRecord(
            number: row.number, account: account.id, currency: account.currency, fileName: name ?? "",
            importedAt: Instant(microseconds: row.importedAt), rows: Int(row.rows), income: row.income,
            expense: row.expense, opening: row.opening, firstAt: Instant(microseconds: row.firstAt),
            lastAt: Instant(microseconds: row.lastAt), undoneAt: row.undoneAt.map { Instant(microseconds: $0) })
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
