import Glibc
import Reasons

/// An exclusive lock on a file, held until this value or the process ends: flock(2).
///
/// The file contains the holder's pid, for people. The file stays when the lock is released: removing it would let two
/// processes lock two different files of one name.
public struct FileLock: ~Copyable, Sendable {
    private let file: OwnedDescriptor

    /// Takes the lock without waiting.
    ///
    /// - Returns: The lock; `nil` when another process holds it.
    /// - Throws: ``HostingError`` `system`.
    public static func tryAcquire(_ path: String) throws(HostingError) -> FileLock? {
        let number = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY, 0o600)
        guard number >= 0 else { throw .system("open \(path)") }
        let file = OwnedDescriptor(owning: number)
        while flock(file.rawValue, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            if errno == EWOULDBLOCK { return nil }
            throw .system("flock \(path)")
        }
        if ftruncate(file.rawValue, 0) == 0 { writeAll(Array("\(getpid())\n".utf8), to: file.rawValue) }
        return FileLock(file: file)
    }

    private init(file: consuming OwnedDescriptor) { self.file = file }

    /// Returns the pid in a lock file, if it can be read.
    public static func holder(of path: String) -> Int? {
        guard let content = try? readFile(path, limit: 32) else { return nil }
        return Int(String(decoding: content.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }

    /// Returns the error for a lock that another process holds; it names the process where that is known.
    static func held(
        _ path: String, _ reason: Reason, _ reasonWithHolder: Reason, _ details: [String: ReasonDetail] = [:]
    ) -> HostingError {
        guard let holder = holder(of: path) else { return HostingError(.alreadyRunning, reason, details) }
        var details = details
        details["pid"] = .number(Int(holder))
        return HostingError(.alreadyRunning, reasonWithHolder, details)
    }
}
