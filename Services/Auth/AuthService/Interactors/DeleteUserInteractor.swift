import Coordination
import Domain
import Signals

/// Erases a user who asks for it with everything that proves it is them: password, code, and the email typed again.
///
/// A user without a password proves it by a fresh sign-in, so that a session that lies open somewhere erases nobody.
struct DeleteUserInteractor: Interactor {
    struct Request: Sendable {
        let password: String?
        let code: String?
        let name: String
    }

    private enum Outcome: Sendable {
        case deleted(ended: [AuthSession])
        case refused(Fault)
    }

    let store: any AuthStore
    let sessions: SessionMaker
    let gate: PasswordGate
    let codeGate: CodeGate

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `emptyField`, `tooManyAttempts`,
    ///   `invalidCredentials`, `permissionDenied` (no password, and the session is too old), `invalidArgument` (name), `conflict`, `codeRequired`, `wrongCode`.
    func execute(_ request: Request, context: SignalContext) async throws {
        let caller = try context.caller.requireUser()
        if request.password?.isEmpty == true { throw Fault.emptyField("password") }
        if let code = request.code, code.allSatisfy(\.isWhitespace) { throw Fault.emptyField("code") }
        guard !request.name.allSatisfy(\.isWhitespace) else { throw Fault.emptyField("name") }
        let user = try await proved(request, caller, context)
        guard LoginKey.normalised(request.name) == LoginKey.normalised(user.email?.key ?? user.name) else {
            let wanted = user.email == nil ? "your name" : "your email address"
            throw Fault.invalidArgument("name", "must be \(wanted), to show that you mean it")
        }
        let now = sessions.clock.now()
        let outcome = try await store.write(deadline: context.deadline) { transaction -> Outcome in
            guard try transaction.user(id: user.id)?.passwordHash == user.passwordHash else {
                throw Fault(.conflict, "The account was changed meanwhile; sign in again.")
            }
            if let refusal = try codeGate.refusal(of: request.code, of: user.id, at: now, in: transaction) {
                return .refused(refusal)
            }
            let ended = try sessions.endAll(of: user.id, but: nil, at: now, in: transaction)
            try transaction.record(.userDeleted(userID: user.id), at: now)
            try transaction.erase(user, at: now)
            return .deleted(ended: ended)
        }
        switch outcome {
        case .deleted(let ended): sessions.revoke(ended)
        case .refused(let fault): throw fault
        }
    }

    /// The user, who has given the password or, having none, signed in by Telegram a moment ago.
    private func proved(_ request: Request, _ caller: UserSession, _ context: SignalContext) async throws -> User {
        let (user, session) = try await store.read {
            (try $0.user(id: caller.userID), try $0.session(id: caller.sessionID))
        }
        guard let user else { throw Fault.unauthenticated("The account of this session is gone; sign in again.") }
        if user.hasPassword { return try await gate.checkAgain(request.password ?? "", context: context) }
        guard session?.isFresh(at: sessions.clock.now()) == true else {
            throw Fault(
                .permissionDenied,
                "Sign in by Telegram once more and leave within ten minutes: an older session does not do.")
        }
        return user
    }
}
