import Glibc
import Reasons

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
            throw HostingError(.notPrivate, .notASocket, ["path": .text(path)])
        }
        guard information.st_uid == geteuid() || information.st_uid == 0 else {
            throw HostingError(
                .notPrivate, .ownedByOther,
                [
                    "path": .text(path), "owner": .number(Int(information.st_uid)), "user": .number(Int(geteuid())),
                ])
        }
        guard information.st_mode & 0o022 == 0 else {
            throw HostingError(.notPrivate, .openToOthers, ["path": .text(path), "mode": 600])
        }
    }
}
