import CProcess
import Glibc

/// Kernel rules that a process imposes on itself permanently: landlock(7).
///
/// An access that the rules cover is denied unless a rule allows it. An access that the kernel is too old to control
/// stays allowed.
struct Landlock: ~Copyable {
    /// Rights on files and directories, `LANDLOCK_ACCESS_FS_*`.
    struct Rights: OptionSet, Sendable {
        let rawValue: UInt64

        static let execute = Rights(rawValue: 1 << 0)
        static let writeFile = Rights(rawValue: 1 << 1)
        static let readFile = Rights(rawValue: 1 << 2)
        static let readDirectory = Rights(rawValue: 1 << 3)
        static let removeFile = Rights(rawValue: 1 << 5)
        static let makeFile = Rights(rawValue: 1 << 8)
        static let makeSocket = Rights(rawValue: 1 << 9)
        static let truncate = Rights(rawValue: 1 << 14)

        /// The rights that a rule may grant on a path other than a directory.
        static let ofFiles: Rights = [.execute, .writeFile, .readFile, .truncate, Rights(rawValue: 1 << 15)]
        /// Reads files and lists directories.
        static let read: Rights = [.readFile, .readDirectory]
        /// Creates, changes and removes regular files.
        static let write: Rights = [.read, .writeFile, .truncate, .makeFile, .removeFile]

        /// Returns all rights that a version controls.
        static func all(version: Int) -> Rights {
            let count =
                switch version {
                case ...1: 13
                case 2: 14  // links and renames between directories
                case 3, 4: 15  // truncation
                default: 16  // ioctl(2) of devices
                }
            return Rights(rawValue: 1 << count - 1)
        }
    }

    /// The Landlock version of the kernel; 0 for none.
    static var version: Int { Int(kopilka_landlock_version()) }

    private static let bindTCP: UInt64 = 1 << 0
    private static let connectTCP: UInt64 = 1 << 1
    private static let abstractSockets: UInt64 = 1 << 0
    private static let signals: UInt64 = 1 << 1

    private let ruleset: OwnedDescriptor
    private let known: Rights
    /// Whether it controls TCP.
    private let knowsPorts: Bool

    /// Creates rules that allow nothing yet.
    ///
    /// - Parameters:
    ///   - version: At least 1 and at most the kernel's version.
    ///   - mayConnect: Whether TCP connections to any port stay allowed. Listening needs ``allowListening(on:)``.
    ///   - mayReachAbstractSockets: Whether Unix sockets without a path of other processes stay reachable.
    /// - Throws: ``HostingError`` `system`.
    init(version: Int, mayConnect: Bool, mayReachAbstractSockets: Bool) throws(HostingError) {
        known = .all(version: version)
        knowsPorts = version >= 4
        let network = version < 4 ? 0 : mayConnect ? Self.bindTCP : Self.bindTCP | Self.connectTCP
        let scoped = version < 6 ? 0 : mayReachAbstractSockets ? Self.signals : Self.signals | Self.abstractSockets
        let descriptor = kopilka_landlock_create(known.rawValue, network, scoped)
        guard descriptor >= 0 else { throw .system("landlock_create_ruleset", errno: -descriptor) }
        ruleset = OwnedDescriptor(owning: descriptor)
    }

    /// Allows `rights` at `path` and below.
    ///
    /// - Returns: False when there is no such path.
    /// - Throws: ``HostingError`` `system`.
    @discardableResult
    func allow(_ rights: Rights, at path: String) throws(HostingError) -> Bool {
        let wanted = rights.intersection(known)
        let result = kopilka_landlock_allow(
            ruleset.rawValue, path, wanted.rawValue, wanted.intersection(.ofFiles).rawValue)
        if result == -ENOENT || result == -ENOTDIR || result == -EACCES { return false }
        guard result == 0 else { throw .system("landlock_add_rule \(path)", errno: -result) }
        return true
    }

    /// Allows listening on a TCP port.
    ///
    /// - Throws: ``HostingError`` `system`.
    func allowListening(on port: Int) throws(HostingError) {
        guard knowsPorts else { return }
        let result = kopilka_landlock_allow_port(ruleset.rawValue, Self.bindTCP, UInt64(clamping: port))
        guard result == 0 else { throw .system("landlock_add_rule port \(port)", errno: -result) }
    }

    /// Imposes the rules on the calling thread and on all threads and processes that it starts.
    ///
    /// - Throws: ``HostingError`` `system`.
    consuming func enforce() throws(HostingError) {
        let result = kopilka_landlock_enforce(ruleset.rawValue)
        guard result == 0 else { throw .system("landlock_restrict_self", errno: -result) }
    }
}
