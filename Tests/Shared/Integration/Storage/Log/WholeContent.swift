import Storage

/// Returns the whole content of a database but for its own marks, one line a row.
func wholeContent(of path: String) throws -> [String] {
    try Connection.withConnection(path: path) { connection in
        let tables: [String] = try connection.all(
            """
            SELECT name FROM sqlite_schema
            WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name != 'commit_log_head' ORDER BY name
            """)
        var lines: [String] = []
        for table in tables {
            let columns: [String] = try connection.all("SELECT name FROM pragma_table_info(?)", table)
            let row = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ',' || ")
            let statement = try connection.statement(dynamic: "SELECT \(row) FROM \"\(table)\" ORDER BY 1")
            while try statement.step() { lines.append("\(table) \(statement.row.text(at: 0))") }
        }
        return lines
    }
}
