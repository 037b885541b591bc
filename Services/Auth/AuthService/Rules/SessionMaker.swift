import Domain
import Identity
import Signals
import Synchronization

/// A session as its owner gets it, once: with the secrets, which are not stored.
struct IssuedSession: Sendable {
    let session: AuthSession
    let token: String
    let refreshToken: RefreshToken
}

/// Begins and refreshes sessions: the source of ids, secrets and tokens.
struct SessionMaker: Sendable {
    let issuer: TokenIssuer
    let clock: WallClock
    let revoker: any SessionRevoker

    /// Creates a new session without storing it.
    ///
    /// - Parameter passkeyID: The passkey that begins it, if one does.
    func begin(for userID: String, device: String?, passkeyID: String? = nil) -> IssuedSession {
        let id = Identifier.random(length: 16)
        let refreshToken = RefreshToken.random(sessionID: id)
        let (token, expiresAt) = issuer.issue(userID: userID, sessionID: id)
        let session = AuthSession(
            id: id, userID: userID, device: device, createdAt: clock.now(), tokenExpiresAt: expiresAt,
            refreshDigest: refreshToken.digest, passkeyID: passkeyID)
        return IssuedSession(session: session, token: token, refreshToken: refreshToken)
    }

    /// Creates new secrets for a session that continues. The stored session does not change.
    func secrets(for session: AuthSession) -> IssuedSession {
        var session = session
        let refreshToken = RefreshToken.random(sessionID: session.id)
        let (token, expiresAt) = issuer.issue(userID: session.userID, sessionID: session.id)
        session.tokenExpiresAt = expiresAt
        return IssuedSession(session: session, token: token, refreshToken: refreshToken)
    }

    /// Stores a new session, records the event, ends sessions beyond the limit and deletes forgettable ones.
    ///
    /// - Parameter ended: Collects the sessions that had to end.
    func keep(
        _ session: AuthSession, in transaction: any AuthTransaction, noting ended: EndedSessions
    ) throws {
        let now = session.createdAt
        let others = try transaction.sessions(of: session.userID)
        for other in others where other.isForgettable(at: now) { try transaction.forgetSession(id: other.id) }
        let alive = others.filter { $0.isAlive(at: now) }.sorted { $0.lastUsedAt < $1.lastUsedAt }
        for other in alive.prefix(max(0, alive.count - AuthSession.mostPerUser + 1)) {
            try end(other, at: now, in: transaction, noting: ended)
        }
        try transaction.save(session)
        try transaction.record(.signedIn(session), at: now)
    }

    /// Ends a session and records the event.
    func end(
        _ session: AuthSession, at now: Instant, in transaction: any AuthTransaction, noting ended: EndedSessions
    ) throws {
        var session = session
        session.endedAt = now
        try transaction.save(session)
        try transaction.record(.sessionEnded(session), at: now)
        ended.note(session)
    }

    /// Records that a session ended others, as a thief would do to lock the owner out.
    ///
    /// - Parameters:
    ///   - count: The number of ended sessions. Nothing is recorded for none.
    ///   - id: The session that ended them.
    func tellEnd(of count: Int, by id: String, at now: Instant, in transaction: any AuthTransaction) throws {
        guard count > 0, let session = try transaction.session(id: id) else { return }
        try transaction.record(.otherSessionsEnded(by: session, count: count), at: now)
    }

    /// Ends the live sessions of a user, except one, and records the events.
    ///
    /// - Parameter keptID: The session that continues; nil to end all.
    /// - Returns: The number of ended sessions.
    @discardableResult
    func endAll(
        of userID: String, but keptID: String?, at now: Instant, in transaction: any AuthTransaction,
        noting ended: EndedSessions
    ) throws -> Int {
        let others = try transaction.sessions(of: userID).filter { $0.id != keptID && $0.isAlive(at: now) }
        for session in others { try end(session, at: now, in: transaction, noting: ended) }
        return others.count
    }

    /// Revokes the tokens of all sessions that have ended, as far as they are still valid.
    func revokeEnded(in reading: some AuthReading) throws {
        let now = clock.now()
        for session in try reading.endedSessions(withTokensAt: now) {
            revoker.revoke(sessionID: session.id, until: session.tokenExpiresAt)
        }
        for session in try reading.departedSessions(withTokensAt: now) {
            revoker.revoke(sessionID: session.id, until: session.tokenExpiresAt)
        }
    }

    /// Revokes the tokens of sessions whose end is on disk.
    func revoke(_ ended: EndedSessions) {
        for session in ended.all { revoker.revoke(sessionID: session.id, until: session.tokenExpiresAt) }
    }
}

/// The sessions that end in a transaction. Their tokens are revoked when it is on disk.
final class EndedSessions: Sendable {
    private let sessions = Mutex<[AuthSession]>([])

    var all: [AuthSession] { sessions.withLock { $0 } }

    func note(_ session: AuthSession) { sessions.withLock { $0.append(session) } }
}

/// The port that refuses the tokens of ended sessions.
protocol SessionRevoker: Sendable {
    /// Refuses the tokens of a session from now on. `expiresAt` is the expiry of the last one.
    func revoke(sessionID: String, until expiresAt: Instant)
}

extension TokenAuthenticator: SessionRevoker {}
