import Domain
import Glibc
import Synchronization

/// The keys of the house, files of one directory: `<service>.secret` (mode 0600) and `<service>.public`.
///
/// Files, and not an answer of auth's over the socket: what all trust begins with must not come from a channel that
/// nobody has proved yet, and files are there while auth is down or restarts. `auth.keys` serves those outside.
///
/// Only names of ``HouseService`` are read, and a key is trusted for the one name that its file has. To change a key,
/// delete its secret file and restart the service: tokens signed with the old key are refused as soon as the new public
/// file has been read, and those who held them refresh.
public final class KeyDirectory: Sendable {
    /// A key and whose it is.
    public struct TrustedKey: Hashable, Sendable {
        /// The service that signs with it.
        public let owner: HouseService
        /// The key.
        public let key: TokenKey
    }

    /// For so long after a change of the directory its files are read whenever an unknown key turns up: the kernel's
    /// time stamps are coarse, and another change may bear the same one.
    private static let unsettledTime = Duration.seconds(1)

    private struct Known {
        var keys: [String: TrustedKey] = [:]
        var generation = 0
        var changedAt: Instant?
    }

    let path: String
    private let known = Mutex(Known())

    /// The keys in `path`, a directory that nobody else may write to; it is made when it is not there (mode 0700).
    ///
    /// - Throws: ``KeyDirectoryError`` when it cannot be made or belongs to others.
    public init(path: String) throws(KeyDirectoryError) {
        self.path = path
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw KeyDirectoryError(.cannotMake, path, errno: errno) }
        try Self.requirePrivate(path)
    }

    /// The key of `service`, made and published at the first call; two processes that call it at once get the same key.
    ///
    /// - Throws: ``KeyDirectoryError`` for files that cannot be read or written, that hold no key, or that others can read.
    public func signingKey(of service: HouseService) throws(KeyDirectoryError) -> TokenSigningKey {
        let file = KeyFile(path: "\(path)/\(service.rawValue).secret")
        var found = try file.read(isSecret: true)
        if found == nil {
            // Whoever links first wins; the other reads the winner's.
            try file.create(TokenSigningKey().text)
            found = try file.read(isSecret: true)
        }
        guard let found, let key = TokenSigningKey(text: found) else {
            throw KeyDirectoryError(.notAKey, file.path)
        }
        let published = KeyFile(path: "\(path)/\(service.rawValue).public")
        if try published.read(isSecret: false) != key.publicKey.text { try published.replace(key.publicKey.text) }
        return key
    }

    /// The key by the name `id` (`k4.pid.…`); nil when no service of the house has published it.
    ///
    /// An id not seen before makes it read the files again if the directory has changed, so that a service that started
    /// later is known at once and a stranger's tokens cost one look at a time stamp.
    public func key(id: String) -> TrustedKey? { lookUp(id).key }

    /// As ``key(id:)``, with a number that changes whenever the set of keys does.
    func lookUp(_ id: String) -> (key: TrustedKey?, generation: Int) {
        known.withLock { known in
            if known.keys[id] == nil { readAgain(&known) }
            return (known.keys[id], known.generation)
        }
    }

    /// All keys, those of auth first.
    public func keys() -> [TrustedKey] {
        known.withLock { known in
            readAgain(&known)
            return HouseService.allCases.flatMap { service in known.keys.values.filter { $0.owner == service } }
        }
    }

    private func readAgain(_ known: inout Known) {
        let changedAt = lastChange()
        let isSettled = changedAt.map { WallClock.system.now() - $0 > Self.unsettledTime } ?? false
        if isSettled, changedAt == known.changedAt { return }
        known.changedAt = changedAt
        var keys: [String: TrustedKey] = [:]
        for service in HouseService.allCases {
            // A file that cannot be read now leaves out one service, whose tokens are then refused; the rest go on.
            let file = KeyFile(path: "\(path)/\(service.rawValue).public")
            guard let text = try? file.read(isSecret: false), let key = TokenKey(text: text) else { continue }
            keys[key.id] = TrustedKey(owner: service, key: key)
        }
        guard keys != known.keys else { return }
        known.keys = keys
        known.generation += 1
    }

    /// When a file of the directory was last made, replaced or removed; nil when the directory cannot be looked at.
    private func lastChange() -> Instant? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Instant(microseconds: Int64(status.st_mtim.tv_sec) * 1_000_000 + Int64(status.st_mtim.tv_nsec) / 1000)
    }

    private static func requirePrivate(_ path: String) throws(KeyDirectoryError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw KeyDirectoryError(.cannotRead, path, errno: errno) }
        guard status.st_mode & S_IFMT == S_IFDIR, status.st_mode & 0o022 == 0, status.st_uid == geteuid() else {
            throw KeyDirectoryError(.notPrivate, path)
        }
    }
}
