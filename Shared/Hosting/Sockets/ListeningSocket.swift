import Glibc
import Reasons
import Synchronization

/// The listening Unix socket of an endpoint (`ledger`, `ledger.events`), inherited or created here.
///
/// libzmq must never bind on its own: a second `zmq_bind` to one ipc path silently takes over the path and deletes the
/// file there (zmq_ipc(7)). So it gets this descriptor by `ZMQ_USE_FD`. A socket created here is guarded by a lock file
/// and is unlinked when this value ends. Keep this value as long as the endpoint serves.
public final class ListeningSocket: Sendable {
    /// The length of the accept queue, listen(2): it fits a burst of clients after a restart, if net.core.somaxconn
    /// does.
    public static let backlog: Int32 = 4_096

    /// The endpoint's name.
    public let name: String
    /// The absolute path of the socket.
    public let path: String
    /// True for an inherited socket. The path then belongs to the process that passed it.
    public let isInherited: Bool
    private let descriptor: Mutex<Int32?>
    private let lock: FileLock?

    private init(name: String, path: String, descriptor: consuming OwnedDescriptor, lock: consuming FileLock?) {
        self.name = name
        self.path = path
        self.isInherited = lock == nil
        self.descriptor = Mutex(descriptor.take())
        self.lock = lock
    }

    /// The most bytes of a Unix socket's path: unix(7), less the terminating zero.
    public static let maximumPathBytes = UnixAddress.maximumPathBytes

    /// Returns the path of an endpoint: `<run>/<endpoint>.sock`. Clients connect to `ipc://` followed by this path.
    public static func path(of endpoint: String, runDirectory: String) -> String {
        "\(runDirectory)/\(endpoint).sock"
    }

    /// Returns the inherited socket of that name, otherwise a new one.
    ///
    /// - Throws: ``HostingError`` `pathTooLong`, `alreadyRunning`, `wrongInheritance`, `system`.
    public static func obtain(
        name: String, runDirectory: String, inherited: InheritedSockets = .ofProcess
    ) throws(HostingError) -> ListeningSocket {
        if let descriptor = inherited.take(name) { return try adopt(descriptor, name: name) }
        return try make(name: name, runDirectory: runDirectory)
    }

    /// Creates a socket: takes the lock, checks that nobody answers, removes a stale file, binds, listens.
    ///
    /// - Throws: ``HostingError`` `pathTooLong`, `alreadyRunning`, `system`.
    public static func make(name: String, runDirectory: String) throws(HostingError) -> ListeningSocket {
        try make(
            name: name, path: path(of: name, runDirectory: runDirectory), lockPath: "\(runDirectory)/\(name).lock",
            group: nil)
    }

    /// Creates a socket at any path, in the same way. Its lock is the path with `.lock`.
    ///
    /// - Parameter group: The group that may connect, too: the socket then has mode 0660 instead of 0600.
    /// - Throws: ``HostingError`` `pathTooLong`, `alreadyRunning`, `system`.
    public static func make(
        name: String, at path: AbsolutePath, group: gid_t? = nil
    ) throws(HostingError) -> ListeningSocket {
        try make(name: name, path: path.description, lockPath: "\(path).lock", group: group)
    }

    private static func make(
        name: String, path: String, lockPath: String, group: gid_t?
    ) throws(HostingError) -> ListeningSocket {
        guard let address = UnixAddress(path) else {
            throw HostingError(
                .pathTooLong, .socketPathTooLong,
                [
                    "path": .text(path), "bytes": .number(path.utf8.count),
                    "most": .number(UnixAddress.maximumPathBytes),
                ])
        }
        guard let lock = try FileLock.tryAcquire(lockPath) else {
            throw FileLock.held(lockPath, .serviceRunning, .serviceRunningAs, ["service": .text(name)])
        }
        guard try !somebodyAnswers(at: address) else {
            throw HostingError(
                .alreadyRunning, .socketInUse, ["path": .text(path), "service": .text(name)])
        }
        try removeStale(path)
        return ListeningSocket(
            name: name, path: path, descriptor: try listen(at: address, path: path, group: group), lock: lock)
    }

