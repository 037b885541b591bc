import Coordination
import GatewayWords
import Glibc
import Hosting
import Signals
import StrictJSON

/// The file of a session: `$XDG_STATE_HOME/kopilka/session.json`, mode 0600 in a directory of mode 0700.
package struct SessionFile: SessionPlace {
    private static let maximumBytes = 65_536

    let directory: AbsolutePath
    private let path: String
    /// The file of the newest runs, in the same directory.
    let tracePath: String

    /// Creates the session file of a profile.
    ///
    /// - Parameter profile: The profile, as in `session-anna.json`; nil for the default one.
    /// - Throws: ``UsageError`` for a profile that is not a plain word.
    package init(directory: AbsolutePath, profile: String?) throws(UsageError) {
        self.directory = directory
        guard let profile else {
            (path, tracePath) = ("\(directory)/session.json", "\(directory)/trace.json")
            return
        }
        let isPlain = (1...64).contains(profile.utf8.count) && profile.utf8.allSatisfy(Self.isPlain)
        guard isPlain else {
            throw UsageError(
                Text(
                    "A profile is named with letters, digits, hyphens and underscores, at most 64.",
                    "Имя профиля — буквы, цифры, дефисы и подчёркивания, не больше 64."), field: "profile")
        }
        path = "\(directory)/session-\(profile).json"
        tracePath = "\(directory)/trace-\(profile).json"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Loads the session; nil without one.
    ///
    /// - Throws: ``Fault`` `unauthenticated` for a file that others may read, or that is not a session file.
    package func load() throws(Fault) -> StoredSession? {
        var information = stat()
        guard stat(path, &information) == 0 else { return nil }
        guard information.st_uid == geteuid(), information.st_mode & 0o077 == 0 else {
            throw .unauthenticated(
                """
                \(Text(
                "The session in \(path) is open to others; remove the file and sign in again.",
                "Сеанс в \(path) открыт другим; удалите файл и войдите снова."))
                """
            )
        }
        do {
            guard let bytes = try readFile(path, limit: Self.maximumBytes) else {
                throw Fault.unauthenticated("\(Text("The file \(path) is not a session.", "Файл \(path) — не сеанс."))")
            }
            return try JSONDocument.read(StoredSession.self, from: bytes)
        } catch let error as HostingError where error.systemError == ENOENT {
            return nil
        } catch {
            throw .unauthenticated(
                """
                \(Text(
                "The session in \(path) cannot be read; sign in again.",
                "Сеанс в \(path) не прочитать; войдите снова."))
                """
            )
        }
    }

    package func begin(_ session: StoredSession) throws(Fault) { try save(session) }

    /// Replaces the session atomically: a reader sees the old or the new one.
    ///
    /// - Throws: ``Fault`` `storageUnavailable`.
    package func save(_ session: StoredSession) throws(Fault) {
        do {
            try PrivateDirectory.prepare(directory)
            try replaceFile(path, with: try JSONEncoding.encode(session))
        } catch {
            throw Fault(
                .storageUnavailable, "\(Text("The session cannot be kept: \(error).", "Сеанс не сохранить: \(error)."))"
            )
        }
    }

    package func remove() { unlink(path) }

    /// Runs `body` while no other gateway refreshes the same session.
    ///
    /// - Throws: ``Fault`` `unavailable` when another one holds the lock for longer than `patience`.
    package func locked<Result>(patience: Duration, _ body: () async throws -> Result) async throws -> Result {
        let deadline = ContinuousClock.now + patience
        do { try PrivateDirectory.prepare(directory) } catch {
            throw Fault(
                .storageUnavailable, "\(Text("The session cannot be kept: \(error).", "Сеанс не сохранить: \(error)."))"
            )
        }
        while true {
            if let lock = try FileLock.tryAcquire(path + ".lock") {
                let result = try await body()
                // Keeps the lock until here: the compiler sees no further use of it.
                withExtendedLifetime(lock) {}
                return result
            }
            guard ContinuousClock.now < deadline else {
                throw Fault(
                    .unavailable,
                    """
                    \(Text(
                    "Another gateway is refreshing this session and does not finish.",
                    "Другой шлюз обновляет этот сеанс и не заканчивает."))
                    """
                )
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    package func deviceCookie(of login: String) -> String? { DeviceFile(directory: directory).cookie(of: login) }

    package func keepDeviceCookie(of signedIn: AuthSignal.SignedIn) { DeviceFile(directory: directory).keep(signedIn) }
}
