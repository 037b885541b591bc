import Coordination
import Domain

/// Where auth keeps people, sessions and failed attempts.
protocol AuthStore: ModelStore where Reading == any AuthReading, Writing == any AuthTransaction {
    /// Does what a signal asks for, once for each idempotency key of the caller, as `once`; but what `body` refuses is
    /// written too, the failure that has to be counted for instance. It is answered and not kept.
    func onceOrRefused<S: Signal>(
        _ signal: S, by caller: String, context: SignalContext,
        _ body: @escaping @Sendable (any AuthTransaction) throws -> Result<S.Answer, Fault>
    ) async throws -> S.Answer
}

/// What can be asked.
protocol AuthReading: TelegramReading {
    func user(id: String) throws -> User?
    func user(email: EmailAddress) throws -> User?
    func user(username: Username) throws -> User?
    func session(id: String) throws -> AuthSession?
    /// All sessions of a user that have not been forgotten, the newest first.
    func sessions(of userID: String) throws -> [AuthSession]
    /// Sessions that were ended though a token of theirs does not expire before `now`.
    func endedSessions(withTokensAt now: Instant) throws -> [AuthSession]
    func attempts(by key: LoginKey) throws -> FailedAttempts
    func registration(keyDigest: [UInt8]) throws -> Registration?
    /// The user's secret of one-time codes, confirmed or not.
    func totp(of userID: String) throws -> TOTPFactor?
    /// The hashes of the recovery codes that have not been used.
    func recoveryCodeDigests(of userID: String) throws -> [[UInt8]]
    func passwordReset(of userID: String) throws -> PasswordReset?
    /// Sessions of users who are gone, of which a token does not expire before `now`.
    func departedSessions(withTokensAt now: Instant) throws -> [DepartedSession]
}

/// What can be done.
protocol AuthTransaction: AuthReading, TelegramWriting {
    func add(_ user: User) throws
    func setPasswordHash(_ hash: String, of userID: String) throws
    /// Gives a user an address that nobody has.
    func setEmail(_ email: EmailAddress, of userID: String) throws
    /// Gives a user a user name that nobody has.
    func setUsername(_ username: Username, of userID: String) throws
    func setZone(_ zone: UserZone, of userID: String) throws
    /// Keeps a session, new or changed.
    func save(_ session: AuthSession) throws
    func forgetSession(id: String) throws
    func setAttempts(_ attempts: FailedAttempts, by key: LoginKey) throws
    func add(_ registration: Registration) throws
    /// Keeps a secret of one-time codes, new or changed.
    func save(_ factor: TOTPFactor) throws
    func removeTOTP(of userID: String) throws
    /// Keeps these recovery codes in place of those there were.
    func setRecoveryCodes(_ digests: [[UInt8]], of userID: String) throws
    /// Uses a recovery code up; false when there is no such code.
    func useRecoveryCode(_ digest: [UInt8], of userID: String) throws -> Bool
    /// Keeps a reset in place of the one there was.
    func save(_ reset: PasswordReset) throws
    func removePasswordReset(of userID: String) throws
    /// Forgets a user and all that is theirs, what their keys were answered too; of events what tells of a person.
    func erase(_ user: User, at now: Instant) throws
    /// Writes down for others what happened.
    func record(_ fact: AuthFact, at time: Instant) throws
}

extension AuthReading {
    /// The user whom a login means: an email when it has an @, else a user name.
    func user(login: String) throws -> User? {
        let normalised = LoginKey.normalised(login)
        if let email = EmailAddress(normalised) { return try user(email: email) }
        if let username = Username(normalised) { return try user(username: username) }
        return nil
    }
}
