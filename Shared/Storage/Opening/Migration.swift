import SQLite

/// One step of a schema to its next version. Once released it is never changed: a new one is added.
public struct Migration: Sendable {
    /// 1, 2, 3 ... without gaps.
    public let version: Int32
    /// The statements, run in one transaction.
    public let sql: String
    /// What only code can do, run after the statements in the same transaction.
    let code: @Sendable (Connection) throws(SQLiteError) -> Void

    /// A step to `version`.
    ///
    /// - Parameter code: What the statements cannot do, such as computing values for rows that are there; it leaves
    ///   BEGIN, COMMIT and the like alone.
    public init(
        _ version: Int32, _ sql: String, code: @escaping @Sendable (Connection) throws(SQLiteError) -> Void = { _ in }
    ) {
        self.version = version
        self.sql = sql
        self.code = code
    }
}

/// Brings a file to the schema of the program.
struct Migrator {
    let path: String
    let connection: Connection

    /// Copies a database that has something in it, then runs what is missing, each step in a transaction of its own.
    /// - Throws: ``StorageError`` `newerThanProgram`, `migrationFailed`, `full`, `notADatabase`, `cannotOpen`.
    func run(_ migrations: [Migration]) throws(StorageError) {
        for (index, migration) in migrations.enumerated() {
            precondition(migration.version == Int32(index + 1), "Migrations are numbered 1, 2, 3 ... in order.")
        }
        let (own, current) = (try attempt(ownVersion), try attempt(connection.userVersion))
        let newest = Int32(migrations.count)
        // A file that was only just made has nothing to copy; one of a newer program is refused below.
        if own > 0, own < ownMigrations.count || current < newest, current <= newest {
            try attempt { () throws(SQLiteError) in
                try SchemaCopy(path: path).make(before: newest, of: connection)
            }
        }
        try migrate(
            ownMigrations, from: own,
            setVersion: { version throws(SQLiteError) in
                try connection.run("UPDATE storage SET version = ?1") { $0.bind(Int64(version), at: 1) }
            })
        try migrate(
            migrations, from: current,
            setVersion: connection.setUserVersion)
    }

    private func migrate(
        _ migrations: [Migration], from current: Int32, setVersion: (Int32) throws(SQLiteError) -> Void
    ) throws(StorageError) {
        let newest = Int32(migrations.count)
        guard current <= newest else {
            throw StorageError(
                .newerThanProgram,
                """
                \(path) was written by a newer version of this program (schema \(current), this one knows \(newest)); \
                install that version again, or put a backup from before in its place.
                """)
        }
        for migration in migrations where migration.version > current {
            do throws(SQLiteError) {
                try connection.execute("BEGIN IMMEDIATE")
                try connection.execute(migration.sql)
                try migration.code(connection)
                try setVersion(migration.version)
                try connection.execute("COMMIT")
            } catch {
                if connection.isInTransaction {
                    try attempt { () throws(SQLiteError) in try connection.execute("ROLLBACK") }
                }
                guard error.code.primary == .sql || error.code.primary == .constraint else {
                    throw StorageError(opening: path, error)
                }
                throw StorageError(
                    .migrationFailed,
                    "\(path) could not be brought to schema \(migration.version); nothing was changed.", cause: error)
            }
        }
    }

    private func attempt<Value>(_ body: () throws(SQLiteError) -> Value) throws(StorageError) -> Value {
        do throws(SQLiteError) { return try body() } catch { throw StorageError(opening: path, error) }
    }

    private func ownVersion() throws(SQLiteError) -> Int32 {
        let exists = try connection.first("SELECT 1 FROM sqlite_schema WHERE name = 'storage'") { _ in true }
        guard exists == true else { return 0 }
        return Int32(truncatingIfNeeded: try connection.first("SELECT version FROM storage") { $0.int64(at: 0) } ?? 0)
    }
}
