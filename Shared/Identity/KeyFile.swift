import Domain
import Glibc

/// A small file with one line of text, written atomically.
struct KeyFile {
    static let longestByteCount = 256

    let path: String

    /// Returns the line; nil when there is no file.
    func read(isSecret: Bool) throws(KeyDirectoryError) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw KeyDirectoryError(.cannotRead, path, errno: errno)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw KeyDirectoryError(.cannotRead, path, errno: errno) }
        let othersRights: mode_t = isSecret ? 0o077 : 0o022
        guard status.st_mode & S_IFMT == S_IFREG, status.st_mode & othersRights == 0, status.st_uid == geteuid() else {
            throw KeyDirectoryError(.notPrivate, path)
        }
        var bytes = [UInt8](repeating: 0, count: Self.longestByteCount + 1)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw KeyDirectoryError(.cannotRead, path, errno: errno) }
        guard count <= Self.longestByteCount else { throw KeyDirectoryError(.notAKey, path) }
        let line = bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }
        return String(decoding: line, as: UTF8.self)
    }

    /// Creates the file with mode 0600. An existing file stays as it is (`link(2)`).
    func create(_ line: String) throws(KeyDirectoryError) {
        let draft = try write(line, mode: 0o600)
        defer { unlink(draft) }
        if link(draft, path) != 0, errno != EEXIST { throw KeyDirectoryError(.cannotWrite, path, errno: errno) }
        syncDirectory()
    }

    /// Creates or replaces the file, with mode 0644 (`rename(2)`).
    func replace(_ line: String) throws(KeyDirectoryError) {
        let draft = try write(line, mode: 0o644)
        guard rename(draft, path) == 0 else {
            let reason = errno
            unlink(draft)
            throw KeyDirectoryError(.cannotWrite, path, errno: reason)
        }
        syncDirectory()
    }

    /// Writes a new file beside this one and syncs it to disk. A draft left by a crash is never read.
    private func write(_ line: String, mode: mode_t) throws(KeyDirectoryError) -> String {
        let draft = path + ".draft-" + Identifier.random()
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { throw KeyDirectoryError(.cannotWrite, draft, errno: errno) }
        defer { close(descriptor) }
        let bytes = Array((line + "\n").utf8)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
            let reason = errno
            unlink(draft)
            throw KeyDirectoryError(.cannotWrite, draft, errno: reason)
        }
        return draft
    }

    /// Syncs the directory, because the name must survive a power failure, too. If the file system cannot do that, the
    /// key is as safe as everything else on it.
    private func syncDirectory() {
        let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
