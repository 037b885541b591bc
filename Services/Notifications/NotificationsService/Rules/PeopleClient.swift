import Domain
import Signals

/// Asks auth, who answers for people.
package protocol PeopleClient: Sendable {
    /// Sets the time zone of the user of a session, which counts for all services.
    func setZone(_ zone: String, session: String) async throws -> AuthSignal.ZoneAnswer
    /// Whether a request comes from the user, not only from a session.
    ///
    /// - Parameter attempt: The same for the same request, which may use its code again.
    func check(
        _ signal: AuthSignal.CheckCode, attempt: String, deadline: Instant?
    ) async throws -> AuthSignal.CodeCheck
}
