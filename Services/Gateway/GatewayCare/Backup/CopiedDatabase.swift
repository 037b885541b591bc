import Coordination
import Storage

/// Counts and compares the content of a database that no other process has open.
enum CopiedDatabase {
    /// Describes the content of a copy.
    static func describe(_ path: String, service: String) throws -> BackupManifest.Database {
        try reading(path) { connection in
            BackupManifest.Database(
                service: service, schema: Int(try connection.userVersion()),
                newestEvent: try connection.newestEvent(), followed: try connection.followedEvents(),
                rows: try rows(connection))
        }
    }

    /// Returns the integrity problems of a database file.
    ///
    /// - Parameter isThorough: True to compare indexes with tables and to check foreign keys, too.
    static func problems(_ path: String, isThorough: Bool) throws -> [String] {
        do {
            return try reading(path) { try isThorough ? $0.integrityProblems() : $0.quickProblems() }
        } catch let error as SQLiteError where error.isDamage {
            return [error.message]
        }
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
