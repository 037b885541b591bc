import Coordination
import Domain
import Reasons
import Signals
import Sodium

/// Sets a new password for a user who forgot the old one and proves by a code to own the account.
///
/// The answer does not reveal which logins have an account or a code: the new password is checked before the lookup and
/// hashed whether or not the code is right, and every failure has the same text, one write and one count by the typed
/// login. After too many failures only the right code skips the wait: it has 140 bits, which nobody guesses, and the
/// wait saves the hashing for all other callers. So deliberate failures cannot keep the owner from resetting. No answer
/// is stored for a key: the caller is not identified yet, and the lookup of a stored answer would take longer for
/// logins that have an account.
struct ResetPassword: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault``, first match wins: `emptyField`, `invalidArgument`, `weakPassword`, `tooManyAttempts`,
    ///   `invalidCredentials`.
    func answer(_ signal: AuthSignal.ResetPassword, context: SignalContext) async throws -> AuthSignal.Done {
        try Fault.requireFilled(signal.login, "login")
        try Fault.requireFilled(signal.recoveryCode, "recoveryCode")
        try Fault.requireFilled(signal.resetCode, "resetCode")
        guard !signal.new.isEmpty else { throw Fault.emptyField("new") }
        guard (signal.recoveryCode == nil) != (signal.resetCode == nil) else {
            throw Fault.invalidArgument("recoveryCode", .mustBeGivenOnce, ["other": "resetCode"])
        }
        try dependencies.policy.check(signal.new, field: "new", knownNames: [LoginKey.normalised(signal.login)])
        let counters = AttemptCounters.reset(of: signal.login, from: context.peer)
        let ended = EndedSessions()
        try await dependencies.gate.turns.take(counters.keys) {
            let askedAt = dependencies.clock.now()
            let (wait, hasRightCode) = try await dependencies.store.read { reading in
                (try counters.wait(at: askedAt, in: reading), try Self.isRight(signal, at: askedAt, in: reading))
            }
            if let wait, !hasRightCode { throw Fault.waiting(.tooManyWrongCodes, wait) }
            let newHash = try await dependencies.hasher.hash(signal.new, for: .stranger)
            // A refusal is returned, not thrown, because the failure has to be counted.
            let isReset = try await dependencies.store.write(deadline: context.deadline) { transaction in
                try reset(signal, to: newHash, counters, context, in: transaction, noting: ended)
            }
            guard isReset else { throw Self.refused }
        }
        dependencies.sessions.revoke(ended)
        return AuthSignal.Done(done: true)
    }

    /// - Returns: True when the login and the code were right.
    private func reset(
        _ signal: AuthSignal.ResetPassword, to newHash: String, _ counters: AttemptCounters, _ context: SignalContext,
        in transaction: any AuthTransaction, noting ended: EndedSessions
    ) throws -> Bool {
        let now = dependencies.clock.now()
        let found = try transaction.user(login: signal.login)
        if let found { context.note?.concerns(found.id) }
        guard let user = found, try Self.isProved(signal, user, at: now, in: transaction) else {
            try counters.countFailure(of: found?.id, at: now, in: transaction)
            return false
        }
        try dependencies.policy.check(signal.new, field: "new", knownNames: user.knownNames)
        try transaction.setPasswordHash(newHash, of: user.id)
        try transaction.removePasswordReset(of: user.id)
        try counters.forget(in: transaction)
        for key in LoginKey.all(of: user, sessions: try transaction.sessions(of: user.id)) {
            try transaction.setAttempts(.none, by: key)
        }
        let means = signal.recoveryCode == nil ? AuthEvent.ResetMeans.resetCode : .recoveryCode
        try transaction.record(.passwordReset(userID: user.id, by: means), at: now)
        try dependencies.sessions.endAll(of: user.id, but: nil, at: now, in: transaction, noting: ended)
        return true
    }

    /// True when the code is the user's. Does not use it up.
    private static func isRight(
        _ signal: AuthSignal.ResetPassword, at now: Instant, in reading: any AuthReading
    ) throws -> Bool {
        guard let user = try reading.user(login: signal.login),
            let code = (signal.recoveryCode ?? signal.resetCode).flatMap({ RecoveryCode($0) })
        else { return false }
        if signal.recoveryCode != nil {
            return try reading.recoveryCodeDigests(of: user.id).contains { ConstantTime.equals($0, code.digest) }
        }
        return try reading.passwordReset(of: user.id).map {
            now < $0.expiresAt && ConstantTime.equals($0.digest, code.digest)
        } ?? false
    }

    /// True when the code is the user's. Uses it up.
    private static func isProved(
        _ signal: AuthSignal.ResetPassword, _ user: User, at now: Instant, in transaction: any AuthTransaction
    ) throws -> Bool {
        guard let code = (signal.recoveryCode ?? signal.resetCode).flatMap({ RecoveryCode($0) }) else { return false }
        guard signal.recoveryCode != nil else { return try isRight(signal, at: now, in: transaction) }
        guard try transaction.useRecoveryCode(code.digest, of: user.id) else { return false }
        let left = try transaction.recoveryCodeDigests(of: user.id).count
        try transaction.record(.recoveryCodeUsed(userID: user.id, left: left), at: now)
        return true
    }

    static let refused = Fault(.invalidCredentials, .loginOrCodeWrong)
}
