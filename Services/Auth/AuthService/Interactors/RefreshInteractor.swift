import Coordination
import Domain
import Sodium

/// Continues a session: trades a refresh token for new secrets, once.
///
/// A token that comes a second time ends the session, since one of the two who sent it is a thief. One case is excepted:
/// the same client, recognised by the idempotency key, asks again because it did not hear the answer; it gets new secrets.
struct RefreshInteractor: Interactor {
    struct Request: Sendable {
        let refreshToken: String
    }

    private enum Outcome: Sendable {
        case continued(UserZone?)
        case ended(AuthSession)
        case refused
    }

    let store: any AuthStore
    let sessions: SessionMaker

    /// - Throws: ``Fault`` `unauthenticated`, with one text whatever was wrong.
    func execute(_ request: Request, context: SignalContext) async throws -> IssuedSession {
        let refused = Fault.unauthenticated("The session cannot be continued; sign in again.")
        guard let presented = RefreshToken(request.refreshToken),
            let known = try await store.read({ try $0.session(id: presented.sessionID) })
        else { throw refused }
        context.note?.concerns(known.userID)
        let keyDigest = context.idempotencyKey.map(Registration.digest(ofKey:))
        var issued = sessions.secrets(for: known)
        let now = sessions.clock.now()
        let outcome = try await store.write(deadline: context.deadline) { [issued] transaction -> Outcome in
            guard var session = try transaction.session(id: presented.sessionID), session.isAlive(at: now) else {
                return .refused
            }
            switch session.recognise(presented.digest, keyDigest: keyDigest) {
            case .current, .repeated:
                session.rotate(
                    to: issued.refreshToken.digest, from: presented.digest, keyDigest: keyDigest,
                    tokenExpiresAt: issued.session.tokenExpiresAt, at: now)
                try transaction.save(session)
                return .continued(try transaction.user(id: session.userID)?.zone)
            case .reused:
                return .ended(try sessions.end(session, at: now, in: transaction))
            case .unknown:
                return .refused
            }
        }
        switch outcome {
        case .continued(let zone):
            issued.zone = zone?.name
            return issued
        case .ended(let session): sessions.revoke([session])
        case .refused: break
        }
        throw refused
    }
}
