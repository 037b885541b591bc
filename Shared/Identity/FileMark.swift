import Domain
import Glibc

/// What tells that a file or a directory is not what it was: another file of the name, or a change to this one.
///
/// The time is that of the last change of content or attributes (`st_ctim`), which nobody can set.
struct FileMark: Equatable {
    let changedAt: Instant
    private let inode: UInt
    private let byteCount: Int

    /// The mark of what `path` names, links not followed; nil when it cannot be looked at.
    init?(path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        changedAt = Instant(
            microseconds: Int64(status.st_ctim.tv_sec) * 1_000_000 + Int64(status.st_ctim.tv_nsec) / 1000)
        inode = UInt(status.st_ino)
        byteCount = Int(status.st_size)
    }
}
