import Storage

// Schema 3: holds and their settlements, changes of accounts, and the chain of hashes over all records.
extension LedgerMigrations {
    static let recordsAndChain = """
        ALTER TABLE accounts ADD COLUMN overdraft_minor INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE balances ADD COLUMN held_minor INTEGER NOT NULL DEFAULT 0;

        DROP VIEW entries;
        DROP TRIGGER transfers_are_never_changed;
        DROP TRIGGER transfers_are_never_deleted;
        ALTER TABLE transfers RENAME TO old_transfers;

        -- One row is a record, both sides of it: no transfer can have one side only. Rows are only ever added at the
        -- end, and no index grows with every transfer: each side points to the record before it. A record that moves
        -- no money (a hold, its release) touches the giver alone, and the getter's figures are 0.
        CREATE TABLE transfers (
            sequence INTEGER PRIMARY KEY,
            booked_at_us INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
            giver INTEGER NOT NULL,
            giver_entry INTEGER NOT NULL,
            giver_balance_minor INTEGER NOT NULL,
            giver_held_minor INTEGER NOT NULL CHECK (giver_held_minor >= 0),
            giver_previous INTEGER NOT NULL,
            getter INTEGER NOT NULL CHECK (getter <> giver),
            getter_entry INTEGER NOT NULL,
            getter_balance_minor INTEGER NOT NULL,
            getter_held_minor INTEGER NOT NULL CHECK (getter_held_minor >= 0),
            getter_previous INTEGER NOT NULL,
            -- The sequence of the record that this one acts on.
            target INTEGER CHECK (target < sequence),
            -- When it happened in the world, if that is not when it was booked.
            occurred_at_us INTEGER,
            description TEXT NOT NULL,
            category TEXT,
            -- A JSON object of what few records have to say.
            details TEXT,
            hash BLOB NOT NULL CHECK (length(hash) = 32)
        ) STRICT;
        CREATE TRIGGER transfers_are_never_changed BEFORE UPDATE ON transfers
            BEGIN SELECT RAISE(ABORT, 'transfers are never changed'); END;
        CREATE TRIGGER transfers_are_never_deleted BEFORE DELETE ON transfers
            BEGIN SELECT RAISE(ABORT, 'transfers are never deleted'); END;
        -- A hold is settled once and a transfer reversed once, whatever the program thinks.
        CREATE UNIQUE INDEX settled_once ON transfers (target) WHERE kind IN (4, 5, 6);
        CREATE UNIQUE INDEX reversed_once ON transfers (target) WHERE kind = 7;

        -- What an account was after each change of it, its opening first.
        CREATE TABLE account_changes (
            change INTEGER PRIMARY KEY,
            booked_at_us INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            account INTEGER NOT NULL,
            id TEXT NOT NULL,
            owner TEXT,
            currency TEXT NOT NULL,
            name TEXT NOT NULL,
            status INTEGER NOT NULL,
            overdraft_minor INTEGER NOT NULL CHECK (overdraft_minor >= 0),
            hash BLOB NOT NULL CHECK (length(hash) = 32)
        ) STRICT;
        CREATE UNIQUE INDEX opened_once ON account_changes (account) WHERE kind = 0;
        CREATE TRIGGER account_changes_are_never_changed BEFORE UPDATE ON account_changes
            BEGIN SELECT RAISE(ABORT, 'account changes are never changed'); END;
        CREATE TRIGGER account_changes_are_never_deleted BEFORE DELETE ON account_changes
            BEGIN SELECT RAISE(ABORT, 'account changes are never deleted'); END;

        CREATE TABLE open_holds (hold INTEGER PRIMARY KEY, expires_at_us INTEGER) STRICT;
        CREATE INDEX open_holds_by_expiry ON open_holds (expires_at_us) WHERE expires_at_us IS NOT NULL;

        CREATE VIEW entries AS
            SELECT giver AS account, giver_entry AS entry, sequence AS transfer, -amount_minor AS amount_minor,
                giver_balance_minor AS balance_minor, booked_at_us FROM transfers WHERE kind NOT IN (3, 5, 6)
            UNION ALL
            SELECT getter, getter_entry, sequence, amount_minor, getter_balance_minor, booked_at_us
            FROM transfers WHERE kind NOT IN (3, 5, 6);
        """

    /// Schema 7: the same rule as a range. For `IN (...)` SQLite makes a table with a cache of its own at every insert.
    static let settledOnceByRange = """
        DROP INDEX settled_once;
        CREATE UNIQUE INDEX settled_once ON transfers (target) WHERE kind >= 4 AND kind <= 6;
        """

    /// Adds the records of schema 2 to the chain: the openings of accounts and the transfers, in the order of their
    /// times, which are all different.
    @Sendable static func chainOldRecords(_ connection: Connection) throws(SQLiteError) {
        do {
            var chaining = OldRecordChaining()
            try chaining.run(connection)
        } catch let error as SQLiteError {
            throw error
        } catch {
            preconditionFailure("Writing a row threw what no table of ledger throws.")
        }
        try connection.execute("DROP TABLE old_transfers")
    }
}

/// The copying of schema 2's records into the tables of schema 3.
private struct OldRecordChaining {
    private var hasher = RecordHasher()
    private var head = ChainHash.none

    mutating func run(_ connection: Connection) throws {
        let accounts = try connection.rows(
            AccountChangeTable.Columns.self,
            """
            SELECT number, opened_at_us, 0, number, id, owner, currency, name, 0, 0, NULL
            FROM accounts ORDER BY opened_at_us, number
            """)
        let transfers = try connection.rows(
            TransferTable.Columns.self,
            """
            SELECT sequence, booked_at_us, kind, amount_minor,
                giver, giver_entry, giver_balance_minor, 0, giver_previous,
                getter, getter_entry, getter_balance_minor, 0, getter_previous,
                NULL, NULL, description, category, NULL, NULL
            FROM old_transfers ORDER BY sequence
            """)
        var isAccountLeft = try accounts.step()
        while try transfers.step() {
            let row = try TransferRow(transfers)
            while isAccountLeft, try accounts[.bookedAtUs] < row.bookedAt {
                try add(AccountChangeRow(accounts), connection)
                isAccountLeft = try accounts.step()
            }
            head = hasher.hash(row, textsOf: transfers, after: head)
            let record = try StoredRecord(
                row: row, description: transfers[.description], category: transfers[.category], details: nil,
                hash: head)
            try connection.insert(record, into: TransferTable.self)
        }
        while isAccountLeft {
            try add(AccountChangeRow(accounts), connection)
            isAccountLeft = try accounts.step()
        }
    }

    private mutating func add(_ opened: AccountChangeRow, _ connection: Connection) throws {
        head = hasher.hash(opened, after: head)
        try connection.insert((opened, head), into: AccountChangeTable.self)
    }
}
