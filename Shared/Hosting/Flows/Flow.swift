/// A member of a service that lives as long as the service does: the store, the transport, a coordinator.
///
/// `start`, then `run` in a task of its own; `stop` may come at any time after `start` was called, also before it
/// returned, and once at most.
public protocol Flow: Sendable {
    /// For logs.
    var name: String { get }
    /// Returns once the flow is ready to serve. May take long (a migration); obeys cancellation.
    func start() async throws
    /// Returns after ``stop()``; earlier only by throwing, which ends the service. Obeys cancellation.
    func run() async throws
    /// Takes nothing new, finishes what is in hand, returns. Whoever takes too long is left behind.
    func stop() async
}
