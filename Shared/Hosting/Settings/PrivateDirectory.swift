import Glibc
import Reasons

/// Directories that only we may access. They hold sockets and databases.
public enum PrivateDirectory {
    /// Creates the directory and its missing parents with mode 0700, and checks that it is ours and closed to others.
    ///
    /// - Throws: ``HostingError`` `notPrivate` with the cure, `system`.
    public static func prepare(_ path: AbsolutePath) throws(HostingError) {
        var prefix = ""
        for part in path.description.split(separator: "/") {
            prefix += "/" + part
            if mkdir(prefix, 0o700) != 0, errno != EEXIST {
                // A read-only or foreign parent is no fault as long as the next part exists.
                let failure = errno
                guard access(prefix, F_OK) == 0 else { throw .system("mkdir \(prefix)", errno: failure) }
            }
        }
        try check(path.description)
    }

    /// Checks that a directory is ours and closed to others, so that nobody else can have created its entries.
    ///
    /// - Throws: ``HostingError`` `notPrivate` with the cure, `system`.
    public static func check(_ path: String) throws(HostingError) {
        var information = stat()
        guard stat(path, &information) == 0 else { throw .system("stat \(path)") }
        guard information.st_mode & S_IFMT == S_IFDIR else {
            throw HostingError(.notPrivate, .notADirectory, ["path": .text(path)])
        }
        guard information.st_uid == geteuid() else {
            throw HostingError(
                .notPrivate, .ownedByOther,
                [
                    "path": .text(path), "owner": .number(Int(information.st_uid)), "user": .number(Int(geteuid())),
                ])
        }
        guard information.st_mode & 0o077 == 0 else {
            throw HostingError(.notPrivate, .openToOthers, ["path": .text(path), "mode": 700])
        }
    }
}
