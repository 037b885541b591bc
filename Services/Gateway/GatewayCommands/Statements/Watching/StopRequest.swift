import Hosting
import Synchronization

/// A request to end a loop: SIGINT or SIGTERM. The round that runs is finished; a pause ends at once.
final class StopRequest: Sendable {
    private struct State {
        var isStopping = false
        var pause: Task<Void, Never>?
    }

    private let state = Mutex(State())

    var isStopping: Bool { state.withLock { $0.isStopping } }

    /// Stops at the first of the signals.
    func listen(to signals: AsyncStream<UnixSignal>) {
        Task { for await _ in signals { stop() } }
    }

    func stop() {
        let pause = state.withLock { state -> Task<Void, Never>? in
            state.isStopping = true
            return state.pause
        }
        pause?.cancel()
    }

    /// Waits, unless it is stopped.
    func pause(for duration: Duration) async {
        let pause = Task { _ = try? await Task.sleep(for: duration) }
        let mayWait = state.withLock { state in
            state.pause = pause
            return !state.isStopping
        }
        if !mayWait { pause.cancel() }
        await pause.value
    }
}
