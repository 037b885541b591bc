import Synchronization

/// Wakes who waits for something to do, when there may be some. Rings that nobody waits for are kept, as one.
public final class Bell: Sendable {
    private struct State {
        var isRung = false
        var isClosed = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// A bell that nobody has rung.
    public init() {}

    /// Wakes who waits, or who waits next.
    public func ring() {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            state.isRung = state.waiter == nil
            return state.waiter
        }
        waiter?.resume()
    }

    /// Wakes who waits, for ever.
    public func close() {
        state.withLock { $0.isClosed = true }
        ring()
    }

    /// Whether ``close()`` was called.
    public var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Waits for a ring. One waits at a time.
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

    /// Waits for a ring, at most so long. One waits at a time.
    public func wait(atMost limit: Duration) async {
        let alarm = Task {
            try await Task.sleep(for: limit)
            ring()
        }
        await wait()
        alarm.cancel()
    }
}
