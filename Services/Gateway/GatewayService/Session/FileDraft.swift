import Glibc
import Hosting

/// A file that is being written beside the one it will be: whoever reads that sees the old or the new, never a part.
final class FileDraft {
    private let path: String
    private let draft: String
    private var descriptor: Int32

    /// - Throws: ``UsageError`` when there can be no such file.
    init(of path: String) throws(UsageError) {
        self.path = path
        draft = path + ".\(getpid()).draft"
        descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw UsageError("\(path) cannot be written: \(String(cString: strerror(errno))).", field: "output")
        }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        unlink(draft)
    }

    /// Adds a text: write(2).
    func append(_ text: String) throws(HostingError) {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                write(descriptor, buffer.baseAddress?.advanced(by: sent), buffer.count - sent)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system("write \(draft)") }
            sent += count
        }
    }

    /// Puts the draft in place: fsync(2), rename(2).
    func keep() throws(HostingError) {
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw .system("fsync \(draft)") }
        guard rename(draft, path) == 0 else { throw .system("rename \(draft)") }
        close(descriptor)
        descriptor = -1
    }
}
