import Coordination
import Domain
import Signals
import Sodium

/// Sets a new password for somebody who proves by a code to be the user who forgot the old one.
///
/// Nobody learns who has an account or a code: the new password is judged and hashed before anybody looks, and every failure has
/// one text, one write and one count, by the login as it was typed. After too many failures only the right code does not
/// have to wait: it has 80 bits, which nobody guesses, and the wait spares the machine the hashing for all others. So
/// nobody who fails on purpose keeps the owner from resetting.
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
        let counters = AttemptCounters.reset(of: request.login, from: context.peer)
        let ended = try await turns.take(counters.keys) {
            let askedAt = sessions.clock.now()
            let (wait, hasRightCode) = try await store.read { reading -> (Duration?, Bool) in
                (try counters.wait(at: askedAt, in: reading), try isRight(request, at: askedAt, in: reading))
            }
            if let wait, !hasRightCode { throw Fault.tooManyCodes(wait) }
            let newHash = try await hasher.hash(request.new, for: .stranger)
            let now = sessions.clock.now()
            let outcome = try await store.write(deadline: context.deadline) { transaction -> Outcome in
                let found = try transaction.user(login: request.login)
                if let found { context.note?.concerns(found.id) }
                guard let user = found, try isProved(request, user, at: now, in: transaction) else {
                    try counters.countFailure(of: found?.id, at: now, in: transaction)
                    return .refused
                }
                try policy.check(request.new, field: "new", knownNames: user.knownNames)
                try transaction.setPasswordHash(newHash, of: user.id)
                try transaction.removePasswordReset(of: user.id)
                try counters.forget(in: transaction)
                for key in LoginKey.all(of: user, sessions: try transaction.sessions(of: user.id)) {
                    try transaction.setAttempts(.none, by: key)
                }
                let means = request.recoveryCode == nil ? PasswordResetMeans.resetCode : .recoveryCode
                try transaction.record(.passwordReset(userID: user.id, by: means), at: now)
                return .reset(ended: try sessions.endAll(of: user.id, but: nil, at: now, in: transaction))
            }
            guard case .reset(let ended) = outcome else { throw Self.refused }
            return ended
        }
        sessions.revoke(ended)
    }

    /// Whether the code is the user's, which stays as it is.
    private func isRight(_ request: Request, at now: Instant, in reading: any AuthReading) throws -> Bool {
        guard let user = try reading.user(login: request.login),
            let code = (request.recoveryCode ?? request.resetCode).flatMap({ RecoveryCode($0) })
        else { return false }
        if request.recoveryCode != nil {
            return try reading.recoveryCodeDigests(of: user.id).contains { ConstantTime.equals($0, code.digest) }
        }
        return try reading.passwordReset(of: user.id).map {
            now < $0.expiresAt && ConstantTime.equals($0.digest, code.digest)
        } ?? false
    }

    /// Whether the code is the user's; if so it is used up.
    private func isProved(
        _ request: Request, _ user: User, at now: Instant, in transaction: any AuthTransaction
    ) throws -> Bool {
        guard let code = (request.recoveryCode ?? request.resetCode).flatMap({ RecoveryCode($0) }) else { return false }
        guard request.recoveryCode != nil else { return try isRight(request, at: now, in: transaction) }
        guard try transaction.useRecoveryCode(code.digest, of: user.id) else { return false }
        let left = try transaction.recoveryCodeDigests(of: user.id).count
        try transaction.record(.recoveryCodeUsed(userID: user.id, left: left), at: now)
        return true
    }

    static let refused = Fault(
        .invalidCredentials, "The login or the code is wrong, or the code was used or is too old; check both.")
}
