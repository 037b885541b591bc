import Synchronization

/// A wake-up for one waiting task. Wake-ups without a waiter coalesce into one.
public final class TaskWakeUp: Sendable {
    private struct State {
        var isPending = false
        var isPlanned = false
        var isClosed = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Creates a wake-up that is not pending.
    public init() {}

    /// Wakes the waiting task, or the next task that waits.
    public func wake() {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            state.isPending = state.waiter == nil
            return state.waiter
        }
        waiter?.resume()
    }

    /// Wakes the waiting task after a pause. Calls during a pause coalesce.
    public func wake(after pause: Duration) {
        let isFirst = state.withLock { state in
            defer { state.isPlanned = true }
            return !state.isPlanned
        }
        guard isFirst else { return }
        Task {
            try await Task.sleep(for: pause)
            state.withLock { $0.isPlanned = false }
            wake()
        }
    }

    /// Wakes the waiting task. Every later wait returns at once.
    public func close() {
        state.withLock { $0.isClosed = true }
        wake()
    }

    /// True once ``close()`` was called.
    public var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Waits for a wake-up. At most one task waits at a time.
    public func wait() async {
        await withCheckedContinuation { continuation in
            let isWoken = state.withLock { state in
                defer { state.isPending = false }
                guard !state.isPending, !state.isClosed else { return true }
                state.waiter = continuation
                return false
            }
            if isWoken { continuation.resume() }
        }
    }

    /// Waits for a wake-up, but no longer than `limit`. At most one task waits at a time.
    public func wait(atMost limit: Duration) async {
        let alarm = Task {
            try await Task.sleep(for: limit)
            wake()
        }
        await wait()
        alarm.cancel()
    }
}
