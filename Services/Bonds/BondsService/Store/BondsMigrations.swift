import Storage

/// The schema of the database of bonds.
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
                quotes INTEGER NOT NULL
            ) STRICT;

            -- Some thousand quotes a row, so that a year of millions is read in milliseconds: count times in \
            microseconds,
            -- count prices and, if there are any, count yields, eight bytes each, little-endian.
            CREATE TABLE quote_blocks (
                number INTEGER PRIMARY KEY,
                bond INTEGER NOT NULL REFERENCES bonds (number),
                first_us INTEGER NOT NULL,
                last_us INTEGER NOT NULL CHECK (last_us >= first_us),
                last_price REAL NOT NULL,
                count INTEGER NOT NULL CHECK (count > 0),
                content BLOB NOT NULL
            ) STRICT;
            CREATE UNIQUE INDEX quote_blocks_by_time ON quote_blocks (bond, first_us);

            CREATE TABLE holdings (
                user TEXT NOT NULL,
                bond INTEGER NOT NULL REFERENCES bonds (number),
                quantity INTEGER NOT NULL CHECK (quantity > 0),
                PRIMARY KEY (user, bond)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX holdings_by_bond ON holdings (bond);
            """),
        Migration(2, SessionRevocations.schema),
        // The owner of the bond; NULL for none.
        Migration(3, "ALTER TABLE bonds ADD COLUMN owner TEXT"),
    ]
}
