import Coordination
import Domain
import Signals

/// Refreshes a session: exchanges a refresh token for new secrets, once.
///
/// The previous refresh token, used again, ends the session, since one of the two senders is a thief. There is one
/// exception: the same client, recognized by the idempotency key, repeats the request after a missed answer and gets
/// new secrets.
struct RefreshSession: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault`` `unauthenticated`, with the same text for all causes.
    func answer(_ signal: AuthSignal.Refresh, context: SignalContext) async throws -> AuthSignal.Refreshed {
        let refused = Fault.unauthenticated(.sessionNotContinued)
        guard let presented = RefreshToken(signal.refreshToken),
            let known = try await dependencies.store.read({ try $0.session(id: presented.sessionID) })
        else { throw refused }
        context.note?.concerns(known.userID)
        let sessions = dependencies.sessions
        let keyDigest = context.keyDigest()
        let issued = sessions.secrets(for: known)
        let now = sessions.clock.now()
        let ended = EndedSessions()
        // A refusal is nil, and the session may have ended.
        let answer = try await dependencies.store.write(deadline: context.deadline) {
            transaction -> AuthSignal.Refreshed? in
            guard var session = try transaction.session(id: presented.sessionID), session.isAlive(at: now) else {
                return nil
            }
            switch session.recognise(presented.digest, keyDigest: keyDigest) {
            case .current, .repeated:
                session.rotate(
                    to: issued.refreshToken.digest, from: presented.digest, keyDigest: keyDigest,
                    tokenExpiresAt: issued.session.tokenExpiresAt, at: now)
                try transaction.save(session)
                let zone = try transaction.user(id: session.userID)?.zone
                return AuthSignal.Refreshed(session: AuthSignal.Session(issued, zone: zone))
            case .reused:
                try sessions.end(session, at: now, in: transaction, noting: ended)
                return nil
            case .unknown:
                return nil
            }
        }
        sessions.revoke(ended)
        guard let answer else { throw refused }
        return answer
    }
}
