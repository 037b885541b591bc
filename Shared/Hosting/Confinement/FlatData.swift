import Glibc
import Reasons

/// The previous layout: `<data>/ledger.db`, `<data>/keys/ledger.secret`, with the files of all services side by side. A
/// service moves its own files into ``DataLayout`` on its first start.
///
/// When a move is interrupted and a previous version of the service starts, it finds all its files or none. Each file
/// gets its new name before any file loses its old one. The database changes last in the first half and first in the
/// second half.
struct FlatData {
    let layout: DataLayout
    let service: String

    private var database: String { "\(layout.root)/\(service).db" }
    private func flat(_ name: String) -> String { "\(layout.root)/\(name)" }
    private func own(_ name: String) -> String { "\(layout.directory(of: service))/\(name)" }
    private func key(_ ending: String) -> String { "\(layout.publicKeys)/\(service).\(ending)" }

    /// Moves the existing files. The target directories must exist.
    ///
    /// - Parameter patience: How long to wait for a previous version of the service, which may be draining.
    /// - Throws: ``HostingError`` `alreadyRunning` while a previous version holds the data, `conflict` when there are
    ///   two databases, `system`.
    func moveIn(patience: Duration = WriterLock.defaultPatience) throws(HostingError) {
        let copies = try names(beginningWith: "\(service).db.before-schema-")
        let isThere =
            [database, database + "-wal", key("secret"), key("storage"), key("public")].contains(where: Self.exists)
        guard isThere || !copies.isEmpty else { return }
        let lock = try lockOfBefore(patience)
        try moveDatabase()
        for name in copies { try move(flat(name), to: own(name)) }
        for ending in ["secret", "storage"] { try move(key(ending), to: own("\(service).\(ending)")) }
        // It publishes its key where other services look now.
        unlink(key("public"))
        _ = consume lock
    }

    private func moveDatabase() throws(HostingError) {
        let name = "\(service).db"
        if let old = Self.inode(of: database) {
            if let new = Self.inode(of: own(name)), new != old {
                throw HostingError(
                    .conflict, .twoDatabases, ["old": .text("\(database)"), "new": .text("\(own(name))")])
            }
            // Left by an interrupted move. A previous version may have written since.
            for ending in ["", "-wal", "-shm"] { unlink(own(name + ending)) }
            for ending in ["-wal", ""] where Self.exists(database + ending) {
                guard link(database + ending, own(name + ending)) == 0 else { throw .system("link \(own(name))") }
            }
            Self.sync(layout.directory(of: service))
        }
        for ending in ["", "-wal", "-shm"] { unlink(database + ending) }
        Self.sync(layout.root)
    }

    /// Renames a file unless the target exists.
    private func move(_ path: String, to target: String) throws(HostingError) {
        guard Self.exists(path), !Self.exists(target) else { return }
        guard rename(path, target) == 0 else { throw .system("rename \(path) to \(target)") }
    }

    /// Takes the writer lock at the place where previous versions take it.
    private func lockOfBefore(_ patience: Duration) throws(HostingError) -> FileLock {
        let path = flat("\(service).writer.lock")
        let deadline = ContinuousClock.now + patience
        repeat {
            if let lock = try FileLock.tryAcquire(path) { return lock }
            usleep(20_000)
        } while ContinuousClock.now < deadline
        throw FileLock.held(
            path, .dataInUse, .dataInUseBy, ["service": .text(service), "path": .text(layout.root)])
    }

    private func names(beginningWith beginning: String) throws(HostingError) -> [String] {
        guard let list = opendir(layout.root) else { throw .system("opendir \(layout.root)") }
        defer { closedir(list) }
        var names: [String] = []
        while let entry = readdir(list) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix(beginning) { names.append(name) }
        }
        return names
    }

    private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    private static func inode(of path: String) -> UInt? {
        var status = stat()
        return stat(path, &status) == 0 ? UInt(status.st_ino) : nil
    }

    private static func sync(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
