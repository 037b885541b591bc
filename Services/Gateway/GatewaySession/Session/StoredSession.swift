import Domain
import Signals

/// A session as it is kept between two runs of the gateway.
package struct StoredSession: Codable, Hashable, Sendable {
    /// Who is signed in.
    package let user: AuthSignal.User
    /// The tokens.
    package let session: AuthSignal.Session
    /// The idempotency key of the next refresh. Kept with the token it will trade in, so that a refresh whose answer was
    /// lost is asked again as the same request and not taken for a thief's.
    let refreshKey: String

    /// A session that has just begun or been refreshed.
    init(user: AuthSignal.User, session: AuthSignal.Session) {
        self.user = user
        self.session = session
        refreshKey = Identifier.random(prefix: "refresh-", length: 26)
    }

    /// The same session of a person who lives by the clocks of a zone.
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

    /// Whether the token is good for `margin` more.
    func isFresh(at now: Instant, margin: Duration) -> Bool { now + margin < session.expiresAt }
}
