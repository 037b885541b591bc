import Domain
import Identity
import Signals

/// A session as its owner gets it, once: with the secrets that are not kept.
struct IssuedSession: Sendable {
    let session: AuthSession
    let token: String
    let refreshToken: RefreshToken
    /// The time zone of the user; nil while there is none.
    var zone: String?
}

/// A user and the session that has begun.
struct SignedInUser: Sendable {
    let user: User
    let issued: IssuedSession
    /// What the device is known by from now on; nil where no password was given.
    var deviceCookie: String?
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
    /// - Returns: The sessions that had to end for it.
    func keep(_ session: AuthSession, in transaction: any AuthTransaction) throws -> [AuthSession] {
        let now = session.createdAt
        let others = try transaction.sessions(of: session.userID)
        for other in others where other.isForgettable(at: now) { try transaction.forgetSession(id: other.id) }
        let alive = others.filter { $0.isAlive(at: now) }.sorted { $0.lastUsedAt < $1.lastUsedAt }
        let ended = try alive.prefix(max(0, alive.count - AuthSession.mostPerUser + 1)).map {
            try end($0, at: now, in: transaction)
        }
        try transaction.save(session)
        try transaction.record(.signedIn(session), at: now)
        return ended
    }

    /// Ends a session and tells others.
    func end(_ session: AuthSession, at now: Instant, in transaction: any AuthTransaction) throws -> AuthSession {
        var session = session
        session.endedAt = now
        try transaction.save(session)
        try transaction.record(.sessionEnded(session), at: now)
        return session
    }

    /// Ends the sessions of a user that still go on, but one, and tells others.
    ///
    /// - Parameter keptID: The session that goes on; nil when all are to end.
    func endAll(
        of userID: String, but keptID: String?, at now: Instant, in transaction: any AuthTransaction
    ) throws -> [AuthSession] {
        try transaction.sessions(of: userID).filter { $0.id != keptID && $0.isAlive(at: now) }
            .map { try end($0, at: now, in: transaction) }
    }

    /// Refuses the tokens of sessions whose end is on disk.
    func revoke(_ sessions: [AuthSession]) {
        for session in sessions { revoker.revoke(sessionID: session.id, until: session.tokenExpiresAt) }
    }
}

/// Refuses the tokens of sessions that have ended.
protocol SessionRevoker: Sendable {
    /// Refuses the tokens of a session from now on; `expiresAt` is when its last one expires by itself.
    func revoke(sessionID: String, until expiresAt: Instant)
}

extension TokenAuthenticator: SessionRevoker {}
