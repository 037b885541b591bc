import Synchronization

/// Runs `work` and waits for it no longer than `limit`.
///
/// When the time runs out, the work is cancelled and `fault` is thrown at once. The caller does not wait for work that
/// ignores its cancellation.
public func withTimeLimit<Value: Sendable>(
    _ limit: Duration, fault: Fault, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let race = Race<Value>()
    let worker = Task {
        do { race.finish(.success(try await work())) } catch { race.finish(.failure(error)) }
    }
    let alarm = Task {
        guard (try? await Task.sleep(for: limit)) != nil else { return }
        race.finish(.failure(fault))
        worker.cancel()
    }
    defer { alarm.cancel() }
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { race.wait($0) }
    } onCancel: {
        worker.cancel()
        race.finish(.failure(CancellationError()))
    }
}

/// Delivers the first of several results, once.
private final class Race<Value: Sendable>: Sendable {
    private enum State {
        case running
        case waiting(CheckedContinuation<Value, any Error>)
        case finished(Result<Value, any Error>)
        case delivered
    }

    private let state = Mutex(State.running)

    func wait(_ continuation: CheckedContinuation<Value, any Error>) {
        let result: Result<Value, any Error>? = state.withLock { state in
            guard case .finished(let result) = state else {
                state = .waiting(continuation)
                return nil
            }
            state = .delivered
            return result
        }
        if let result { continuation.resume(with: result) }
    }

    func finish(_ result: Result<Value, any Error>) {
        let waiter: CheckedContinuation<Value, any Error>? = state.withLock { state in
            switch state {
            case .running:
                state = .finished(result)
                return nil
            case .waiting(let continuation):
                state = .delivered
                return continuation
            case .finished, .delivered:
                return nil
            }
        }
        waiter?.resume(with: result)
    }
}
