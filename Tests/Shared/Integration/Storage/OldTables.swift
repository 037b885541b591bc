/// Scripts that turn a current database into one of an older version.
enum OldTables {
    /// From schema 3 of the common tables to schema 2, whose replies were sorted by key.
    static let repliesByKey = """
        CREATE TABLE old (caller TEXT NOT NULL, key TEXT NOT NULL, digest BLOB NOT NULL, kind INTEGER NOT NULL,
            content BLOB NOT NULL, PRIMARY KEY (caller, key)) STRICT, WITHOUT ROWID;
        INSERT INTO old SELECT caller, key, digest, kind, content FROM replies;
        DROP TABLE replies;
        DROP TABLE reply_index;
        ALTER TABLE old RENAME TO replies;
        ALTER TABLE storage DROP COLUMN replies_indexed;
        UPDATE storage SET version = 2;
        """
    /// From schema 2 to schema 1, which stored every event.
    static let eventsWithoutRuns = "DROP TABLE event_runs; UPDATE storage SET version = 1;"
}
