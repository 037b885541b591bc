import Coordination
import Domain
import Signals
import Sodium

/// A secret for an authenticator app, as its owner gets it, once.
struct TOTPSetUp: Sendable {
    let user: User
    let secret: SecretBytes
    let expiresAt: Instant

    /// The secret as it is typed into an app.
    var secretText: String { secret.withBytes { Base32Text.encode($0) } }
}

/// Makes a secret for an authenticator app, which counts once it is confirmed. The password is asked again, so that a
/// session left open shuts nobody out of their own account.
struct BeginTOTPInteractor: Interactor {
    struct Request: Sendable {
        let password: String
    }

    let store: any AuthStore
    let gate: PasswordGate
    let vault: FactorVault

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `emptyField`, `tooManyAttempts`,
    ///   `invalidCredentials`, `conflict`.
    func execute(_ request: Request, context: SignalContext) async throws -> TOTPSetUp {
        let caller = try context.caller.requireUser()
        let user = try await gate.checkAgain(request.password, context: context)
        let secret = SecretBytes.random(count: TOTP.secretCount)
        let now = gate.clock.now()
        let factor = TOTPFactor(userID: user.id, sealedSecret: try vault.seal(secret, of: user.id), begunAt: now)
        try await store.write(deadline: context.deadline) { transaction in
            guard try transaction.totp(of: user.id)?.confirmedAt == nil else {
                throw Fault(.conflict, "One-time codes are on already. Turn them off to set them up again.")
            }
            try AttemptCounters.again(caller).forget(in: transaction)
            try transaction.save(factor)
        }
        return TOTPSetUp(user: user, secret: secret, expiresAt: now + TOTPFactor.longestSetUp)
    }
}
