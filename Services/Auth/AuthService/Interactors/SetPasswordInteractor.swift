import Coordination
import Domain
import Signals

/// Gives an address and a password to a user who has none, having come by Telegram.
///
/// There is no password to be asked again, and whoever sets the first one can keep the account. So the sign-in itself must
/// be fresh: a session that lies open somewhere, or was taken, does not do.
struct SetPasswordInteractor: Interactor {
    struct Request: Sendable {
        let email: String
        let new: String
    }

    let store: any AuthStore
    let hasher: any PasswordHashing
    let sessions: SessionMaker
    let policy: PasswordPolicy

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `emptyField`, `invalidEmail`,
    ///   `conflict` (there is a password), `permissionDenied` (the session is too old), `invalidArgument` (too long),
    ///   `weakPassword`, `emailTaken`.
    func execute(_ request: Request, context: SignalContext) async throws -> User {
        let caller = try context.caller.requireUser()
        guard !request.email.allSatisfy(\.isWhitespace) else { throw Fault.emptyField("email") }
        guard !request.new.isEmpty else { throw Fault.emptyField("new") }
        guard let email = EmailAddress(request.email) else { throw Fault.invalidEmail }
        let user = try await store.read { try admitted(caller, in: $0) }
        try policy.check(
            request.new, field: "new", knownNames: user.knownNames + [email.key, email.localPart])
        // Hashed before anybody looks whether the address is taken, so that both take equally long.
        let hash = try await hasher.hash(request.new, for: .known)
        let now = sessions.clock.now()
        let (changed, ended) = try await store.write(deadline: context.deadline) {
            transaction -> (User, [AuthSession]) in
            _ = try admitted(caller, in: transaction)
            if try transaction.user(email: email) != nil { throw Fault.emailTaken }
            try transaction.setEmail(email, of: user.id)
            try transaction.setPasswordHash(hash, of: user.id)
            try transaction.record(.passwordChanged(userID: user.id), at: now)
            guard let changed = try transaction.user(id: user.id) else { throw Self.gone }
            return (changed, try sessions.endAll(of: user.id, but: caller.sessionID, at: now, in: transaction))
        }
        sessions.revoke(ended)
        return changed
    }

    private func admitted(_ caller: UserSession, in reading: any AuthReading) throws -> User {
        guard let user = try reading.user(id: caller.userID) else { throw Self.gone }
        guard !user.hasPassword else {
            throw Fault(.conflict, "There is a password already; change it with the one until now.")
        }
        guard try reading.session(id: caller.sessionID)?.isFresh(at: sessions.clock.now()) == true else {
            throw Fault(
                .permissionDenied,
                "Sign in by Telegram once more and set the password within ten minutes: an older session does not do.")
        }
        return user
    }

    private static let gone = Fault.unauthenticated("The account of this session is gone; sign in again.")
}
