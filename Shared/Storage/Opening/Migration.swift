import SQLite

/// One step of a schema to its next version. A released step is never changed; a new one is added instead.
public struct Migration: Sendable {
    /// The version that the step leads to: 1, 2, 3 ... without gaps.
    public let version: Int32
    /// The SQL statements, run in one transaction.
    public let sql: String
    /// The part that needs code, run after the statements in the same transaction.
    let code: @Sendable (Connection) throws(SQLiteError) -> Void

    /// Creates a step to `version`.
    ///
    /// - Parameter code: Work that SQL cannot do, such as computing values for existing rows. It must not execute
    ///   BEGIN, COMMIT and the like.
    public init(
        _ version: Int32, _ sql: String, code: @escaping @Sendable (Connection) throws(SQLiteError) -> Void = { _ in }
    ) {
        self.version = version
        self.sql = sql
        self.code = code
    }
}

/// Migrates a database file to the schema of the program.
struct Migrator {
    let path: String
    let connection: Connection
    /// Commits the open transaction.
    let commit: () throws -> Void

    /// Copies a database that has content, then runs the missing steps, each in a transaction of its own.
    /// - Throws: ``StorageError`` `newerThanProgram`, `migrationFailed`, `full`, `notADatabase`, `cannotOpen`.
    func run(_ migrations: [Migration]) throws(StorageError) {
        for (index, migration) in migrations.enumerated() {
            precondition(migration.version == Int32(index + 1), "Migrations are numbered 1, 2, 3 ... in order.")
        }
        let (own, current) = (try attempt(connection.ownVersion), try attempt(connection.userVersion))
        let newest = Int32(migrations.count)
        // A new file has nothing to copy. A file of a newer program is refused below.
        if own > 0, own < ownMigrations.count || current < newest, current <= newest {
            try attempt { () throws(SQLiteError) in
                try SchemaCopy(path: path).make(before: newest, of: connection)
            }
        }
        try migrate(
            ownMigrations, from: own,
            setVersion: { version throws(SQLiteError) in
                try connection.run("UPDATE storage SET version = ?", Int64(version))
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
            do {
                try connection.execute("BEGIN IMMEDIATE")
                try connection.execute(migration.sql)
                try migration.code(connection)
                try setVersion(migration.version)
                try commit()
            } catch {
                if connection.isInTransaction {
                    try attempt { () throws(SQLiteError) in try connection.execute("ROLLBACK") }
                }
                throw failure(error, of: migration)
            }
        }
    }

    private func failure(_ error: any Error, of migration: Migration) -> StorageError {
        if let error = error as? CommitLogError { return StorageError(error) }
        guard let error = error as? SQLiteError else { return StorageError(.system, "\(error)") }
        guard error.code.primary == .sql || error.code.primary == .constraint else {
            return StorageError(opening: path, error)
        }
        return StorageError(
            .migrationFailed,
            "\(path) could not be brought to schema \(migration.version); nothing was changed.", cause: error)
    }

    private func attempt<Value>(_ body: () throws(SQLiteError) -> Value) throws(StorageError) -> Value {
        do throws(SQLiteError) { return try body() } catch { throw StorageError(opening: path, error) }
    }
}

extension Connection {
    /// The version of the tables that every store has; 0 in a new file.
    func ownVersion() throws(SQLiteError) -> Int32 {
        guard try first("SELECT count(*) FROM sqlite_schema WHERE name = 'storage'") != 0 else { return 0 }
        return Int32(truncatingIfNeeded: try first("SELECT version FROM storage") as Int64? ?? 0)
    }
}
