import Glibc

/// The log file of one service, `<data>/logs/<service>.log`, and its predecessor, `.log.1`.
///
/// The service writes into the file itself (`O_APPEND`), so its lines do not pass through the supervisor. Lines written
/// while it drains after the supervisor was killed are not lost in a broken pipe, and a full disk blocks nobody. A file
/// above the limit is copied and truncated in place. Renaming would not help, because the service keeps writing into
/// the file it has open. The price: a line written between the copy of the last byte and the truncation is lost, a
/// window of two system calls once in ten megabytes.
struct ServiceLogFile {
    let path: String
    let limit: Int

    /// Opens the file for a service that is about to start, after a rotation if it is due.
    ///
    /// - Throws: ``HostingError`` `system`.
    func openForAppending() throws(HostingError) -> OwnedDescriptor {
        rotateIfLong()
        let number = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY, 0o600)
        guard number >= 0 else { throw .system("open \(path)") }
        let file = OwnedDescriptor(owning: number)
        // Its creator, for example an administrator by hand, may have left it open to others.
        guard fchmod(number, 0o600) == 0 else { throw .system("fchmod \(path)") }
        return file
    }

    /// Copies and truncates the file when it exceeds the limit. Does nothing when that fails (a full disk).
    func rotateIfLong() {
        var information = stat()
        guard stat(path, &information) == 0, information.st_size > limit else { return }
        let source = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard source >= 0 else { return }
        let from = OwnedDescriptor(owning: source)
        let target = open(path + ".1", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard target >= 0 else { return }
        let to = OwnedDescriptor(owning: target)
        guard fchmod(target, 0o600) == 0 else { return }
        while true {
            let count = sendfile(to.rawValue, from.rawValue, nil, 1 << 20)
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                return
            }
        }
        ftruncate(from.rawValue, 0)
    }
}
