import Storage

/// The schema of history's database. A step once released is never changed.
///
/// Everything but ended sessions is made from ledger's events alone. Users and accounts have numbers, so that rows and
/// indexes are short; no foreign keys, since rows and what they point to are made in one transaction, and forgetting a
/// million rows at once takes no time without.
enum HistoryMigrations {
    static let all = [
        Migration(
            1,
            """
            CREATE TABLE users (
                number INTEGER PRIMARY KEY,
                id TEXT NOT NULL UNIQUE
            ) STRICT;

            CREATE TABLE accounts (
                number INTEGER PRIMARY KEY,
                id TEXT NOT NULL UNIQUE,
                user_number INTEGER NOT NULL,
                currency TEXT NOT NULL,
                exponent INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX accounts_by_user ON accounts (user_number);

            -- key is the transfer's sequence twice, plus 1 for the side that got: it grows, so rows are appended.
            -- search_text is the description in small letters where that is another text.
            CREATE TABLE transactions (
                key INTEGER PRIMARY KEY,
                user_number INTEGER NOT NULL,
                side INTEGER NOT NULL,
                account_number INTEGER NOT NULL,
                amount_minor INTEGER NOT NULL,
                balance_minor INTEGER NOT NULL,
                time_us INTEGER NOT NULL,
                transfer_id TEXT NOT NULL,
                other_account TEXT,
                category TEXT,
                description TEXT NOT NULL,
                search_text TEXT
            ) STRICT;
            -- The key comes last in each by itself.
            CREATE INDEX transactions_by_user ON transactions (user_number, side);
            CREATE INDEX transactions_by_account ON transactions (account_number, side);
            CREATE INDEX transactions_by_transfer ON transactions (transfer_id);

            -- What the transactions of an account sum up to on each day (UTC, counted from 1970), and between which
            -- keys they are.
            CREATE TABLE daily_totals (
                account_number INTEGER NOT NULL,
                day INTEGER NOT NULL,
                income_minor INTEGER NOT NULL,
                expense_minor INTEGER NOT NULL,
                first_key INTEGER NOT NULL,
                last_key INTEGER NOT NULL,
                PRIMARY KEY (account_number, day)
            ) STRICT, WITHOUT ROWID;
            """),
        Migration(2, SessionRevocations.schema),
    ]
}
