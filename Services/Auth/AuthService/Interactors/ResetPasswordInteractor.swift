import Coordination
import Domain
import Signals
import Sodium

/// Sets a new password for somebody who proves by a code to be the user who forgot the old one.
///
/// Nobody learns who has an account or a code: the new password is judged and hashed before anybody looks, and every failure has
/// one text, one write and one count, by the login as it was typed.
struct ResetPasswordInteractor: Interactor {
    struct Request: Sendable {
        let login: String
        let recoveryCode: String?
        let resetCode: String?
        let new: String
    }

    private enum Outcome: Sendable {
        case reset(ended: [AuthSession])
        case refused
    }

    let store: any AuthStore
    let hasher: any PasswordHashing
    let sessions: SessionMaker
    let turns: AttemptTurns
    let policy: PasswordPolicy

    /// - Throws: ``Fault``, first match wins: `emptyField`, `invalidArgument`, `weakPassword`, `tooManyAttempts`, `invalidCredentials`.
    func execute(_ request: Request, context: SignalContext) async throws {
        guard !request.login.allSatisfy(\.isWhitespace) else { throw Fault.emptyField("login") }
        for (field, code) in [("recoveryCode", request.recoveryCode), ("resetCode", request.resetCode)]
        where code?.allSatisfy(\.isWhitespace) == true { throw Fault.emptyField(field) }
        guard !request.new.isEmpty else { throw Fault.emptyField("new") }
        guard (request.recoveryCode == nil) != (request.resetCode == nil) else {
            throw Fault.invalidArgument("recoveryCode", "or resetCode must be given, and not both")
        }
        try policy.check(request.new, field: "new", knownNames: [LoginKey.normalised(request.login)])
        let key = LoginKey(resetOf: request.login)
        let ended = try await turns.take(key) {
            if let wait = try await store.read({ try $0.attempts(by: key) }).wait(at: sessions.clock.now()) {
                throw Fault.tooManyCodes(wait)
            }
            let newHash = try await hasher.hash(request.new)
            let now = sessions.clock.now()
            let outcome = try await store.write(deadline: context.deadline) { transaction -> Outcome in
                guard let user = try transaction.user(login: request.login),
                    try isProved(request, user, at: now, in: transaction)
                else {
                    try transaction.setAttempts(try transaction.attempts(by: key).failed(at: now), by: key)
                    return .refused
                }
                try policy.check(request.new, field: "new", knownNames: user.knownNames)
                try transaction.setPasswordHash(newHash, of: user.id)
                try transaction.removePasswordReset(of: user.id)
                for key in [key] + LoginKey.all(of: user) { try transaction.setAttempts(.none, by: key) }
                let means = request.recoveryCode == nil ? PasswordResetMeans.resetCode : .recoveryCode
                try transaction.record(.passwordReset(userID: user.id, by: means), at: now)
                return .reset(ended: try sessions.endAll(of: user.id, but: nil, at: now, in: transaction))
            }
            guard case .reset(let ended) = outcome else { throw Self.refused }
            return ended
        }
        sessions.revoke(ended)
    }

    /// Whether the code is the user's; if so it is used up.
    private func isProved(
        _ request: Request, _ user: User, at now: Instant, in transaction: any AuthTransaction
    ) throws -> Bool {
        guard let code = (request.recoveryCode ?? request.resetCode).flatMap({ RecoveryCode($0) }) else { return false }
        if request.recoveryCode != nil {
            guard try transaction.useRecoveryCode(code.digest, of: user.id) else { return false }
            let left = try transaction.recoveryCodeDigests(of: user.id).count
            try transaction.record(.recoveryCodeUsed(userID: user.id, left: left), at: now)
            return true
        }
        guard let reset = try transaction.passwordReset(of: user.id), now < reset.expiresAt else { return false }
        return ConstantTime.equals(reset.digest, code.digest)
    }

    static let refused = Fault(
        .invalidCredentials, "The login or the code is wrong, or the code was used or is too old; check both.")
}
