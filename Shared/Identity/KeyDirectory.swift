import Domain
import Glibc
import Synchronization

/// The keys of the house: `<data>/<service>/<service>.secret` (mode 0600), which is nobody's but the service's, and
/// `<data>/keys/<service>/<service>.public`, which all others read; and the same of the operator. A service may write to the
/// directory of its own public key alone, so that none can put its key in another's place.
///
/// Files, and not an answer of auth's over the socket: what all trust begins with must not come from a channel that
/// nobody has proved yet, and files are there while auth is down or restarts. `auth.keys` serves those outside.
///
/// Only names of ``TokenSigner`` are read, and a key is trusted for the one name that its file has. To change a key,
/// delete its secret file and restart the service; to trust one no more, delete its public file. Either counts within
/// ``longestAge`` at every service, whatever tokens it is shown, and those who held tokens of the old key refresh.
public final class KeyDirectory: Sendable {
    /// A key and whose it is.
    public struct TrustedKey: Hashable, Sendable {
        /// Who signs with it.
        public let owner: TokenSigner
        /// The key.
        public let key: TokenKey
    }

    /// How old what is known of the files may be when a token is checked.
    public static let longestAge = Duration.seconds(1)
    private static let longestAgeInMicroseconds = longestAge.wholeMicroseconds
    /// For so long after a change the files are read whenever they are looked at: the kernel's time stamps are coarse, and
    /// another change may bear the same one.
    private static let unsettledTime = Duration.seconds(1)

    private struct Known {
        var keys: [String: TrustedKey] = [:]
        /// What the files looked like when all of them could be read; nil to have them read again.
        var marks: [FileMark?]?
        var readCount = 0
    }

    private let dataDirectory: String
    private let noteChange: @Sendable (_ added: [TrustedKey], _ removed: [TrustedKey]) -> Void
    private let known = Mutex(Known())
    /// Counts up whenever the set of keys changes. Written under the lock, read without.
    private let generation = Atomic<Int>(0)
    /// When somebody looked last, in microseconds of that caller's clock. Read on the path of every request, so no lock.
    private let lookedAt = Atomic<Int64>(0)

    /// The keys in `<data>/keys`, to which nobody else may write; it is made when it is not there (mode 0700).
    ///
    /// - Parameter noteChange: Told which keys count from now on, at the first look too, and which do no more; from any thread,
    ///   and not to call back.
    /// - Throws: ``KeyDirectoryError`` when it cannot be made or belongs to others.
    public init(
        dataDirectory: String,
        noteChange: @escaping @Sendable (_ added: [TrustedKey], _ removed: [TrustedKey]) -> Void = { _, _ in }
    ) throws(KeyDirectoryError) {
        self.dataDirectory = dataDirectory
        self.noteChange = noteChange
        try Self.prepare(publicKeys)
        for signer in TokenSigner.allCases where access(publicKeys(of: signer), F_OK) == 0 {
            try Self.requirePrivate(publicKeys(of: signer))
        }
    }

    /// The key of `service`, made and published at the first call; two processes that call it at once get the same key.
    ///
    /// - Throws: ``KeyDirectoryError`` for files that cannot be read or written, that hold no key, or that others can read.
    public func signingKey(of service: HouseService) throws(KeyDirectoryError) -> TokenSigningKey {
        try signingKey(of: .service(service))
    }

    /// The key of the operator, made and published at the first call, as that of a service.
    ///
    /// - Throws: As ``signingKey(of:)``.
    public func operatorKey() throws(KeyDirectoryError) -> TokenSigningKey { try signingKey(of: .operator) }

    private func signingKey(of signer: TokenSigner) throws(KeyDirectoryError) -> TokenSigningKey {
        let file = try ownFile("secret", of: signer)
        var found = try file.read(isSecret: true)
        if found == nil {
            // Whoever links first wins; the other reads the winner's.
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

    /// The key by the name `id` (`k4.pid.…`); nil when nobody of the house has published it.
    ///
    /// An id not seen before makes it read the files again if the directory has changed, so that a service that started
    /// later is known at once and a stranger's tokens cost one look at a time stamp.
    public func key(id: String) -> TrustedKey? { lookUp(id).key }

    /// As ``key(id:)``, with the generation of the set of keys that it is from.
    func lookUp(_ id: String) -> (key: TrustedKey?, generation: Int) {
        known.withLock { known in
            if known.keys[id] == nil { readAgain(&known) }
            return (known.keys[id], generation.load(ordering: .relaxed))
        }
    }

    /// A number that counts up whenever the set of keys changes, from a look at the files that is at most
    /// ``longestAge`` old.
    ///
    /// - Parameter now: By the caller's clock. Where it was set back the files are looked at, too.
    func generation(at now: Instant) -> Int {
        let (now, last) = (now.microseconds, lookedAt.load(ordering: .relaxed))
        if now < last || now - last >= Self.longestAgeInMicroseconds {
            lookedAt.store(now, ordering: .relaxed)
            known.withLock { readAgain(&$0) }
        }
        return generation.load(ordering: .acquiring)
    }

    /// How often the files were read, for tests of what a look costs.
    var readCount: Int { known.withLock { $0.readCount } }

    /// All keys, those of auth first.
    public func keys() -> [TrustedKey] {
        known.withLock { known in
            readAgain(&known)
            return TokenSigner.allCases.flatMap { signer in known.keys.values.filter { $0.owner == signer } }
        }
    }

    private func readAgain(_ known: inout Known) {
        let marks = ([publicKeys] + TokenSigner.allCases.map(publicFile)).map(FileMark.init(path:))
        let newest = marks.compactMap { $0?.changedAt }.max()
        let isSettled = newest.map { WallClock.system.now() - $0 > Self.unsettledTime } ?? false
        if isSettled, marks == known.marks { return }
        known.readCount += 1
        known.marks = marks
        var keys: [String: TrustedKey] = [:]
        for signer in TokenSigner.allCases {
            // A file that cannot be read now leaves out one signer, whose tokens are then refused; the rest go on.
            do {
                let text = try KeyFile(path: publicFile(of: signer)).read(isSecret: false)
                guard let key = text.flatMap(TokenKey.init(text:)) else { continue }
                keys[key.id] = TrustedKey(owner: signer, key: key)
            } catch {
                // The marks may stay as they are when it can be read again.
                known.marks = nil
            }
        }
        guard keys != known.keys else { return }
        noteChange(
            keys.values.filter { known.keys[$0.key.id] != $0 }, known.keys.values.filter { keys[$0.key.id] != $0 })
        known.keys = keys
        generation.add(1, ordering: .releasing)
    }

    /// A file of a signer's own, in a directory that is made where there is none.
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
