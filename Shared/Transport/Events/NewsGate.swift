import Domain
import Hosting
import Synchronization

/// Shut when the process goes on after it stood still, until it has read what auth told meanwhile.
///
/// Requests that waited come first otherwise, with tokens of sessions that have ended and of which this process has not read
/// yet. A process that was stopped (SIGSTOP) is told when it goes on (SIGCONT). One that the freezer of its cgroup stopped, as
/// `docker pause` does, or that a machine was suspended with, is told nothing: its clock shows a gap between two beats of its
/// socket thread. The gate opens after ``limit`` in any case: services work while auth does not.
public final class NewsGate: Sendable {
    /// How long it stays shut at most. Reading takes a millisecond, but for a machine that has far too much to do.
    static let limit = Duration.seconds(10)
    /// How often the thread that asks shows that it runs, though nobody asks for anything.
    static let beat = Duration.milliseconds(500)
    /// A gap between two beats beyond this is a stop. One that was none costs a look at auth's events.
    static let longestGap = Duration.milliseconds(1500)

    private struct State {
        var stops: Int
        /// Set while it is shut.
        var openFrom: ContinuousClock.Instant?
        var turn = 0
        /// Nil where nobody reads what auth tells, and nothing is waited for.
        var whenShut: (@Sendable () -> Void)?
    }

    private let continuations: @Sendable () -> Int
    private let now: @Sendable () -> ContinuousClock.Instant
    private let limit: Duration
    private let began: ContinuousClock.Instant
    /// Microseconds since it was made.
    private let lastBeat = Atomic<Int64>(0)
    private let gaps = Atomic(0)
    private let seen: Atomic<Int>
    private let isShut = Atomic(false)
    private let state: Mutex<State>

    /// An open gate.
    public convenience init() { self.init(continuations: { Continuations.count }) }

    /// - Parameters:
    ///   - continuations: How often the process went on so far.
    ///   - now: The time, also that of a suspended machine.
    init(
        continuations: @escaping @Sendable () -> Int, limit: Duration = NewsGate.limit,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        let count = continuations()
        self.continuations = continuations
        self.now = now
        self.limit = limit
        began = now()
        seen = Atomic(count)
        state = Mutex(State(stops: count))
    }

    /// Calls `body` each time that it is shut, on the thread that asks whether it is open.
    func onShutting(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.whenShut = body } }

    /// Whether requests may be taken. Asked before each, since the process may have stood still since the last one.
    var isOpen: Bool {
        let count = stops()
        if count == seen.load(ordering: .relaxed), !isShut.load(ordering: .relaxed) { return true }
        return look(count)
    }

    /// How often the process stood still so far; this is a beat.
    private func stops() -> Int {
        let time = (now() - began).wholeMicroseconds
        let gap = time - lastBeat.exchange(time, ordering: .relaxed)
        if .microseconds(gap) > Self.longestGap { gaps.add(1, ordering: .relaxed) }
        return continuations() + gaps.load(ordering: .relaxed)
    }

    private func look(_ count: Int) -> Bool {
        let (isOpen, call) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
            if state.stops != count {
                state.stops = count
                state.turn += 1
                seen.store(count, ordering: .relaxed)
                guard let whenShut = state.whenShut else { return (true, nil) }
                state.openFrom = now() + limit
                isShut.store(true, ordering: .relaxed)
                return (false, whenShut)
            }
            if let openFrom = state.openFrom, openFrom > now() { return (false, nil) }
            state.openFrom = nil
            isShut.store(false, ordering: .relaxed)
            return (true, nil)
        }
        call?()
        return isOpen
    }

    /// Counts how often it was shut: what is read from now on belongs to this turn.
    var turn: Int {
        _ = isOpen
        return state.withLock { $0.turn }
    }

    /// All that auth told is handled, or cannot be read now; it was looked for from `turn` on.
    func opens(after turn: Int) {
        state.withLock { state in
            guard state.turn == turn else { return }
            state.openFrom = nil
            isShut.store(false, ordering: .relaxed)
        }
    }
}
