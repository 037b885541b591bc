import SQLite
import Sodium
import Storage

/// What a database of a service has as of one moment, for comparing copies.
struct DatabaseContent: Hashable {
    /// The newest commit; nil without a log.
    let position: LogPosition?
    /// Each table with its number of rows and their hash.
    let tables: [String]

    /// Reads the database while its service may work.
    init(of path: String) throws {
        (position, tables) = try Connection.withConnection(path: path, options: .reader) { connection in
            try connection.execute("BEGIN")
            defer { try? connection.execute("ROLLBACK") }
            return (try connection.logPosition(), try Self.tables(connection))
        }
    }

    private static func tables(_ connection: Connection) throws -> [String] {
        // FTS5 has its own tables, which depend on when it wrote its index.
        let tables: [String] = try connection.all(
            """
            SELECT name FROM pragma_table_list
            WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND name != 'commit_log_head'
            ORDER BY name
            """)
        return try tables.map { table in
            let columns: [String] = try connection.all("SELECT name FROM pragma_table_info(?)", table)
            let row = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ',' || ")
            let statement = try connection.statement(dynamic: "SELECT \(row) FROM \"\(table)\" ORDER BY 1")
            var (lines, count) = ([UInt8](), 0)
            while try statement.step() {
                lines = Digest.blake2b256(lines + Array(statement.row.text(at: 0).utf8))
                count += 1
            }
            return "\(table): \(count) \(Base64URL.encode(lines))"
        }
    }
}
