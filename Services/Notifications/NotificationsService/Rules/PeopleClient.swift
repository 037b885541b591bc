import Coordination
import Domain
import Signals

/// The client of auth, with a time limit for each request.
struct PeopleClient: Sendable {
    private static let limit = Duration.seconds(5)

    /// Leads to auth.
    let tree: any Transmitter

    /// Sets the time zone of a user for all services.
    func setZone(_ zone: String, for context: SignalContext) async throws -> AuthSignal.ZoneAnswer {
        try await tree.send(
            AuthSignal.SetZone(zone: zone), context: context.onward(idempotencyKey: Identifier.random(length: 26)),
            within: Self.limit)
    }

    /// Checks whether a request comes from the user and not only from a session. The caller is notifications itself.
    ///
    /// - Parameter attempt: The same for the same request, which may use its code again.
    func check(
        _ signal: AuthSignal.CheckCode, attempt: String, for context: SignalContext
    ) async throws -> AuthSignal.CodeCheck {
        try await tree.send(signal, context: context.onward(idempotencyKey: attempt), within: Self.limit)
    }
}
