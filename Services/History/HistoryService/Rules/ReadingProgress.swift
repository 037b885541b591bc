import Synchronization

/// The progress of reading ledger's events, for tasks that wait for it.
final class ReadingProgress: Sendable {
    private struct State {
        var newest: Int64 = 0
        /// The last sequence that another machine has handled, where this one follows it.
        var followed: Int64?
        var listeners: [Int: AsyncStream<Int64>.Continuation] = [:]
        var listenerCount = 0
    }

    private let state = Mutex(State())

    /// The highest sequence reached since the start. A rebuild does not lower it.
    var newestKnown: Int64 { state.withLock { $0.newest } }

    /// Reports that the events up to `sequence` are handled.
    func reach(_ sequence: Int64) {
        let listeners = state.withLock { state in
            state.newest = max(state.newest, sequence)
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.yield(sequence) }
    }

    /// Reports that another machine has handled the events up to `sequence`, if that is news.
    func follow(_ sequence: Int64) {
        let isNew = state.withLock { state in
            defer { state.followed = sequence }
            return state.followed != sequence
        }
        if isNew { reach(sequence) }
    }

    /// Returns the sequences reached from now on, buffering the latest only. Ends when the waiting task is cancelled.
    func updates() -> AsyncStream<Int64> {
        let (updates, listener) = AsyncStream.makeStream(of: Int64.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.listenerCount += 1
            state.listeners[state.listenerCount] = listener
            return state.listenerCount
        }
        listener.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
        }
        return updates
    }
}
