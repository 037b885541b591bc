import Storage

/// The schema of history's database. A released step never changes.
///
/// Everything except ended sessions and the preferences of users is derived from ledger's events. Users and accounts
/// have numbers, which keeps rows and indexes short. There are no foreign keys: rows and the rows they refer to are
/// written in one transaction, and without foreign keys a million rows are deleted at once in no time.
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
        // Rebuilds everything derived from events, from the first event on, in another form.
        Migration(
            3,
            """
            DROP TABLE transactions;
            DROP TABLE daily_totals;
            DROP TABLE accounts;
            DROP TABLE users;
            DELETE FROM cursors WHERE source = 'ledger';

            -- Each transaction of the database that changes rows has a number, and the rows it changed have that: so a
            -- book in memory asks for what is new to it. cleared is the last one before which nothing counts any more.
            CREATE TABLE changes (number INTEGER NOT NULL, cleared INTEGER NOT NULL) STRICT;
            INSERT INTO changes (number, cleared) VALUES (0, 0);

            -- Numbers of users outlive a rebuild, because what users made hangs on them. forgotten: 1 while rows of a
            -- deleted user are being erased, 2 when none is left.
            CREATE TABLE users (
                number INTEGER PRIMARY KEY,
                id TEXT NOT NULL UNIQUE,
                rules_change INTEGER NOT NULL DEFAULT 0,
                has_own_categories INTEGER NOT NULL DEFAULT 0,
                forgotten INTEGER NOT NULL DEFAULT 0
            ) STRICT;
            CREATE INDEX users_to_erase ON users (number) WHERE forgotten = 1;

            -- User 0 is nobody that is known: the account was met as the other side of a transfer only.
            CREATE TABLE accounts (
                number INTEGER PRIMARY KEY,
                id TEXT NOT NULL UNIQUE,
                user_number INTEGER NOT NULL,
                currency TEXT NOT NULL,
                name TEXT NOT NULL DEFAULT ''
            ) STRICT;
            CREATE INDEX accounts_by_user ON accounts (user_number);

            CREATE TABLE categories (
                number INTEGER PRIMARY KEY,
                user_number INTEGER NOT NULL,
                name TEXT NOT NULL,
                UNIQUE (user_number, name)
            ) STRICT;

            -- Descriptions, once for many transactions of one user. Numbers are never used again.
            CREATE TABLE texts (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                user_number INTEGER NOT NULL,
                text TEXT NOT NULL
            ) STRICT;
            -- The words of the descriptions, each behind the number of its user and a z: what is one user's to find \
            lies
            -- together, and a search reads nothing of others.
            CREATE VIRTUAL TABLE search USING fts5 (
                words, content = '', tokenize = 'unicode61 remove_diacritics 2'
            );

            -- key is the transfer's sequence twice, plus 1 for the side that got. Other account 0 is the world outside,
            -- text 0 is empty, category 0 is none.
            CREATE TABLE transactions (
                key INTEGER PRIMARY KEY,
                user_number INTEGER NOT NULL,
                change INTEGER NOT NULL,
                account_number INTEGER NOT NULL,
                amount_minor INTEGER NOT NULL,
                time_us INTEGER NOT NULL,
                other_number INTEGER NOT NULL,
                text_number INTEGER NOT NULL,
                said_category INTEGER NOT NULL,
                own_category INTEGER NOT NULL,
                transfer_id TEXT NOT NULL,
                reverses TEXT,
                reversed_by TEXT
            ) STRICT;
            CREATE INDEX transactions_by_change ON transactions (user_number, change);
            CREATE INDEX transactions_by_transfer ON transactions (transfer_id);

            -- What users made; it outlives a rebuild.
            CREATE TABLE own_categories (
                user_number INTEGER NOT NULL,
                transfer_id TEXT NOT NULL,
                side INTEGER NOT NULL,
                category_number INTEGER NOT NULL,
                PRIMARY KEY (user_number, transfer_id, side)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE preferences (
                user_number INTEGER PRIMARY KEY,
                rules BLOB NOT NULL,
                filters BLOB NOT NULL
            ) STRICT;
            """),
        // Stores nothing: it shows the words of the table `search`.
        Migration(4, "CREATE VIRTUAL TABLE search_terms USING fts5vocab (search, instance);"),
        // Only events tell which transfers are halves of exchanges: they are read again from the first.
        Migration(
            5,
            """
            DROP TABLE transactions;
            DELETE FROM texts;
            DELETE FROM accounts;
            INSERT INTO search (search) VALUES ('delete-all');
            UPDATE changes SET number = number + 1;
            UPDATE changes SET cleared = number;
            DELETE FROM cursors WHERE source = 'ledger';

            CREATE TABLE transactions (
                key INTEGER PRIMARY KEY,
                user_number INTEGER NOT NULL,
                change INTEGER NOT NULL,
                account_number INTEGER NOT NULL,
                amount_minor INTEGER NOT NULL,
                time_us INTEGER NOT NULL,
                other_number INTEGER NOT NULL,
                text_number INTEGER NOT NULL,
                said_category INTEGER NOT NULL,
                own_category INTEGER NOT NULL,
                transfer_id TEXT NOT NULL,
                reverses TEXT,
                reversed_by TEXT,
                is_exchange INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX transactions_by_change ON transactions (user_number, change);
            CREATE INDEX transactions_by_transfer ON transactions (transfer_id);
            """),
        // Rows of withdrawn imports and their reversals count as if they had never existed.
        Migration(6, "ALTER TABLE transactions ADD COLUMN withdrawn INTEGER NOT NULL DEFAULT 0;"),
        Migration(7, PersonZones.schema),
        // The layouts of CSV files that users taught: the default is an empty list in JSON.
        Migration(8, "ALTER TABLE preferences ADD COLUMN layouts BLOB NOT NULL DEFAULT x'5b5d';"),
    ]
}
