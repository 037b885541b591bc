import Synchronization

/// A wake-up for one waiting task. Rings without a waiter coalesce into one.
public final class Bell: Sendable {
    private struct State {
        var isRung = false
        var isClosed = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Creates a bell that has not rung.
    public init() {}

    /// Wakes the waiting task, or the next task that waits.
    public func ring() {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            state.isRung = state.waiter == nil
            return state.waiter
        }
        waiter?.resume()
    }

    /// Wakes the waiting task. Every later wait returns at once.
    public func close() {
        state.withLock { $0.isClosed = true }
        ring()
    }

    /// True once ``close()`` was called.
    public var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Waits for a ring. At most one task waits at a time.
    public func wait() async {
        await withCheckedContinuation { continuation in
            let isWoken = state.withLock { state in
                defer { state.isRung = false }
                guard !state.isRung, !state.isClosed else { return true }
                state.waiter = continuation
                return false
            }
            if isWoken { continuation.resume() }
        }
    }

    /// Waits for a ring, but no longer than `limit`. At most one task waits at a time.
    public func wait(atMost limit: Duration) async {
        let alarm = Task {
            try await Task.sleep(for: limit)
            ring()
        }
        await wait()
        alarm.cancel()
    }
}
