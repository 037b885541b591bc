import Domain
import Glibc

/// A mark that shows whether a file or directory has changed or was replaced.
///
/// The time is that of the last change of content or attributes (`st_ctim`), which no process can set.
struct FileMark: Equatable {
    let changedAt: Instant
    private let inode: UInt
    private let byteCount: Int

    /// Creates the mark of `path` without following links; nil when it cannot be examined.
    init?(path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        changedAt = Instant(
            microseconds: Int64(status.st_ctim.tv_sec) * 1_000_000 + Int64(status.st_ctim.tv_nsec) / 1000)
        inode = UInt(status.st_ino)
        byteCount = Int(status.st_size)
    }
}
