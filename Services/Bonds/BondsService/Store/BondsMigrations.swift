import Storage

/// The schema of bonds.
enum BondsMigrations {
    /// All steps, oldest first.
    static let all = [
        Migration(
            1,
            """
            CREATE TABLE bonds (
                number INTEGER PRIMARY KEY,
                isin TEXT NOT NULL UNIQUE,
                title TEXT NOT NULL,
                currency TEXT NOT NULL,
                terms TEXT,
                quotes INTEGER NOT NULL,
                -- Goes up with every change, so that who has the quotes in memory knows whether they are still these.
                version INTEGER NOT NULL
            ) STRICT;

            CREATE TABLE quotes (
                bond INTEGER NOT NULL REFERENCES bonds (number),
                time_us INTEGER NOT NULL,
                price REAL NOT NULL,
                yield REAL,
                PRIMARY KEY (bond, time_us)
            ) STRICT, WITHOUT ROWID;
            """),
        Migration(2, SessionRevocations.schema),
    ]
}
