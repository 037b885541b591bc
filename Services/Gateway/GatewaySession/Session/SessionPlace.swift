import Coordination
import Signals

/// Where the session of a signed-in user is kept between requests: a file of this user, or the session of a browser.
package protocol SessionPlace: Sendable {
    /// Loads the session; nil without one.
    ///
    /// - Throws: ``Fault`` `unauthenticated` for something that is no session.
    func load() throws(Fault) -> StoredSession?

    /// Stores the session of a new sign-in, in place of the one before.
    ///
    /// - Throws: ``Fault`` when it cannot be kept.
    func begin(_ session: StoredSession) throws(Fault)

    /// Stores the same session with other tokens or another time zone. A reader sees the old or the new one.
    ///
    /// - Throws: ``Fault`` when it cannot be kept.
    func save(_ session: StoredSession) throws(Fault)

    /// Deletes the session.
    func remove()

    /// Runs `body` while nobody else refreshes the same session: a refresh token works once.
    ///
    /// - Throws: ``Fault`` `unavailable` when somebody else holds the lock for longer than `patience`.
    func locked<Result>(patience: Duration, _ body: () async throws -> Result) async throws -> Result

    /// Returns the device cookie of the user with this login; nil without one.
    func deviceCookie(of login: String) -> String?

    /// Keeps the device cookie of a sign-in, best effort: signing in works without it.
    func keepDeviceCookie(of signedIn: AuthSignal.SignedIn)
}
