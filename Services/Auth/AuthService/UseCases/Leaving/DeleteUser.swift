import Coordination
import Domain
import Signals

/// Erases a user who proves the request with the password, a code where codes are on, and the email address typed
/// again, or the name without an address.
///
/// A user without a password proves it by a recent sign-in, so that an unattended session cannot erase the user. No
/// answer is stored: nobody is left to ask for it.
struct DeleteUser: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `emptyField`,
    ///   `tooManyAttempts`, `invalidCredentials`, `permissionDenied` (no password, and the session is too old),
    ///   `invalidArgument` (name), `conflict`, `codeRequired`, `wrongCode`.
    func answer(_ signal: AuthSignal.DeleteUser, context: SignalContext) async throws -> AuthSignal.Done {
        let caller = try context.caller.requireUser()
        if signal.password?.isEmpty == true { throw Fault.emptyField("password") }
        try Fault.requireFilled(signal.code, "code")
        try Fault.requireFilled(signal.name, "name")
        let user = try await proved(signal, caller, context)
        guard LoginKey.normalised(signal.name) == LoginKey.normalised(user.email?.key ?? user.name) else {
            throw Fault.invalidArgument("name", user.email == nil ? .mustBeYourName : .mustBeYourEmail)
        }
        let (sessions, now) = (dependencies.sessions, dependencies.clock.now())
        let ended = EndedSessions()
        // A refusal is returned, not thrown, because the failure has to be counted.
        let refusal = try await dependencies.store.write(deadline: context.deadline) { transaction -> Fault? in
            guard try transaction.user(id: user.id)?.passwordHash == user.passwordHash else {
                throw Fault(.conflict, .accountChanged)
            }
            let refusal = try dependencies.codeGate.refusal(of: signal.code, of: user.id, at: now, in: transaction)
            if let refusal { return refusal }
            try sessions.endAll(of: user.id, but: nil, at: now, in: transaction, noting: ended)
            try transaction.record(.userDeleted(userID: user.id), at: now)
            try transaction.erase(user, at: now)
            return nil
        }
        if let refusal { throw refusal }
        sessions.revoke(ended)
        return AuthSignal.Done(done: true)
    }

    /// Returns the user after the password was checked or, without one, the sign-in by Telegram was recent.
    private func proved(
        _ signal: AuthSignal.DeleteUser, _ caller: UserSession, _ context: SignalContext
    ) async throws -> User {
        let (user, session) = try await dependencies.store.read {
            (try $0.user(id: caller.userID), try $0.session(id: caller.sessionID))
        }
        guard let user else { throw Fault.accountGone }
        if user.hasPassword {
            return try await dependencies.gate.checkAgain(signal.password ?? "", context: context)
        }
        guard session?.isFresh(at: dependencies.clock.now()) == true else {
            throw Fault(.permissionDenied, .freshTelegramToLeave)
        }
        return user
    }
}
