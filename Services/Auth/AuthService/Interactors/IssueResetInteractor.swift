import Coordination
import Domain

/// Makes a code that resets a password. Who may ask is the door's affair: the one who runs the house.
struct IssueResetInteractor: Interactor {
    struct Request: Sendable {
        let login: String
    }

    /// A code as it is handed on, once.
    struct Issued: Sendable {
        let code: RecoveryCode
        let expiresAt: Instant
    }

    let store: any AuthStore
    let clock: WallClock

    /// - Throws: ``Fault``, first match wins: `emptyField`, `notFound`.
    func execute(_ request: Request, context: SignalContext) async throws -> Issued {
        guard !request.login.allSatisfy(\.isWhitespace) else { throw Fault.emptyField("login") }
        let code = RecoveryCode.random()
        let now = clock.now()
        let expiresAt = now + PasswordReset.life
        try await store.write(deadline: context.deadline) { transaction in
            guard let user = try transaction.user(login: request.login) else {
                throw Fault(.notFound, "Nobody signs in by this name.", field: "login")
            }
            context.note?.concerns(user.id)
            try transaction.save(PasswordReset(userID: user.id, digest: code.digest, expiresAt: expiresAt))
            try transaction.record(.resetIssued(userID: user.id, expiresAt: expiresAt), at: now)
        }
        return Issued(code: code, expiresAt: expiresAt)
    }
}
