import Glibc
import Synchronization

/// Listening sockets that a process inherited, by name: sd_listen_fds_with_names(3).
public final class InheritedSockets: Sendable {
    /// The descriptor of the first socket, fixed by the protocol: `SD_LISTEN_FDS_START`.
    static let firstDescriptor: Int32 = 3
    /// A larger count is a mistake.
    static let maximumCount = 64

    private let byName: Mutex<[String: Int32]>

    /// The sockets that this process inherited. They are read once; then `LISTEN_*` are unset, so that no child takes
    /// them for its own.
    public static let ofProcess: InheritedSockets = {
        let inherited = InheritedSockets(Environment.current(), pid: getpid())
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
        return inherited
    }()

    /// No inherited sockets: the service creates every listening socket itself.
    public static let none = InheritedSockets([:])

    init(_ sockets: [String: Int32]) { byName = Mutex(sockets) }

    /// Reads `LISTEN_*`. The variables count only when they name `pid`; descriptors count only when they are open.
    convenience init(_ environment: Environment, pid: pid_t, firstDescriptor: Int32 = InheritedSockets.firstDescriptor)
    {
        let variables = environment.variables
        guard let meant = variables["LISTEN_PID"].flatMap({ pid_t($0) }), meant == pid,
            let count = variables["LISTEN_FDS"].flatMap({ Int32($0) }), (1...Int32(Self.maximumCount)).contains(count)
        else {
            self.init([:])
            return
        }
        let names = (variables["LISTEN_FDNAMES"] ?? "").split(separator: ":", omittingEmptySubsequences: false)
        var sockets: [String: Int32] = [:]
        for (index, descriptor) in (firstDescriptor..<firstDescriptor + count).enumerated() {
            guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0, index < names.count else { continue }
            sockets[String(names[index])] = descriptor
        }
        self.init(sockets)
    }

    /// Names that were not taken yet, sorted.
    public var names: [String] { byName.withLock { $0.keys.sorted() } }

    /// Returns true for a Unix socket, false for any other descriptor, nil when there is none of that name:
    /// `SO_DOMAIN` of socket(7).
    public func isUnix(_ name: String) -> Bool? {
        byName.withLock { sockets in
            guard let descriptor = sockets[name] else { return nil }
            var family: Int32 = 0
            var size = socklen_t(MemoryLayout<Int32>.size)
            return getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &family, &size) == 0 && family == AF_UNIX
        }
    }

    /// Hands over a socket, once.
    func take(_ name: String) -> OwnedDescriptor? {
        byName.withLock { $0.removeValue(forKey: name) }.map { OwnedDescriptor(owning: $0) }
    }
}
