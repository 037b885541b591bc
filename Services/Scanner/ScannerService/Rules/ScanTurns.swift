import Coordination
import Reasons
import Signals
import Synchronization

/// A queue that lets a few scans run at a time. Each uses all processors, so running more would only delay all of them.
final class ScanTurns: Sendable {
    private struct State {
        var running = 0
        var nextNumber = 0
        var waiting: [(number: Int, turn: CheckedContinuation<Bool, Never>)] = []
    }

    private let limits: ScanLimits
    private let state = Mutex(State())

    init(_ limits: ScanLimits) { self.limits = limits }

    /// Runs `work` in its turn.
    /// - Throws: ``Fault`` `overloaded`; `CancellationError`; the error of `work`.
    func run<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
        try await wait()
        defer { pass() }
        return try await work()
    }

    private func wait() async throws {
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        let isMine = await withTaskCancellationHandler {
            await withCheckedContinuation { turn in
                let answer: Bool? = state.withLock { state in
                    if state.running < limits.atOnce {
                        state.running += 1
                        return true
                    }
                    guard state.waiting.count < limits.mostWaiting, !Task.isCancelled else { return false }
                    state.waiting.append((number, turn))
                    return nil
                }
                if let answer { turn.resume(returning: answer) }
            }
        } onCancel: {
            let turn = state.withLock { state in
                state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0).turn }
            }
            turn?.resume(returning: false)
        }
        guard isMine else {
            try Task.checkCancellation()
            throw Fault(.overloaded, .tooManyScans, retryAfterMilliseconds: 1000)
        }
    }

    private func pass() {
        let turn: CheckedContinuation<Bool, Never>? = state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.running -= 1
                return nil
            }
            return state.waiting.removeFirst().turn
        }
        turn?.resume(returning: true)
    }
}
