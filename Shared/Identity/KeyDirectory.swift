import Domain
import Glibc
import Synchronization

/// The keys of the house. `<data>/<service>/<service>.secret` (mode 0600) belongs to the service alone. All services
/// read `<data>/keys/<service>/<service>.public`. The operator has the same two files. A service may write only to the
/// directory of its own public key, so no service can put its key in another's place.
///
/// Keys are files rather than an answer of auth over the socket: the root of trust must not come from a channel that is
/// not authenticated yet, and files are available while auth is down or restarts. `auth.keys` serves clients outside.
///
/// Only names of ``TokenSigner`` and of extra services are read, and a key is trusted only for the name of its file.
/// To replace a key, delete its secret file and restart the service. To revoke one, delete its public file. Either
/// takes effect within ``longestAge`` at every service, whatever tokens are presented. Holders of tokens of the old
/// key refresh them.
public final class KeyDirectory: Sendable {
    /// A key and its owner.
    public struct TrustedKey: Hashable, Sendable {
        /// The signer who owns the key.
        public let owner: TokenSigner
        /// The key.
        public let key: TokenKey
    }

    /// The longest age of the known state of the files when a token is checked.
    public static let longestAge = Duration.seconds(1)
    private static let longestAgeInMicroseconds = longestAge.wholeMicroseconds
    /// The time after a change in which every look reads the files: the kernel's timestamps are coarse, and another
    /// change may have the same one.
    private static let unsettledTime = Duration.seconds(1)

    private struct Known {
        var keys: [String: TrustedKey] = [:]
        /// The marks of the files when all of them could be read; nil to force another read.
        var marks: [FileMark?]?
        var readCount = 0
    }

    private let dataDirectory: String
    /// The signers whose keys are trusted, auth first.
    private let signers: [TokenSigner]
    private let noteChange: @Sendable (_ added: [TrustedKey], _ removed: [TrustedKey]) -> Void
    private let known = Mutex(Known())
    /// Incremented when the set of keys changes. Written under the lock, read without it.
    private let generation = Atomic<Int>(0)
    /// The time of the last look, in microseconds of that caller's clock. Every request reads it, so it has no lock.
    private let lookedAt = Atomic<Int64>(0)

    /// Opens the keys in `<data>/keys`, to which nobody else may write. The directory is created if it is missing (mode
    /// 0700).
    ///
    /// - Parameters:
    ///   - extra: The services whose keys are trusted besides those of Kopilka.
    ///   - noteChange: Receives the keys that become trusted, also on the first look, and those that cease to be.
    /// Called from any thread. It must not call back.
    /// - Throws: ``KeyDirectoryError`` when the directory cannot be created, is not ours, or is writable by others.
    public init(
        dataDirectory: String, extra: [HouseService] = [],
        noteChange: @escaping @Sendable (_ added: [TrustedKey], _ removed: [TrustedKey]) -> Void = { _, _ in }
    ) throws(KeyDirectoryError) {
        self.dataDirectory = dataDirectory
        self.noteChange = noteChange
        signers = TokenSigner.allCases + extra.map(TokenSigner.service)
        try Self.prepare(publicKeys)
        for signer in signers where access(publicKeys(of: signer), F_OK) == 0 {
            try Self.requirePrivate(publicKeys(of: signer))
        }
    }

    /// Returns the key of `service`. The first call creates and publishes it. Two processes that call it at once get
    /// the same key.
    ///
    /// - Throws: ``KeyDirectoryError`` for files that cannot be read or written, that hold no key, or that others can
    ///   read.
    public func signingKey(of service: HouseService) throws(KeyDirectoryError) -> TokenSigningKey {
        try signingKey(of: .service(service))
    }

    /// Returns the key of the operator. The first call creates and publishes it, as for a service.
    ///
    /// - Throws: As ``signingKey(of:)``.
    public func operatorKey() throws(KeyDirectoryError) -> TokenSigningKey { try signingKey(of: .operator) }

    private func signingKey(of signer: TokenSigner) throws(KeyDirectoryError) -> TokenSigningKey {
        let file = try ownFile("secret", of: signer)
        var found = try file.read(isSecret: true)
        if found == nil {
            // The first link(2) wins; the other process reads the winner's key.
            try file.create(TokenSigningKey().text)
            found = try file.read(isSecret: true)
        }
        guard let found, let key = TokenSigningKey(text: found) else {
            throw KeyDirectoryError(.notAKey, file.path)
        }
        try Self.prepare(publicKeys(of: signer))
        let published = KeyFile(path: publicFile(of: signer))
        if try published.read(isSecret: false) != key.publicKey.text { try published.replace(key.publicKey.text) }
        return key
    }

