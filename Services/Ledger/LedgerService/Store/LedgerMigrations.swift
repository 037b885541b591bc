import Storage

/// The schema of ledger's database.
enum LedgerMigrations {
    /// All migrations, oldest first.
    static let all = [
        Migration(
            1,
            """
            CREATE TABLE accounts (
                number INTEGER PRIMARY KEY,
                id TEXT NOT NULL UNIQUE,
                owner TEXT,
                name TEXT NOT NULL,
                currency TEXT NOT NULL,
                status INTEGER NOT NULL CHECK (status IN (0, 1, 2)),
                opened_at_us INTEGER NOT NULL
            ) STRICT;

            -- The balances as of the transfer balances_as_of; a start applies the later ones. Writing them with every
            -- commit would touch a page for nearly every account, many times the size of a transfer.
            CREATE TABLE balances (
                account INTEGER PRIMARY KEY REFERENCES accounts (number),
                balance_minor INTEGER NOT NULL,
                entries INTEGER NOT NULL,
                last_transfer INTEGER NOT NULL
            ) STRICT;

            CREATE TABLE books (balances_as_of INTEGER NOT NULL) STRICT;
            INSERT INTO books (balances_as_of) VALUES (0);

            -- One row is both entries of a transfer, so that no transfer can have one side only. Rows are only ever
            -- added at the end, and there is no index to grow slow: each side points to the transfer before it.
            CREATE TABLE transfers (
                sequence INTEGER PRIMARY KEY,
                booked_at_us INTEGER NOT NULL,
                kind INTEGER NOT NULL,
                amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
                giver INTEGER NOT NULL,
                giver_entry INTEGER NOT NULL,
                giver_balance_minor INTEGER NOT NULL,
                giver_previous INTEGER NOT NULL,
                getter INTEGER NOT NULL CHECK (getter <> giver),
                getter_entry INTEGER NOT NULL,
                getter_balance_minor INTEGER NOT NULL,
                getter_previous INTEGER NOT NULL,
                description TEXT NOT NULL,
                category TEXT
            ) STRICT;
            CREATE TRIGGER transfers_are_never_changed BEFORE UPDATE ON transfers
                BEGIN SELECT RAISE(ABORT, 'transfers are never changed'); END;
            CREATE TRIGGER transfers_are_never_deleted BEFORE DELETE ON transfers
                BEGIN SELECT RAISE(ABORT, 'transfers are never deleted'); END;

            CREATE TABLE landmarks (
                account INTEGER NOT NULL,
                booked_at_us INTEGER NOT NULL,
                transfer INTEGER NOT NULL,
                PRIMARY KEY (account, booked_at_us)
            ) STRICT, WITHOUT ROWID;

            CREATE VIEW entries AS
                SELECT giver AS account, giver_entry AS entry, sequence AS transfer, -amount_minor AS amount_minor,
                    giver_balance_minor AS balance_minor, booked_at_us FROM transfers
                UNION ALL
                SELECT getter, getter_entry, sequence, amount_minor, getter_balance_minor, booked_at_us FROM transfers;
            """),
        Migration(2, SessionRevocations.schema),
        Migration(3, recordsAndChain, code: chainOldRecords),
        Migration(4, ImportedRows.schema),
        Migration(5, limits + ArrangementTables.schema),
        // Schema 6 also counted spending, which schema 11 removes.
        Migration(6, OpenHolds.sides),
        Migration(7, settledOnceByRange),
        Migration(8, PastBalance.expiriesByPayer),
        Migration(9, Imports.schema),
        Migration(10, ArrangementTables.payees),
        Migration(11, SpentDays.schema + PersonZones.schema + ArrangementTables.dueMoments),
        Migration(12, RecordSearch.schema),
        Migration(13, Imports.proofs),
    ]

    private static let limits = """
        -- What left the account on the last day on which something did.
        ALTER TABLE balances ADD COLUMN spent_day INTEGER NOT NULL DEFAULT -9223372036854775808;
        ALTER TABLE balances ADD COLUMN spent_minor INTEGER NOT NULL DEFAULT 0;

        CREATE TABLE account_limits (
            account INTEGER PRIMARY KEY REFERENCES accounts (number),
            per_transfer_minor INTEGER CHECK (per_transfer_minor >= 0),
            daily_minor INTEGER CHECK (daily_minor >= 0),
            confirm_above_minor INTEGER CHECK (confirm_above_minor >= 0)
        ) STRICT;

        """
}
