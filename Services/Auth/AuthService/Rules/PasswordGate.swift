import Coordination
import Domain
import Signals

/// Checks a password and reveals only whether it is right: all failures have the same text and take the same time.
///
/// For an unknown login the password is checked against the hash of a password that nobody knows. After too many
/// failures by one login, known or not, the caller has to wait (``AttemptCounters``). During the wait nothing is
/// checked and the answer is quick. That reveals only how often the login was tried, which is no secret, and saves the
/// hashing.
struct PasswordGate: Sendable {
    let store: any AuthStore
    let hasher: any PasswordHashing
    let clock: WallClock
    /// The clock for deadlines, which callers set by the machine's clock.
    let machineClock = WallClock.system
    let turns: AttemptTurns
    /// The hash of a password that nobody knows.
    let nobodysHash: String

    /// Returns the user found by `find` if `password` is theirs.
    ///
    /// Success does not reset `counters`: the caller does that in the transaction that follows.
    /// - Throws: ``Fault`` `tooManyAttempts`, `invalidCredentials`, `deadlineExceeded`, `overloaded`.
    func check(
        _ password: String, countedBy counters: AttemptCounters, context: SignalContext,
        _ find: @escaping @Sendable (any AuthReading) throws -> User?
    ) async throws -> User {
        try await turns.take(counters.keys) {
            let now = clock.now()
            let (user, wait) = try await store.read { (try find($0), try counters.wait(at: now, in: $0)) }
            if let user { context.note?.concerns(user.id) }
            if let wait { throw Fault.waiting(.tooManyFailedSignIns, wait) }
            // No slow hash for an answer that nobody waits for any more.
            if let deadline = context.deadline, machineClock.now() >= deadline {
                throw Fault(.deadlineExceeded, .passwordNotCheckedInTime)
            }
            let isRight = try await hasher.verify(
                password, against: user?.passwordHash ?? nobodysHash, for: counters.isOfKnown ? .known : .stranger)
            if let user, isRight { return user }
            let failedAt = clock.now()
            try await store.write(deadline: nil) { transaction in
                try counters.countFailure(of: user?.id, at: failedAt, in: transaction)
            }
            throw Self.invalidCredentials
        }
    }

    /// Returns the signed-in user if `password` is theirs. For actions that need more than a session.
    ///
    /// Failures are counted by the session. Success does not reset them, as in ``check(_:countedBy:context:_:)``.
    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service), `emptyField`, `tooManyAttempts`,
    ///   `invalidCredentials`.
    func checkAgain(_ password: String, field: String = "password", context: SignalContext) async throws -> User {
        let caller = try context.caller.requireUser()
        guard !password.isEmpty else { throw Fault.emptyField(field) }
        do {
            return try await check(password, countedBy: .again(caller), context: context) {
                try $0.user(id: caller.userID)
            }
        } catch let fault as Fault where fault.code == .invalidCredentials {
            // No login was typed, and the user is known.
            throw Fault(.invalidCredentials, .passwordWrong, field: field)
        }
    }

    static let invalidCredentials = Fault(.invalidCredentials, .loginOrPasswordWrong)
}
