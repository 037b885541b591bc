import Synchronization

/// The work of a member: `run` starts it and `stop` cancels it, in either order.
public final class StoppableWork: Sendable {
    private let state = Mutex<(task: Task<Void, Never>?, isStopped: Bool)>((nil, false))

    /// Creates work that has not started.
    public init() {}

    /// Runs `body` in a task that ``stop()`` cancels, and returns when it has ended. After a stop, `body` starts
    /// cancelled.
    public func run(_ body: @escaping @Sendable () async -> Void) async {
        let task = Task { await body() }
        let isStopped = state.withLock { state in
            state.task = task
            return state.isStopped
        }
        if isStopped { task.cancel() }
        await task.value
    }

    /// Cancels the work.
    ///
    /// - Returns: The task to wait for; nil when nothing was started.
    @discardableResult
    public func stop() -> Task<Void, Never>? {
        let task = state.withLock { state in
            state.isStopped = true
            return state.task
        }
        task?.cancel()
        return task
    }
}
