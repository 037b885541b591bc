import Glibc
import SQLite

/// Gives checksums to the pages of a database from before pages had them.
///
/// The content is written to a new file, which then takes the name of the old one. That takes as much room again. While
/// there is none, the database is used as it is, and `gateway doctor` says so.
struct PageChecksums {
    let path: String
    let options: StoreOptions

    /// Returns a connection to the database whose pages have checksums: the given one if they have them already. It has
    /// to be the only one.
    func added(to connection: Connection) throws(SQLiteError) -> Connection {
        guard try !connection.hasPageChecksums() else { return connection }
        let draft = path + ".with-checksums"
        unlink(draft)
        do throws(SQLiteError) {
            // The log belongs to the old file.
            try connection.checkpoint(.truncate)
            try connection.write(withChecksumsTo: draft)
        } catch {
            options.reportTrouble(error)
            return connection
        }
        connection.close()
        guard rename(draft, path) == 0 else {
            throw SQLiteError(code: .ioError, message: "\(path): \(String(cString: strerror(errno)))")
        }
        syncDirectory()
        return try Writer.open(path, options)
    }

    /// Without that, a loss of power could bring back the old file, beside a log of the new one.
    private func syncDirectory() {
        let slash = path.lastIndex(of: "/")
        let directory = open(slash.map { String(path[...$0]) } ?? ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return }
        fsync(directory)
        close(directory)
    }
}
