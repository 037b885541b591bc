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
    /// Returns when the member has done a piece of its usual work: it is not stuck. What the work comes to does not
    /// matter.
    func probe() async
    /// Refuses new work, finishes work in progress and returns. A member that takes too long is abandoned.
    func stop() async
}

extension ProcessMember {
    /// A member without work of its own cannot get stuck.
    public func probe() async {}
}
