import Coordination
import Domain
import Signals

/// Creates a code that resets a password. The listener admits only the operator.
struct IssueReset: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault``, first match wins: `emptyField`, `notFound`.
    func answer(_ signal: AuthSignal.IssueReset, context: SignalContext) async throws -> AuthSignal.ResetCode {
        try Fault.requireFilled(signal.login, "login")
        let code = RecoveryCode.random()
        let now = dependencies.clock.now()
        let expiresAt = now + PasswordReset.life
        try await dependencies.store.write(deadline: context.deadline) { transaction in
            guard let user = try transaction.user(login: signal.login) else {
                throw Fault(.notFound, .nobodyByName, field: "login")
            }
            context.note?.concerns(user.id)
            try transaction.save(PasswordReset(userID: user.id, digest: code.digest, expiresAt: expiresAt))
            try transaction.record(.resetIssued(userID: user.id, expiresAt: expiresAt), at: now)
        }
        return AuthSignal.ResetCode(resetCode: code.text, expiresAt: expiresAt)
    }
}
