import SQLite

// A difference stays in the copy that has it, until another copy takes its place.
extension Connection {
    /// Returns the difference that was found in this copy; nil when none was.
    func difference() throws(SQLiteError) -> ContentDifference? {
        let table = try first("SELECT count(*) FROM sqlite_schema WHERE name = 'commit_log_difference'") as Int64?
        guard table != 0 else { return nil }
        let found = try all("SELECT number, name FROM commit_log_difference ORDER BY name") {
            (number: Int64, name: String) in (number, name)
        }
        return found.first.map { ContentDifference(number: $0.0, tables: found.map(\.1)) }
    }

    /// Keeps a difference. The table is local to the copy, as that of its position.
    func keep(_ difference: ContentDifference) throws(SQLiteError) {
        try run("BEGIN IMMEDIATE")
        do throws(SQLiteError) {
            try execute(
                """
                CREATE TABLE IF NOT EXISTS commit_log_difference (
                    name TEXT PRIMARY KEY, number INTEGER NOT NULL) STRICT, WITHOUT ROWID;
                DELETE FROM commit_log_difference;
                """)
            for table in difference.tables {
                try run("INSERT INTO commit_log_difference (name, number) VALUES (?, ?)", table, difference.number)
            }
            try run("COMMIT")
        } catch {
            if isInTransaction { try run("ROLLBACK") }
            throw error
        }
    }
}
