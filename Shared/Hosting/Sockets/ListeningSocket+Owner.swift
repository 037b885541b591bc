import Glibc

extension ListeningSocket {
    /// Checks that only we or root can have created the socket of an endpoint, before anything is sent to it.
    ///
    /// A missing socket passes: its service may be starting. A path only tells who may have created the socket. Who
    /// listens on it is checked by `CSocketGuard`, at each connection.
    /// - Throws: ``HostingError`` `notPrivate` with the cure, `system`.
    public static func checkOwner(of endpoint: String, runDirectory: String) throws(HostingError) {
        do throws(HostingError) {
            try PrivateDirectory.check(runDirectory)
        } catch {
            if error.systemError == ENOENT { return }
            throw error
        }
        let path = path(of: endpoint, runDirectory: runDirectory)
        var information = stat()
        guard lstat(path, &information) == 0 else {
            if errno == ENOENT { return }
            throw .system("stat \(path)")
        }
        guard information.st_mode & S_IFMT == S_IFSOCK else {
            throw HostingError(.notPrivate, "\(path) is not a socket; choose another path")
        }
        guard information.st_uid == geteuid() || information.st_uid == 0 else {
            throw HostingError(
                .notPrivate,
                "\(path) belongs to user \(information.st_uid), not to us (\(geteuid())); choose another path")
        }
        guard information.st_mode & 0o022 == 0 else {
            throw HostingError(.notPrivate, "\(path) is open to others; run: chmod 600 \(path)")
        }
    }
}
