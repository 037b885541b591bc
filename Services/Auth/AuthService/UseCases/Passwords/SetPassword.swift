import Coordination
import Domain
import Signals

/// Sets an address and a password for a user without a password, who came by Telegram.
///
/// There is no password to ask for again, and setting the first one is enough to take the account over. So the sign-in
/// itself must be recent: an unattended or stolen session is not enough.
struct SetPassword: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `emptyField`,
    ///   `invalidEmail`, `conflict` (there is a password), `permissionDenied` (the session is too old),
    ///   `invalidArgument` (too long), `weakPassword`, `emailTaken`.
    func answer(
        _ signal: AuthSignal.SetPassword, context: SignalContext
    ) async throws -> AuthSignal.SetPasswordAnswer {
        let caller = try context.caller.requireUser()
        try Fault.requireFilled(signal.email, "email")
        guard !signal.new.isEmpty else { throw Fault.emptyField("new") }
        guard let email = EmailAddress(signal.email) else { throw Fault.invalidEmail }
        let (sessions, now) = (dependencies.sessions, dependencies.clock.now())
        let user = try await dependencies.store.read { try Self.admitted(caller, at: now, in: $0) }
        try dependencies.policy.check(
            signal.new, field: "new", knownNames: user.knownNames + [email.key, email.localPart])
        // Hashed before the address is looked up, so that both outcomes take the same time.
        let hash = try await dependencies.hasher.hash(signal.new, for: .known)
        let ended = EndedSessions()
        let answer = try await dependencies.store.once(Self.kept(signal), by: user.id, context: context) {
            transaction in
            let now = sessions.clock.now()
            var user = try Self.admitted(caller, at: now, in: transaction)
            if try transaction.user(email: email) != nil { throw Fault.emailTaken }
            try transaction.setEmail(email, of: user.id)
            try transaction.setPasswordHash(hash, of: user.id)
            try transaction.record(.passwordChanged(userID: user.id), at: now)
            try sessions.endAll(of: user.id, but: caller.sessionID, at: now, in: transaction, noting: ended)
            user.email = email
            return AuthSignal.SetPasswordAnswer(user: AuthSignal.User(user))
        }
        sessions.revoke(ended)
        return answer
    }

    func answerBefore(
        _ signal: AuthSignal.SetPassword, context: SignalContext
    ) async throws -> AuthSignal.SetPasswordAnswer? {
        try await dependencies.answerBefore(to: Self.kept(signal), settingPassword: signal.new, context: context)
    }

    /// Stored without its password, see ``AuthDependencies/answerBefore(to:settingPassword:context:)``.
    private static func kept(_ signal: AuthSignal.SetPassword) -> AuthSignal.SetPassword {
        AuthSignal.SetPassword(email: signal.email, new: "")
    }

    private static func admitted(_ caller: UserSession, at now: Instant, in reading: any AuthReading) throws -> User {
        guard let user = try reading.user(id: caller.userID) else { throw Fault.accountGone }
        guard !user.hasPassword else {
            throw Fault(.conflict, .hasPassword)
        }
        guard try reading.session(id: caller.sessionID)?.isFresh(at: now) == true else {
            throw Fault(.permissionDenied, .freshTelegramForPassword)
        }
        return user
    }
}
