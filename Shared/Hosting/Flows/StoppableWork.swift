import Synchronization

/// The work of a flow, which its `run` begins and its `stop` cancels, whichever comes first.
public final class StoppableWork: Sendable {
    private let state = Mutex<(task: Task<Void, Never>?, isStopped: Bool)>((nil, false))

    /// Work that was not begun.
    public init() {}

    /// Does `body` in a task that ``stop()`` cancels, and returns when it has ended. After a stop it begins cancelled.
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
    /// - Returns: What has to be waited for; nil when nothing was begun.
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
