import Glibc

/// The files, TCP connections and signals that a service may reach once it has started. The kernel refuses everything
/// else, landlock(7).
///
/// Unix sockets with a path stay reachable: Landlock controls them only from version 9 on. UDP stays allowed, too.
public struct Confinement: Sendable, Equatable {
    /// The access that a service needs beyond the common needs.
    public struct Reach: Sendable, Equatable {
        /// True when it connects to other machines.
        public let isOnline: Bool
        /// Files and directories that it reads while it runs.
        public let readable: [String]
        /// The TCP ports on which it listens.
        public let ports: [Int]

        /// Nothing beyond the common needs.
        public static let house = Reach()

        /// Creates a reach.
        ///
        /// - Parameters:
        ///   - isOnline: True when the service connects to other machines.
        ///   - readable: Files and directories that it reads while it runs.
        ///   - ports: The TCP ports on which it listens.
        public init(isOnline: Bool = false, readable: [String] = [], ports: [Int] = []) {
            self.isOnline = isOnline
            self.readable = readable
            self.ports = ports
        }

        /// Returns this reach with more ports.
        func listening(on more: [Int]) -> Reach { Reach(isOnline: isOnline, readable: readable, ports: ports + more) }
    }

    /// The outcome of ``enforce()``.
    enum Outcome: Sendable, Equatable {
        /// Confined by this version of Landlock.
        case confined(version: Int)
        /// Not confined, and the reason.
        case open(reason: String)
    }

    /// Paths that processes of any service read: lazily loaded libraries, time zones, random numbers, facts about the
    /// machine.
    ///
    /// It is all of `/proc` instead of `/proc/self`, because a rule holds for an inode, and the inode of a process may
    /// be recreated at any time. libdispatch looks at its threads there and ends the process when it may not. A
    /// confined process cannot trace others, so `/proc` hides from it what it hides from any process that may not trace
    /// them.
    private static let system = [
        "/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime", "/dev/urandom", "/dev/random", "/proc",
        "/sys/devices/system",
    ]
    /// Paths that name resolution and certificate checks read. They are directories, because their files are replaced
    /// at run time.
    private static let online = ["/etc", "/run/systemd/resolve", "/run/resolvconf", "/run/NetworkManager"]

    private(set) var readable: [String]
    private(set) var writable: [String]
    /// Directories in which it creates and removes its own sockets and their locks.
    private(set) var socketDirectories: [String]
    let isOnline: Bool
    /// The TCP ports on which it listens.
    let ports: [Int]
    let mayReachAbstractSockets: Bool

    /// Creates the confinement that `service` needs.
    ///
    /// - Parameters:
    ///   - services: The services of the process.
    ///   - layout: The places of its data.
    ///   - runDirectory: The directory in which it creates its sockets; nil when it inherits them.
    ///   - environment: May name other certificate authorities for OpenSSL, and the notification socket.
    init(
        of services: [String], reach: Reach, layout: DataLayout, runDirectory: String?, environment: Environment,
        neighbours: [String]
    ) {
        let variables = environment.variables
        readable = Self.system + reach.readable + neighbours.map(layout.publicKeys)
        let isOnline = reach.isOnline || services.contains { access(layout.commitLog(of: $0), F_OK) == 0 }
        if isOnline { readable += Self.online + ["SSL_CERT_FILE", "SSL_CERT_DIR"].compactMap { variables[$0] } }
        writable = services.flatMap { [layout.directory(of: $0), layout.publicKeys(of: $0)] }
        socketDirectories = runDirectory.map { [$0] } ?? []
        self.isOnline = isOnline
        ports = reach.ports
        mayReachAbstractSockets = variables["NOTIFY_SOCKET"]?.hasPrefix("@") ?? false
    }

    /// Confines this process permanently, as far as its kernel can. Call it while there is no other thread.
    ///
    /// - Parameter isBeforeExecve: True when this thread calls execve(2) next: the other threads end with that.
    func enforce(isBeforeExecve: Bool = false) -> Outcome {
        let version = Landlock.version
        guard version > 0 else { return .open(reason: "this kernel has no Landlock, or it is turned off") }
        guard isBeforeExecve || Self.threadCount == 1 else { return .open(reason: "there are other threads already") }
        do throws(HostingError) {
            let rules = try Landlock(
                version: version, mayConnect: isOnline, mayReachAbstractSockets: mayReachAbstractSockets)
            let reading: Landlock.Rights = isBeforeExecve ? [.read, .execute] : .read
            for path in readable { try rules.allow(reading, at: path) }
            for path in writable { try rules.allow(.write, at: path) }
            for path in socketDirectories { try rules.allow(.write.union(.makeSocket), at: path) }
            try rules.allow([.readFile, .writeFile], at: "/dev/null")
            for port in ports { try rules.allowListening(on: port) }
            try rules.enforce()
        } catch {
            return .open(reason: error.message)
        }
        return .confined(version: version)
    }

    /// True when this kernel can confine processes.
    public static var isPossible: Bool { Landlock.version > 0 }

    /// True when this process is confined: a confined process may not list the root of the file system; others may.
    public static var isInForce: Bool {
        let descriptor = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return errno == EACCES }
        close(descriptor)
        return false
    }

    private static var threadCount: Int {
        var status = stat()
        // Each thread is a directory in it and counts as a link: proc(5).
        guard stat("/proc/self/task", &status) == 0 else { return 0 }
        return Int(status.st_nlink) - 2
    }
}

/// The mode in which a service confines itself (`--confine`, `KOPILKA_CONFINE`).
public enum ConfinementMode: String, CaseIterable, SettingValue {
    /// No confinement.
    case off
    /// As far as the kernel can.
    case auto
    /// As `auto`, but the service does not start where the kernel cannot confine it.
    case required

    public static var settingType: String { "one of " + allCases.map(\.rawValue).joined(separator: ", ") }
    public static func parse(_ text: String) -> ConfinementMode? { ConfinementMode(rawValue: text) }
    public var settingText: String { rawValue }
}