    /// Returns the key with the id `id` (`k4.pid.…`); nil when no signer of the house has published it.
    ///
    /// An unknown id makes it read the files again if the directory has changed. A service that started later is
    /// therefore known at once, and a stranger's token costs one look at a timestamp.
    public func key(id: String) -> TrustedKey? { lookUp(id).key }

    /// Returns the key as ``key(id:)``, with the generation of the set of keys that it belongs to.
    func lookUp(_ id: String) -> (key: TrustedKey?, generation: Int) {
        known.withLock { known in
            if known.keys[id] == nil { readAgain(&known) }
            return (known.keys[id], generation.load(ordering: .relaxed))
        }
    }

    /// Returns a number that is incremented when the set of keys changes. The files were examined at most
    /// ``longestAge`` ago.
    ///
    /// - Parameter now: The time by the caller's clock. A clock that was set back causes another look, too.
    func generation(at now: Instant) -> Int {
        let (now, last) = (now.microseconds, lookedAt.load(ordering: .relaxed))
        if now < last || now - last >= Self.longestAgeInMicroseconds {
            lookedAt.store(now, ordering: .relaxed)
            known.withLock { readAgain(&$0) }
        }
        return generation.load(ordering: .acquiring)
    }

    /// The number of times that the files were read, for tests of the cost of a look.
    var readCount: Int { known.withLock { $0.readCount } }

    /// Returns all keys, those of auth first.
    public func keys() -> [TrustedKey] {
        known.withLock { known in
            readAgain(&known)
            return signers.flatMap { signer in known.keys.values.filter { $0.owner == signer } }
        }
    }

    private func readAgain(_ known: inout Known) {
        let marks = ([publicKeys] + signers.map(publicFile)).map(FileMark.init(path:))
        let newest = marks.compactMap { $0?.changedAt }.max()
        let isSettled = newest.map { WallClock.system.now() - $0 > Self.unsettledTime } ?? false
        if isSettled, marks == known.marks { return }
        known.readCount += 1
        known.marks = marks
        var keys: [String: TrustedKey] = [:]
        for signer in signers {
            // A file that cannot be read leaves out one signer, whose tokens are then refused. The others keep working.
            do {
                let text = try KeyFile(path: publicFile(of: signer)).read(isSecret: false)
                guard let key = text.flatMap(TokenKey.init(text:)) else { continue }
                keys[key.id] = TrustedKey(owner: signer, key: key)
            } catch {
                // The marks may not change when the file becomes readable again.
                known.marks = nil
            }
        }
        guard keys != known.keys else { return }
        noteChange(
            keys.values.filter { known.keys[$0.key.id] != $0 }, known.keys.values.filter { keys[$0.key.id] != $0 })
        known.keys = keys
        generation.add(1, ordering: .releasing)
    }

    /// Returns a file of a signer's own, in a directory that is created if it is missing.
    func ownFile(_ ending: String, of signer: TokenSigner) throws(KeyDirectoryError) -> KeyFile {
        let directory = "\(dataDirectory)/\(signer.name)"
        try Self.prepare(directory)
        return KeyFile(path: "\(directory)/\(signer.name).\(ending)")
    }

    private var publicKeys: String { dataDirectory + "/keys" }

    private func publicKeys(of signer: TokenSigner) -> String { "\(publicKeys)/\(signer.name)" }

    private func publicFile(of signer: TokenSigner) -> String { "\(publicKeys(of: signer))/\(signer.name).public" }

    private static func prepare(_ path: String) throws(KeyDirectoryError) {
        if mkdir(path, 0o700) != 0, errno != EEXIST, access(path, F_OK) != 0 {
            throw KeyDirectoryError(.cannotMake, path, errno: errno)
        }
        try requirePrivate(path)
    }

    private static func requirePrivate(_ path: String) throws(KeyDirectoryError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw KeyDirectoryError(.cannotRead, path, errno: errno) }
        guard status.st_mode & S_IFMT == S_IFDIR, status.st_mode & 0o022 == 0, status.st_uid == geteuid() else {
            throw KeyDirectoryError(.notPrivate, path)
        }
    }
}
