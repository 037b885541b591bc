import Domain
import Signals

/// A session as it is stored between runs of the gateway.
package struct StoredSession: Codable, Hashable, Sendable {
    /// The signed-in user.
    package let user: AuthSignal.User
    /// The tokens.
    package let session: AuthSignal.Session
    /// The idempotency key of the next refresh. It is stored with the refresh token, so that the retry of a refresh
    /// whose answer was lost is the same request and does not look like a theft.
    let refreshKey: String

    /// Creates the record of a session that has just begun or been refreshed.
    init(user: AuthSignal.User, session: AuthSignal.Session) {
        self.user = user
        self.session = session
        refreshKey = Identifier.random(prefix: "refresh-", length: 26)
    }

    /// Returns the session with another time zone of the user.
    func with(zone: String?) -> StoredSession {
        StoredSession(
            user: user,
            session: AuthSignal.Session(
                id: session.id, userId: session.userId, token: session.token, refreshToken: session.refreshToken,
                expiresAt: session.expiresAt, zone: zone),
            refreshKey: refreshKey)
    }

    private init(user: AuthSignal.User, session: AuthSignal.Session, refreshKey: String) {
        self.user = user
        self.session = session
        self.refreshKey = refreshKey
    }

    /// True when the token is valid for at least `margin` more.
    func isFresh(at now: Instant, margin: Duration) -> Bool { now + margin < session.expiresAt }
}
