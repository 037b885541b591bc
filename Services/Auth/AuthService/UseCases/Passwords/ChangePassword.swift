import Coordination
import Domain
import Signals

/// Changes the caller's password and ends all other sessions.
struct ChangePassword: UseCase {
    /// Stored without its passwords, see ``AuthDependencies/answerBefore(to:settingPassword:context:)``.
    private static let kept = AuthSignal.ChangePassword(current: "", new: "")

    let dependencies: AuthDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `emptyField`,
    ///   `tooManyAttempts`, `invalidCredentials`, `invalidArgument` (too long), `weakPassword`, `conflict` (changed
    ///   concurrently, or the key was used for another password).
    func answer(_ signal: AuthSignal.ChangePassword, context: SignalContext) async throws -> AuthSignal.Done {
        let caller = try context.caller.requireUser()
        guard !signal.current.isEmpty else { throw Fault.emptyField("current") }
        guard !signal.new.isEmpty else { throw Fault.emptyField("new") }
        let user = try await dependencies.gate.checkAgain(signal.current, field: "current", context: context)
        try dependencies.policy.check(signal.new, field: "new", knownNames: user.knownNames)
        let newHash = try await dependencies.hasher.hash(signal.new, for: .known)
        let (sessions, now) = (dependencies.sessions, dependencies.clock.now())
        let ended = EndedSessions()
        let answer = try await dependencies.store.once(Self.kept, by: user.id, context: context) { transaction in
            guard try transaction.user(id: user.id)?.passwordHash == user.passwordHash else {
                throw Fault(.conflict, .passwordChanged)
            }
            try transaction.setPasswordHash(newHash, of: user.id)
            try AttemptCounters.again(caller).forget(in: transaction)
            try transaction.record(.passwordChanged(userID: user.id), at: now)
            try sessions.endAll(of: user.id, but: caller.sessionID, at: now, in: transaction, noting: ended)
            return AuthSignal.Done(done: true)
        }
        sessions.revoke(ended)
        return answer
    }

    func answerBefore(_ signal: AuthSignal.ChangePassword, context: SignalContext) async throws -> AuthSignal.Done? {
        try await dependencies.answerBefore(to: Self.kept, settingPassword: signal.new, context: context)
    }
}
