import Storage

/// The schema of scanner's database.
enum ScannerMigrations {
    static let all = [
        Migration(
            1,
            """
            CREATE TABLE securities (
                number INTEGER PRIMARY KEY,
                ticker TEXT NOT NULL UNIQUE,
                name TEXT
            ) STRICT;
            CREATE TABLE series (
                number INTEGER PRIMARY KEY,
                security INTEGER NOT NULL REFERENCES securities (number),
                timeframe TEXT NOT NULL,
                is_made_up INTEGER NOT NULL,
                UNIQUE (security, timeframe)
            ) STRICT;
            CREATE TABLE candles (
                series INTEGER NOT NULL REFERENCES series (number),
                time INTEGER NOT NULL,
                open REAL NOT NULL CHECK (open > 0),
                high REAL NOT NULL CHECK (high >= open),
                low REAL NOT NULL CHECK (low > 0 AND low <= open),
                close REAL NOT NULL CHECK (close BETWEEN low AND high),
                volume REAL,
                is_finished INTEGER NOT NULL,
                PRIMARY KEY (series, time)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE splits (
                security INTEGER NOT NULL REFERENCES securities (number),
                day INTEGER NOT NULL,
                before INTEGER NOT NULL CHECK (before > 0),
                after INTEGER NOT NULL CHECK (after > 0),
                PRIMARY KEY (security, day)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE market (revision INTEGER NOT NULL) STRICT;
            INSERT INTO market (revision) VALUES (0);
            """),
        Migration(2, SessionRevocations.schema),
        // The owners of older securities are unknown.
        Migration(3, "ALTER TABLE securities ADD COLUMN owner TEXT"),
    ]
}
