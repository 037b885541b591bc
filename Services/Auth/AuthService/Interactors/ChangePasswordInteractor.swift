import Coordination
import Domain
import Signals

/// Changes the caller's password and ends all other sessions.
struct ChangePasswordInteractor: Interactor {
    struct Request: Sendable {
        let current: String
        let new: String
    }

    let store: any AuthStore
    let hasher: any PasswordHashing
    let sessions: SessionMaker
    let gate: PasswordGate
    let policy: PasswordPolicy

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `emptyField`, `tooManyAttempts`,
    ///   `invalidCredentials`, `invalidArgument` (too long), `weakPassword`, `conflict` (changed by somebody else meanwhile).
    func execute(_ request: Request, context: SignalContext) async throws {
        let caller = try context.caller.requireUser()
        guard !request.current.isEmpty else { throw Fault.emptyField("current") }
        guard !request.new.isEmpty else { throw Fault.emptyField("new") }
        let user = try await gate.checkAgain(request.current, field: "current", context: context)
        try policy.check(request.new, field: "new", knownNames: user.knownNames)
        let newHash = try await hasher.hash(request.new, for: .known)
        let now = sessions.clock.now()
        let ended = try await store.write(deadline: context.deadline) { transaction -> [AuthSession] in
            guard try transaction.user(id: user.id)?.passwordHash == user.passwordHash else {
                throw Fault(.conflict, "The password was changed meanwhile; sign in again.")
            }
            try transaction.setPasswordHash(newHash, of: user.id)
            try AttemptCounters.again(caller).forget(in: transaction)
            try transaction.record(.passwordChanged(userID: user.id), at: now)
            return try sessions.endAll(of: user.id, but: caller.sessionID, at: now, in: transaction)
        }
        sessions.revoke(ended)
    }
}