    /// Removes the socket that a killed process has left. A file of another kind is somebody's and stays.
    private static func removeStale(_ path: String) throws(HostingError) {
        var information = stat()
        guard lstat(path, &information) == 0 else {
            if errno == ENOENT { return }
            throw .system("stat \(path)")
        }
        guard information.st_mode & S_IFMT == S_IFSOCK else {
            throw HostingError(.notPrivate, .notASocket, ["path": .text(path)])
        }
        guard unlink(path) == 0 || errno == ENOENT else { throw .system("unlink \(path)") }
    }

    /// Returns the inherited socket of that name; nil when there is none.
    ///
    /// - Throws: ``HostingError`` `wrongInheritance` for a descriptor that is no listening Unix socket, `system`.
    public static func inherited(
        _ name: String, from sockets: InheritedSockets = .ofProcess
    ) throws(HostingError) -> ListeningSocket? {
        guard let descriptor = sockets.take(name) else { return nil }
        return try adopt(descriptor, name: name)
    }

    /// Hands over the descriptor to `ZMQ_USE_FD`, which closes it.
    ///
    /// - Precondition: Called once.
    public func takeDescriptor() -> Int32 {
        guard let number = descriptor.withLock({ $0.take() }) else {
            preconditionFailure("the descriptor of \(name) was given away before")
        }
        return number
    }

    /// The descriptor, to be passed to a child while this value lives.
    ///
    /// - Precondition: The descriptor was not handed over.
    var descriptorToLend: Int32 {
        guard let number = descriptor.withLock({ $0 }) else {
            preconditionFailure("the descriptor of \(name) was given away")
        }
        return number
    }

    deinit {
        if let number = descriptor.withLock({ $0.take() }) { close(number) }
        // Still under the lock, so the path is ours or nobody's.
        if !isInherited { unlink(path) }
    }

    private static func adopt(_ socket: consuming OwnedDescriptor, name: String) throws(HostingError) -> ListeningSocket
    {
        var listens: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(socket.rawValue, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0, listens == 1,
            let path = UnixAddress.path(of: socket.rawValue)
        else {
            throw HostingError(.wrongInheritance, .notAListeningSocket, ["name": .text(name)])
        }
        let flags = fcntl(socket.rawValue, F_GETFL)
        guard flags >= 0, fcntl(socket.rawValue, F_SETFL, flags | O_NONBLOCK) == 0 else { throw .system("fcntl") }
        return ListeningSocket(name: name, path: path, descriptor: socket, lock: nil)
    }

    private static func streamSocket() throws(HostingError) -> OwnedDescriptor {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let number = socket(AF_UNIX, type, 0)
        guard number >= 0 else { throw .system("socket") }
        return OwnedDescriptor(owning: number)
    }

    private static func somebodyAnswers(at address: UnixAddress) throws(HostingError) -> Bool {
        let probe = try streamSocket()
        let connected = address.withPointer { connect(probe.rawValue, $0, $1) } == 0
        // EAGAIN: the accept queue is full, so a process listens. Anything else (ENOENT, ECONNREFUSED): nobody listens.
        return connected || errno == EAGAIN
    }

    private static func listen(
        at address: UnixAddress, path: String, group: gid_t?
    ) throws(HostingError) -> OwnedDescriptor {
        let socket = try streamSocket()
        guard address.withPointer({ bind(socket.rawValue, $0, $1) }) == 0 else { throw .system("bind \(path)") }
        // Nobody can connect between bind and listen.
        if let group, lchown(path, uid_t.max, group) != 0 { throw .system("chgrp \(path)") }
        guard chmod(path, group == nil ? 0o600 : 0o660) == 0 else { throw .system("chmod \(path)") }
        guard Glibc.listen(socket.rawValue, backlog) == 0 else { throw .system("listen \(path)") }
        return socket
    }
}
