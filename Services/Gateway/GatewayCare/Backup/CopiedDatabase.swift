import Coordination
import Storage

/// A database that nobody else has open: what it holds is counted and compared.
enum CopiedDatabase {
    /// What a copy holds.
    static func describe(_ path: String, service: String) throws -> BackupManifest.Database {
        try reading(path) { connection in
            var followed: [String: Int64] = [:]
            try connection.query("SELECT source, sequence FROM cursors") { (source: String, sequence: Int64) in
                followed[source] = sequence
            }
            return BackupManifest.Database(
                service: service, schema: Int(try connection.userVersion()),
                newestEvent: try connection.newestSequence(),
                followed: followed, rows: try rows(connection))
        }
    }

    /// What is wrong with a file as a database.
    ///
    /// - Parameter isThorough: Compares indexes with tables and looks after foreign keys too.
    static func problems(_ path: String, isThorough: Bool) throws -> [String] {
        try reading(path) { try isThorough ? $0.integrityProblems() : $0.quickProblems() }
    }

    private static func reading<Result>(_ path: String, _ body: (Connection) throws -> Result) throws -> Result {
        var options = ConnectionOptions()
        options.access = .read
        return try Connection.withConnection(path: path, options: options, body)
    }

    private static func rows(_ connection: Connection) throws -> [String: Int64] {
        let names: [String] = try connection.all(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
        var rows: [String: Int64] = [:]
        for name in names {
            let quoted = "\"" + name.replacing("\"", with: "\"\"") + "\""
            let statement = try connection.statement(dynamic: "SELECT count(*) FROM \(quoted)")
            if try statement.step() { rows[name] = statement.row.int64(at: 0) }
        }
        return rows
    }
}
