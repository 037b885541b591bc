import Glibc
import SQLite

/// Copies of a database from before a change of its schema, in the same directory: `ledger.db.before-schema-7`.
///
/// A migration is one transaction and fails as a whole. The copies serve for errors that are noticed late, and for a
/// return to the previous version of the program.
struct SchemaCopy {
    /// The number of copies kept. Older ones are deleted.
    static let kept = 3
    private static let mark = ".before-schema-"

    /// The path of the database.
    let path: String

    /// Copies the database as it is. A copy of the same name from an earlier attempt is replaced.
    ///
    /// - Parameter version: The schema version that the database is about to get.
    func make(before version: Int32, of connection: Connection) throws(SQLiteError) {
        let final = path + Self.mark + String(version)
        let draft = final + ".draft"
        unlink(draft)
        try connection.backUp(to: draft)
        guard rename(draft, final) == 0 else {
            let reason = String(cString: strerror(errno))
            unlink(draft)
            throw SQLiteError(code: .ioError, message: "\(final): \(reason)")
        }
        removeOld()
    }

    private func removeOld() {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[..<$0]) } ?? "."
        let prefix = (slash.map { String(path[path.index(after: $0)...]) } ?? path) + Self.mark
        guard let list = opendir(folder.isEmpty ? "/" : folder) else { return }
        defer { closedir(list) }
        var versions: [Int] = []
        while let entry = readdir(list) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix(prefix), let version = Int(name.dropFirst(prefix.count)) { versions.append(version) }
        }
        for version in versions.sorted().dropLast(Self.kept) { unlink(path + Self.mark + String(version)) }
    }
}
