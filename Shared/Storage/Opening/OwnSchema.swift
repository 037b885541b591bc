import SQLite

/// The tables that every service's database has.
let ownMigrations = [
    Migration(
        1,
        """
        CREATE TABLE storage (version INTEGER NOT NULL) STRICT;
        INSERT INTO storage (version) VALUES (0);
        CREATE TABLE events (
            sequence INTEGER PRIMARY KEY,
            type TEXT NOT NULL,
            subject TEXT NOT NULL,
            time_us INTEGER NOT NULL,
            data BLOB NOT NULL
        ) STRICT;
        CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON events
            BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
        CREATE TABLE cursors (source TEXT PRIMARY KEY, sequence INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE replies (
            caller TEXT NOT NULL,
            key TEXT NOT NULL,
            digest BLOB NOT NULL,
            kind INTEGER NOT NULL,
            content BLOB NOT NULL,
            PRIMARY KEY (caller, key)
        ) STRICT, WITHOUT ROWID;
        """),
    Migration(
        2,
        """
        -- Events that are not kept but made again from rows of the service that never change: count of them, the first
        -- of which is made from the record of that number, the next from the next record.
        CREATE TABLE event_runs (
            sequence INTEGER PRIMARY KEY,
            count INTEGER NOT NULL CHECK (count > 0),
            source TEXT NOT NULL,
            record INTEGER NOT NULL
        ) STRICT;
        CREATE TRIGGER event_runs_are_never_changed BEFORE UPDATE ON event_runs
            BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
        """),
    Migration(
        3,
        """
        -- Replies in the order they came. Their keys are in the index as far as replies_indexed says, and beyond
        -- that in the memory of the writer.
        ALTER TABLE replies RENAME TO old_replies;
        CREATE TABLE replies (
            number INTEGER PRIMARY KEY,
            hash INTEGER NOT NULL,
            caller TEXT NOT NULL,
            key TEXT NOT NULL,
            digest BLOB NOT NULL,
            kind INTEGER NOT NULL,
            content BLOB NOT NULL
        ) STRICT;
        CREATE TABLE reply_index (
            hash INTEGER NOT NULL,
            number INTEGER NOT NULL,
            PRIMARY KEY (hash, number)
        ) STRICT, WITHOUT ROWID;
        ALTER TABLE storage ADD COLUMN replies_indexed INTEGER NOT NULL DEFAULT 0;
        """, code: numberOldReplies),
]

/// Numbers the replies of schema 2 and puts all of them into the index.
@Sendable private func numberOldReplies(_ connection: Connection) throws(SQLiteError) {
    try connection.query("SELECT caller, key, digest, kind, content FROM old_replies") {
        (caller: String, key: String, digest: [UInt8], kind: Int64, content: [UInt8]) throws(SQLiteError) in
        try connection.run(
            "INSERT INTO replies (hash, caller, key, digest, kind, content) VALUES (?, ?, ?, ?, ?, ?)",
            ReplyIndex.hash(caller: caller, key: key), caller, key, digest, kind, content)
    }
    try connection.execute(
        """
        INSERT INTO reply_index (hash, number) SELECT hash, number FROM replies ORDER BY hash, number;
        UPDATE storage SET replies_indexed = (SELECT ifnull(max(number), 0) FROM replies);
        DROP TABLE old_replies;
        """)
}
