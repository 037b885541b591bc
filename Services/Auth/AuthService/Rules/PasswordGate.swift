import Coordination
import Domain
import Signals

/// Checks a password so that nobody learns more than yes or no: one text and one duration for every way to fail.
///
/// Who is unknown costs a check against a hash that nobody's password has; who fails too often by one login, known or
/// not, has to wait (``AttemptCounters``). Within the wait nothing is checked, and the answer is quick: that tells how
/// often the login was tried, which is no secret, and spares the machine.
struct PasswordGate: Sendable {
    let store: any AuthStore
    let hasher: any PasswordHashing
    let clock: WallClock
    /// What deadlines are compared with, which callers set by the machine's clock.
    let machineClock = WallClock.system
    let turns: AttemptTurns
    /// The hash of a password that nobody knows.
    let nobodysHash: String

    /// The user whom `find` finds, if `password` is that user's.
    ///
    /// The failures by `counters` are not forgotten by this: the caller does that in the transaction that follows.
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
            // A slow hash is not spent on an answer that nobody waits for.
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

    /// The signed-in user, if `password` is theirs: for what a session alone must not do.
    ///
    /// The failures are not forgotten by this, as with ``check(_:countedBy:context:_:)``; they are counted by the
    /// session.
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
            // Nobody typed a login, and whose password it should be is known.
            throw Fault(.invalidCredentials, .passwordWrong, field: field)
        }
    }

    static let invalidCredentials = Fault(.invalidCredentials, .loginOrPasswordWrong)
}
