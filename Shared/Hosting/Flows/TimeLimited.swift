import Synchronization

/// Waits for `work` for at most `limit`, also when it does not obey cancellation: then it is left behind.
///
/// - Returns: Whether the work was done in time.
func finishes(within limit: Duration, _ work: @escaping @Sendable () async -> Void) async -> Bool {
    let first = FirstAnswer()
    let worker = Task {
        await work()
        first.give(true)
    }
    let timer = Task {
        try? await Task.sleep(for: limit)
        first.give(false)
    }
    let isFinished = await withCheckedContinuation { first.wait($0) }
    timer.cancel()
    if !isFinished { worker.cancel() }
    return isFinished
}

/// Resumes a continuation once, with whatever was given first; proven by the state under the lock.
private final class FirstAnswer: Sendable {
    private enum State {
        case open
        case waiting(CheckedContinuation<Bool, Never>)
        case given(Bool)
        case done
    }

    private let state = Mutex<State>(.open)

    func wait(_ continuation: CheckedContinuation<Bool, Never>) {
        let early: Bool? = state.withLock { state in
            if case .given(let answer) = state {
                state = .done
                return answer
            }
            state = .waiting(continuation)
            return nil
        }
        if let early { continuation.resume(returning: early) }
    }

    func give(_ answer: Bool) {
        let waiting: CheckedContinuation<Bool, Never>? = state.withLock { state in
            switch state {
            case .open:
                state = .given(answer)
                return nil
            case .waiting(let continuation):
                state = .done
                return continuation
            case .given, .done: return nil
            }
        }
        waiting?.resume(returning: answer)
    }
}
