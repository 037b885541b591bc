import CSQLite
import Glibc

/// How hard a checkpoint tries. `sqlite3_wal_checkpoint_v2(3)`
public enum CheckpointMode: Int32, Sendable {
    /// Moves what it can without waiting for anybody.
    case passive = 0
    /// Waits for writers and readers, moves all and starts the log anew.
    case restart = 2
    /// The same, and cuts the log to no bytes.
    case truncate = 3
}

/// What a checkpoint did, in pages.
public struct Checkpoint: Sendable, Hashable {
    /// Pages in the log.
    public let logPages: Int
    /// Of these, pages that are in the file now.
    public let movedPages: Int
}

extension Connection {
    /// Moves the write-ahead log into the file. `sqlite3_wal_checkpoint_v2`
    /// - Throws: ``SQLiteError``: `busy` when others were in the way longer than the busy timeout (never when passive),
    ///   `ioError`, `full`.
    @discardableResult
    public func checkpoint(_ mode: CheckpointMode) throws(SQLiteError) -> Checkpoint {
        enter()
        defer { leave() }
        var logPages: Int32 = 0
        var movedPages: Int32 = 0
        guard sqlite3_wal_checkpoint_v2(database, nil, mode.rawValue, &logPages, &movedPages) == SQLITE_OK else {
            throw .last(database)
        }
        return Checkpoint(logPages: Int(logPages), movedPages: Int(movedPages))
    }

    /// Has what checkpoints moved into the file put on the disk. The checkpoint that empties the log does so itself; done
    /// before, by another connection, it leaves that one little to wait for. `SQLITE_FCNTL_FILE_POINTER`, `xSync`
    /// - Throws: ``SQLiteError`` `ioError`.
    public func syncFile() throws(SQLiteError) {
        enter()
        defer { leave() }
        let result = kopilka_sqlite_sync_file(database)
        guard result == SQLITE_OK else {
            throw SQLiteError(
                code: SQLiteError.Code(rawValue: result), message: String(cString: sqlite3_errstr(result)))
        }
    }

    /// Reads the whole database, its indexes and its foreign keys.
    /// - Returns: What is wrong, at most some 100 lines each; empty when all is well.
    /// - Throws: ``SQLiteError``: `notADatabase`, `corrupt` when it is too bad to read, `ioError`, `interrupted`.
    public func integrityProblems() throws(SQLiteError) -> [String] {
        let lines: [String] = try all("PRAGMA integrity_check(100)")
        var violations: [String] = []
        try query("PRAGMA foreign_key_check") { (table: String, row: Int64?, parent: String, _: Int64) in
            guard violations.count < 100 else { return }
            let number = row.map { "row \($0)" } ?? "a row"
            violations.append("\(number) of \(table) points to nothing in \(parent)")
        }
        return lines.filter { $0 != "ok" } + violations
    }

    /// Reads the whole database without comparing indexes with their tables, which is much faster than
    /// ``integrityProblems()``.
    /// - Returns: What is wrong; empty when all is well.
    /// - Throws: ``SQLiteError``: `notADatabase`, `corrupt` when it is too bad to read, `ioError`, `interrupted`.
    public func quickProblems() throws(SQLiteError) -> [String] {
        let lines: [String] = try all("PRAGMA quick_check(10)")
        return lines.filter { $0 != "ok" }
    }

    /// The number the application keeps in the file's header; 0 in a new file. `PRAGMA user_version`
    public func userVersion() throws(SQLiteError) -> Int32 {
        let version: Int64? = try first("PRAGMA user_version")
        return Int32(truncatingIfNeeded: version ?? 0)
    }

    /// Sets ``userVersion()``, within the transaction that is open. `PRAGMA user_version`
    public func setUserVersion(_ version: Int32) throws(SQLiteError) {
        try execute("PRAGMA user_version = \(version)")
    }

    /// Copies the database, as it is at this moment, to a new file; others may write meanwhile. `sqlite3_backup_step`
    ///
    /// The file is readable and writable for its owner only; an unfinished one is removed.
    /// - Throws: ``SQLiteError``: `cannotOpen` when the file exists or can not be made, `full`, `ioError`, `busy`.
    public func backUp(to path: String) throws(SQLiteError) {
        enter()
        defer { leave() }
        let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw SQLiteError(code: .cannotOpen, message: "\(path): \(String(cString: strerror(errno)))")
        }
        Glibc.close(descriptor)
        do throws(SQLiteError) {
            try copyPages(to: path)
        } catch {
            unlink(path)
            throw error
        }
    }

    private func copyPages(to path: String) throws(SQLiteError) {
        var target: OpaquePointer?
        defer { sqlite3_close(target) }
        guard sqlite3_open_v2(path, &target, SQLITE_OPEN_READWRITE | SQLITE_OPEN_EXRESCODE, nil) == SQLITE_OK,
            let backup = sqlite3_backup_init(target, "main", database, "main")
        else { throw .last(target) }
        // All pages in one step: one snapshot, so that writers can not make it start over.
        let result = sqlite3_backup_step(backup, -1)
        sqlite3_backup_finish(backup)
        guard result == SQLITE_DONE else {
            throw SQLiteError(
                code: SQLiteError.Code(rawValue: result), message: String(cString: sqlite3_errstr(result)))
        }
    }
}
