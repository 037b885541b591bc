/// A member of a process that lives as long as the service: the store, the transport, a coordinator.
///
/// `start` is called first, then `run` in its own task. `stop` is called at most once, at any time after the call of
/// `start`, even before `start` has returned.
public protocol ProcessMember: Sendable {
    /// The name in logs.
    var name: String { get }
    /// Returns once the member is ready to serve. It may take long (a migration). It obeys cancellation.
    func start() async throws
    /// Returns after ``stop()``. It returns earlier only by throwing, which ends the service. It obeys cancellation.
    func run() async throws
    /// Refuses new work, finishes work in progress and returns. A member that takes too long is abandoned.
    func stop() async
}
