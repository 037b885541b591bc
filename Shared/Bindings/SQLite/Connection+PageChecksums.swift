import CPageChecksums
import CSQLite
import Glibc

// Each page of a file has a checksum, which is compared whenever the page is read: ``SQLiteError/Code/damagedPage``.

extension Connection {
    /// Has the pages of a file get checksums, if it is new or when it is written as a whole.
    /// `SQLITE_FCNTL_RESERVE_BYTES`
    func reserveChecksums() {
        var bytes = Int32(kopilka_page_checksum_bytes)
        sqlite3_file_control(database, "main", SQLITE_FCNTL_RESERVE_BYTES, &bytes)
    }

    /// Returns whether the pages of the file have checksums. Files of versions before 0.2 have none. Those of a
    /// database in memory get them in its copies.
    /// - Throws: ``SQLiteError`` `ioError`.
    public func hasPageChecksums() throws(SQLiteError) -> Bool {
        enter()
        defer { leave() }
        var hasChecksums: Int32 = 1
        let result = sqlite3_file_control(database, "main", Int32(kopilka_has_page_checksums), &hasChecksums)
        guard result == SQLITE_OK || result == SQLITE_NOTFOUND else { throw SQLiteError(result) }
        return hasChecksums != 0
    }

    /// Writes the content of the database to a new file whose pages have checksums, and syncs it. `VACUUM INTO`
    ///
    /// Only the owner can read and write the file; an unfinished file is removed.
    /// - Throws: ``SQLiteError``: `cannotOpen` when the file exists or cannot be created, `full`, `ioError`, `corrupt`.
    public func write(withChecksumsTo path: String) throws(SQLiteError) {
        try Self.createFile(path)
        do throws(SQLiteError) {
            try run("VACUUM INTO ?", path)
            try Self.sync(path)
        } catch {
            unlink(path)
            throw error
        }
    }

    private static func sync(_ path: String) throws(SQLiteError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { if descriptor >= 0 { Glibc.close(descriptor) } }
        guard descriptor >= 0, fsync(descriptor) == 0 else {
            throw SQLiteError(code: .syncFailed, message: "\(path): \(String(cString: strerror(errno)))")
        }
    }
}
