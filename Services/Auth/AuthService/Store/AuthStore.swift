import Coordination
import Domain

/// The store of users, sessions and failed attempts.
protocol AuthStore: ModelStore where Reading == any AuthReading, Writing == any AuthTransaction {
    /// Performs a signal once for each idempotency key of the caller, as `once`, but also commits when `body` refuses:
    /// a failure has to be counted, for instance. A refusal is answered and not stored.
    func onceOrRefused<S: Signal>(
        _ signal: S, by caller: String, context: SignalContext,
        _ body: @escaping @Sendable (any AuthTransaction) throws -> Result<S.Answer, Fault>
    ) async throws -> S.Answer
}

/// The queries of auth's store.
protocol AuthReading: TelegramReading, PasskeyReading {
    func user(id: String) throws -> User?
    func user(email: EmailAddress) throws -> User?
    func user(username: Username) throws -> User?
    func session(id: String) throws -> AuthSession?
    /// Returns all stored sessions of a user, newest first.
    func sessions(of userID: String) throws -> [AuthSession]
    /// Returns ended sessions with a token that is still valid at `now`.
    func endedSessions(withTokensAt now: Instant) throws -> [AuthSession]
    func attempts(by key: LoginKey) throws -> FailedAttempts
    func registration(keyDigest: [UInt8]) throws -> Registration?
    /// Returns the user's secret of one-time codes, confirmed or not.
    func totp(of userID: String) throws -> TOTPFactor?
    /// Returns the hashes of the unused recovery codes.
    func recoveryCodeDigests(of userID: String) throws -> [[UInt8]]
    func passwordReset(of userID: String) throws -> PasswordReset?
    /// Returns sessions of deleted users with a token that is still valid at `now`.
    func departedSessions(withTokensAt now: Instant) throws -> [DepartedSession]
}

/// The changes of auth's store.
protocol AuthTransaction: AuthReading, TelegramWriting, PasskeyWriting {
    func add(_ user: User) throws
    func setPasswordHash(_ hash: String, of userID: String) throws
    /// Sets the address of a user. It must not be taken.
    func setEmail(_ email: EmailAddress, of userID: String) throws
    /// Sets the user name of a user. It must not be taken.
    func setUsername(_ username: Username, of userID: String) throws
    func setZone(_ zone: UserZone, of userID: String) throws
    /// Upserts a session.
    func save(_ session: AuthSession) throws
    func forgetSession(id: String) throws
    func setAttempts(_ attempts: FailedAttempts, by key: LoginKey) throws
    func add(_ registration: Registration) throws
    /// Upserts a secret of one-time codes.
    func save(_ factor: TOTPFactor) throws
    func removeTOTP(of userID: String) throws
    /// Replaces the recovery codes of a user.
    func setRecoveryCodes(_ digests: [[UInt8]], of userID: String) throws
    /// Uses up a recovery code. Returns false when there is no such code.
    func useRecoveryCode(_ digest: [UInt8], of userID: String) throws -> Bool
    /// Stores a reset in place of the user's previous one.
    func save(_ reset: PasswordReset) throws
    func removePasswordReset(of userID: String) throws
    /// Erases a user with all their data and the stored answers to their keys, and redacts personal data in events.
    func erase(_ user: User, at now: Instant) throws
    /// Records an event.
    func record(_ fact: AuthFact, at time: Instant) throws
}

extension AuthReading {
    /// Returns the user with a login: an email address when it has an @, else a user name.
    func user(login: String) throws -> User? {
        let normalised = LoginKey.normalised(login)
        if let email = EmailAddress(normalised) { return try user(email: email) }
        if let username = Username(normalised) { return try user(username: username) }
        return nil
    }
}
