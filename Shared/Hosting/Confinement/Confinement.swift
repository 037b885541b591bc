import Glibc

/// What a service may reach once it has started: files, TCP, signals. Everything else the kernel refuses it, landlock(7).
///
/// A Unix socket with a path can be connected to all the same: no kernel before version 9 of Landlock asks about it. So can
/// UDP be sent.
public struct Confinement: Sendable, Equatable {
    /// What a service needs beyond what every service does.
    public struct Reach: Sendable, Equatable {
        /// Whether it speaks to other machines.
        public let isOnline: Bool
        /// Files and directories that it reads while it runs.
        public let readable: [String]

        /// Nothing more than every service.
        public static let house = Reach()

        /// - Parameters:
        ///   - isOnline: Whether it speaks to other machines.
        ///   - readable: Files and directories that it reads while it runs.
        public init(isOnline: Bool = false, readable: [String] = []) {
            self.isOnline = isOnline
            self.readable = readable
        }
    }

    /// How it was done.
    enum Outcome: Sendable, Equatable {
        /// By this version of Landlock.
        case confined(version: Int)
        /// Not at all, and why.
        case open(reason: String)
    }

    /// What processes of any service read: libraries that are loaded late, time zones, random numbers, facts of the machine.
    ///
    /// All of `/proc`, and not `/proc/self`: a rule holds for an inode, and that of a process may be made anew at any time.
    /// libdispatch, which looks at its threads there, ends the process when it may not. What `/proc` has to hide of other
    /// processes it shows to none that is confined, as it does to none that may not trace them.
    private static let system = [
        "/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime", "/dev/urandom", "/dev/random", "/proc",
        "/sys/devices/system",
    ]
    /// What asks for addresses and checks certificates reads. Directories, since their files are replaced while it runs.
    private static let online = ["/etc", "/run/systemd/resolve", "/run/resolvconf", "/run/NetworkManager"]

    private(set) var readable: [String]
    private(set) var writable: [String]
    /// Directories in which it makes and removes its own sockets and their locks.
    private(set) var socketDirectories: [String]
    let isOnline: Bool
    let mayReachAbstractSockets: Bool

    /// What `service` needs.
    ///
    /// - Parameters:
    ///   - layout: Where its data lie.
    ///   - runDirectory: Where it makes its sockets; nil when it was born with them.
    ///   - environment: May name other authorities for OpenSSL, and where to report.
    init(
        of service: String, reach: Reach, layout: DataLayout, runDirectory: String?, environment: Environment,
        neighbours: [String]
    ) {
        let variables = environment.variables
        readable = Self.system + reach.readable + neighbours.map(layout.publicKeys)
        if reach.isOnline { readable += Self.online + ["SSL_CERT_FILE", "SSL_CERT_DIR"].compactMap { variables[$0] } }
        writable = [layout.directory(of: service), layout.publicKeys(of: service)]
        socketDirectories = runDirectory.map { [$0] } ?? []
        isOnline = reach.isOnline
        mayReachAbstractSockets = variables["NOTIFY_SOCKET"]?.hasPrefix("@") ?? false
    }

    /// Confines this process for good, as far as its kernel can. Call it while there is no other thread.
    func enforce() -> Outcome {
        let version = Landlock.version
        guard version > 0 else { return .open(reason: "this kernel has no Landlock, or it is turned off") }
        guard Self.threadCount == 1 else { return .open(reason: "there are other threads already") }
        do throws(HostingError) {
            let rules = try Landlock(
                version: version, mayConnect: isOnline, mayReachAbstractSockets: mayReachAbstractSockets)
            for path in readable { try rules.allow(.read, at: path) }
            for path in writable { try rules.allow(.write, at: path) }
            for path in socketDirectories { try rules.allow(.write.union(.makeSocket), at: path) }
            try rules.allow([.readFile, .writeFile], at: "/dev/null")
            try rules.enforce()
        } catch {
            return .open(reason: error.message)
        }
        return .confined(version: version)
    }

    /// Whether this kernel can confine processes.
    public static var isPossible: Bool { Landlock.version > 0 }

    /// Whether this process is confined: nobody who is may list the root of the file system, which others may.
    public static var isInForce: Bool {
        let descriptor = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return errno == EACCES }
        close(descriptor)
        return false
    }

    private static var threadCount: Int {
        var status = stat()
        // Each thread is a directory in it, which counts as a link: proc(5).
        guard stat("/proc/self/task", &status) == 0 else { return 0 }
        return Int(status.st_nlink) - 2
    }
}

/// Whether a service confines itself (`--confine`, `KOPILKA_CONFINE`).
public enum ConfinementMode: String, CaseIterable, SettingValue {
    /// Not at all.
    case off
    /// As far as the kernel can.
    case auto
    /// As `auto`, and where the kernel cannot the service does not start.
    case required

    /// The three words.
    public static var settingType: String { "one of " + allCases.map(\.rawValue).joined(separator: ", ") }
    /// By name.
    public static func parse(_ text: String) -> ConfinementMode? { ConfinementMode(rawValue: text) }
    /// The name.
    public var settingText: String { rawValue }
}
