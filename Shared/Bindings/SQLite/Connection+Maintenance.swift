import CPageChecksums
import CSQLite
import Glibc

/// The effort of a checkpoint. `sqlite3_wal_checkpoint_v2(3)`
public enum CheckpointMode: Int32, Sendable {
    /// Moves as much as possible without waiting.
    case passive = 0
    /// Waits for writers and readers, moves everything and restarts the log.
    case restart = 2
    /// Does the same and truncates the log to zero bytes.
    case truncate = 3
}

/// The result of a checkpoint, in pages.
public struct Checkpoint: Sendable, Hashable {
    /// The number of pages in the log.
    public let logPages: Int
    /// The number of these pages that are in the file now.
    public let movedPages: Int
}

extension Connection {
    /// Moves the write-ahead log into the file. `sqlite3_wal_checkpoint_v2`
    /// - Throws: ``SQLiteError``: `busy` when others held locks longer than the busy timeout (never when passive),
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

    /// Syncs the pages that checkpoints moved into the file. The checkpoint that empties the log also syncs; an earlier
    /// sync by another connection leaves it little to wait for. `SQLITE_FCNTL_FILE_POINTER`, `xSync`
    /// - Throws: ``SQLiteError`` `ioError`.
    public func syncFile() throws(SQLiteError) {
        enter()
        defer { leave() }
        let result = kopilka_sqlite_sync_file(database)
        guard result == SQLITE_OK else { throw SQLiteError(result) }
    }

    /// Leaves the log as it is when the last connection closes. `SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE`
    public func keepLog() {
        enter()
        defer { leave() }
        _ = kopilka_sqlite_keep_log(database)
    }

    /// Writes the write-ahead log of a database again, and syncs it. Call it before anybody has the database open.
    ///
    /// What a killed process has written and not synced is read all the same, and a loss of power would take back what
    /// was answered by it. After a sync that failed, the system may even call pages clean that are not on the disk, and
    /// not sync them again. Written again, they are on the disk after the next sync. fsync(2); Rebello and others, "Can
    /// Applications Recover from fsync Failures?", USENIX ATC 2020.
    /// - Throws: ``SQLiteError`` `ioError`, `full`, `cannotOpen`, `noMemory`.
    public static func rewriteLog(ofDatabaseAt path: String) throws(SQLiteError) {
        precondition(countsNoMemory, "SQLite was used before its bindings were.")
        let result = kopilka_sqlite_rewrite_log(path)
        guard result == SQLITE_OK else { throw SQLiteError(result) }
    }

    /// Checks the whole database, its indexes and its foreign keys.
    /// - Returns: The problems, at most some 100 lines each; empty when there are none.
    /// - Throws: ``SQLiteError``: `notADatabase`, `corrupt` when it cannot be read at all, `ioError`, `interrupted`.
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

    /// Checks the whole database without comparing indexes with their tables, which is much faster than
    /// ``integrityProblems()``.
    /// - Returns: The problems; empty when there are none.
    /// - Throws: ``SQLiteError``: `notADatabase`, `corrupt` when it cannot be read at all, `ioError`, `interrupted`.
    public func quickProblems() throws(SQLiteError) -> [String] {
        let lines: [String] = try all("PRAGMA quick_check(10)")
        return lines.filter { $0 != "ok" }
    }

    /// Returns the application's number in the header of the file; 0 in a new file. `PRAGMA user_version`
    public func userVersion() throws(SQLiteError) -> Int32 {
        let version: Int64? = try first("PRAGMA user_version")
        return Int32(truncatingIfNeeded: version ?? 0)
    }

    /// Sets ``userVersion()`` within the open transaction. `PRAGMA user_version`
    public func setUserVersion(_ version: Int32) throws(SQLiteError) {
        try execute("PRAGMA user_version = \(version)")
    }

    /// Copies a snapshot of the database to a new file, without blocking writers. `sqlite3_backup_step`
    ///
    /// Only the owner can read and write the file; an unfinished file is removed.
    /// - Throws: ``SQLiteError``: `cannotOpen` when the file exists or cannot be created, `full`, `ioError`, `busy`.
    public func backUp(to path: String) throws(SQLiteError) {
        enter()
        defer { leave() }
        try Self.createFile(path)
        do throws(SQLiteError) {
            try copyPages(to: path)
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Creates an empty file that only its owner can read and write.
    static func createFile(_ path: String) throws(SQLiteError) {
        let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw SQLiteError(code: .cannotOpen, message: "\(path): \(String(cString: strerror(errno)))")
        }
        Glibc.close(descriptor)
    }

    private func copyPages(to path: String) throws(SQLiteError) {
        var target: OpaquePointer?
        defer { sqlite3_close(target) }
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_EXRESCODE
        var hasChecksums: Int32 = try hasPageChecksums() ? 1 : 0
        guard sqlite3_open_v2(path, &target, flags, kopilka_page_checksums()) == SQLITE_OK,
            sqlite3_file_control(target, "main", Int32(kopilka_set_page_checksums), &hasChecksums) == SQLITE_OK,
            let backup = sqlite3_backup_init(target, "main", database, "main")
        else { throw .last(target) }
        // All pages in one step are one snapshot, so writers cannot restart the backup.
        let result = sqlite3_backup_step(backup, -1)
        sqlite3_backup_finish(backup)
        guard result == SQLITE_DONE else { throw SQLiteError(result, of: database) }
    }
}
