import Hosting
import Synchronization

/// Shut when the process goes on after it was stopped where it stood (SIGSTOP), until it has read what auth told meanwhile.
///
/// Requests that waited come first otherwise, with tokens of sessions that have ended and of which this process has not read
/// yet. It opens after a moment in any case: services work while auth does not.
public final class NewsGate: Sendable {
    /// How long it stays shut at most. Reading takes a hundredth of that.
    static let limit = Duration.milliseconds(500)

    private struct State {
        var continuations: Int
        /// Set while it is shut.
        var openFrom: ContinuousClock.Instant?
        var turn = 0
        var whenShut: @Sendable () -> Void = {}
    }

    private let continuations: @Sendable () -> Int
    private let seen: Atomic<Int>
    private let isShut = Atomic(false)
    private let state: Mutex<State>

    /// An open gate.
    public convenience init() { self.init(continuations: { Continuations.count }) }

    /// - Parameter continuations: How often the process went on so far.
    init(continuations: @escaping @Sendable () -> Int) {
        let now = continuations()
        self.continuations = continuations
        seen = Atomic(now)
        state = Mutex(State(continuations: now))
    }

    /// Calls `body` each time that it is shut, on the thread that asks whether it is open.
    func onShutting(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.whenShut = body } }

    /// Whether requests may be taken.
    var isOpen: Bool {
        let count = continuations()
        if count == seen.load(ordering: .relaxed), !isShut.load(ordering: .relaxed) { return true }
        return look(count)
    }

    private func look(_ count: Int) -> Bool {
        let (isOpen, call) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
            guard state.continuations == count else {
                state.continuations = count
                state.openFrom = .now + Self.limit
                state.turn += 1
                seen.store(count, ordering: .relaxed)
                isShut.store(true, ordering: .relaxed)
                return (false, state.whenShut)
            }
            if let openFrom = state.openFrom, openFrom > .now { return (false, nil) }
            state.openFrom = nil
            isShut.store(false, ordering: .relaxed)
            return (true, nil)
        }
        call?()
        return isOpen
    }

    /// Counts how often it was shut: what is read from now on belongs to this turn.
    var turn: Int { state.withLock { $0.turn } }

    /// All that auth told is handled, or cannot be read now; it was looked for from `turn` on.
    func opens(after turn: Int) {
        state.withLock { state in
            guard state.turn == turn else { return }
            state.openFrom = nil
            isShut.store(false, ordering: .relaxed)
        }
    }
}
