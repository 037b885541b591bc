import Storage

/// The schema of the database of patterns. A released step is never changed.
enum PatternsMigrations {
    static let all = [
        Migration(
            1,
            """
            CREATE TABLE watches (
                user_id TEXT NOT NULL,
                ticker TEXT NOT NULL,
                since_us INTEGER NOT NULL,
                PRIMARY KEY (user_id, ticker)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX watches_by_ticker ON watches (ticker);

            -- How far we are with each security: changed is the last change of the market that was one of it, seen and
            -- market are the changes that the last look saw.
            CREATE TABLE tickers (
                ticker TEXT PRIMARY KEY,
                changed INTEGER NOT NULL,
                seen INTEGER,
                market INTEGER,
                rules TEXT,
                scanned_us INTEGER,
                as_of TEXT,
                outcome TEXT
            ) STRICT, WITHOUT ROWID;

            -- One row for each security, kind and last candle, for all who watch it.
            CREATE TABLE findings (
                id TEXT PRIMARY KEY,
                ticker TEXT NOT NULL,
                kind TEXT NOT NULL,
                period_end TEXT NOT NULL,
                period_start TEXT NOT NULL,
                length INTEGER NOT NULL,
                tail INTEGER NOT NULL,
                tried INTEGER NOT NULL,
                kept INTEGER NOT NULL,
                found_us INTEGER NOT NULL,
                scanned_us INTEGER NOT NULL,
                expires_us INTEGER NOT NULL,
                closed_us INTEGER,
                closing TEXT,
                content BLOB NOT NULL,
                matches BLOB NOT NULL,
                UNIQUE (ticker, kind, period_end)
            ) STRICT;
            CREATE INDEX findings_open ON findings (ticker) WHERE closed_us IS NULL;
            CREATE INDEX findings_to_expire ON findings (expires_us) WHERE closed_us IS NULL;
            CREATE INDEX findings_closed ON findings (closed_us) WHERE closed_us IS NOT NULL;

            -- Who was told of what: a row is what makes it happen once. What was said stands here, since a finding may
            -- be looked at again.
            CREATE TABLE announcements (
                finding TEXT NOT NULL REFERENCES findings (id),
                user_id TEXT NOT NULL,
                ticker TEXT NOT NULL,
                kind TEXT NOT NULL,
                period_end TEXT NOT NULL,
                announced_us INTEGER NOT NULL,
                direction TEXT NOT NULL,
                probability REAL NOT NULL,
                base_rate REAL NOT NULL,
                days INTEGER NOT NULL,
                judged_us INTEGER,
                change REAL,
                PRIMARY KEY (finding, user_id)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX announcements_by_user ON announcements (user_id);
            CREATE INDEX announcements_to_judge ON announcements (ticker) WHERE judged_us IS NULL;
            """),
        Migration(2, SessionRevocations.schema),
        Migration(
            3,
            """
            ALTER TABLE tickers ADD COLUMN tried INTEGER NOT NULL DEFAULT 0;
            -- What is new to somebody must not depend on what others have looked at.
            ALTER TABLE watches ADD COLUMN refreshed_to TEXT;
            """),
        // A watch that was there before counts as looked at: its user has been shown the security.
        Migration(4, "ALTER TABLE watches ADD COLUMN is_new INTEGER NOT NULL DEFAULT 0"),
    ]
}
