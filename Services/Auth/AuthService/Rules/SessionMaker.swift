import Domain
import Identity
import Signals
import Synchronization

/// A session as its owner gets it, once: with the secrets that are not kept.
struct IssuedSession: Sendable {
    let session: AuthSession
    let token: String
    let refreshToken: RefreshToken
}

/// Begins and continues sessions: where ids, secrets and tokens come from.
struct SessionMaker: Sendable {
    let issuer: TokenIssuer
    let clock: WallClock
    let revoker: any SessionRevoker

    /// A new session, not yet kept.
    func begin(for userID: String, device: String?) -> IssuedSession {
        let id = Identifier.random(length: 16)
        let refreshToken = RefreshToken.random(sessionID: id)
        let (token, expiresAt) = issuer.issue(userID: userID, sessionID: id)
        let session = AuthSession(
            id: id, userID: userID, device: device, createdAt: clock.now(), tokenExpiresAt: expiresAt,
            refreshDigest: refreshToken.digest)
        return IssuedSession(session: session, token: token, refreshToken: refreshToken)
    }

    /// New secrets for a session that goes on; the session itself is as it was.
    func secrets(for session: AuthSession) -> IssuedSession {
        var session = session
        let refreshToken = RefreshToken.random(sessionID: session.id)
        let (token, expiresAt) = issuer.issue(userID: session.userID, sessionID: session.id)
        session.tokenExpiresAt = expiresAt
        return IssuedSession(session: session, token: token, refreshToken: refreshToken)
    }

    /// Keeps a new session and tells others, makes room for it, and forgets what can be forgotten.
    ///
    /// - Parameter ended: Takes the sessions that had to end for it.
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

    /// Ends a session and tells others.
    func end(
        _ session: AuthSession, at now: Instant, in transaction: any AuthTransaction, noting ended: EndedSessions
    ) throws {
        var session = session
        session.endedAt = now
        try transaction.save(session)
        try transaction.record(.sessionEnded(session), at: now)
        ended.note(session)
    }

    /// Tells others that a session ended further ones, as whoever stole it would do to keep the owner out.
    ///
    /// - Parameters:
    ///   - count: How many ended; none is no news.
    ///   - id: The session that ended them.
    func tellEnd(of count: Int, by id: String, at now: Instant, in transaction: any AuthTransaction) throws {
        guard count > 0, let session = try transaction.session(id: id) else { return }
        try transaction.record(.otherSessionsEnded(by: session, count: count), at: now)
    }

    /// Ends the sessions of a user that still go on, but one, and tells others.
    ///
    /// - Parameter keptID: The session that goes on; nil when all are to end.
    /// - Returns: How many ended.
    @discardableResult
    func endAll(
        of userID: String, but keptID: String?, at now: Instant, in transaction: any AuthTransaction,
        noting ended: EndedSessions
    ) throws -> Int {
        let others = try transaction.sessions(of: userID).filter { $0.id != keptID && $0.isAlive(at: now) }
        for session in others { try end(session, at: now, in: transaction, noting: ended) }
        return others.count
    }

    /// Refuses the tokens of sessions whose end is on disk.
    func revoke(_ ended: EndedSessions) {
        for session in ended.all { revoker.revoke(sessionID: session.id, until: session.tokenExpiresAt) }
    }
}

/// The sessions that end in a transaction, of which others learn when it is on disk.
final class EndedSessions: Sendable {
    private let sessions = Mutex<[AuthSession]>([])

    var all: [AuthSession] { sessions.withLock { $0 } }

    func note(_ session: AuthSession) { sessions.withLock { $0.append(session) } }
}

/// Refuses the tokens of sessions that have ended.
protocol SessionRevoker: Sendable {
    /// Refuses the tokens of a session from now on; `expiresAt` is when its last one expires by itself.
    func revoke(sessionID: String, until expiresAt: Instant)
}

extension TokenAuthenticator: SessionRevoker {}
