import Domain
import Hosting
import Synchronization

/// A gate that shuts after the process stood still, until the process has read the events of auth.
///
/// Otherwise waiting requests are served first, with tokens of sessions whose end this process has not read yet. A
/// process that was stopped (SIGSTOP) is notified when it continues (SIGCONT). A process that was frozen by the freezer
/// of its cgroup, as `docker pause` does, or by a suspended machine, is not notified: it detects a gap between two
/// beats of its socket thread. The gate opens after ``limit`` in any case: services work while auth does not.
public final class RevocationGate: Sendable {
    /// The longest time that the gate stays shut. Reading takes a millisecond, except on an overloaded machine.
    static let limit = Duration.seconds(10)
    /// The interval of beats, which show that the socket thread runs even without requests.
    public static let beatInterval = Duration.milliseconds(500)
    /// The gap between two beats above which the process counts as stopped. A false alarm costs one read of auth's
    /// events.
    static let longestGap = Duration.milliseconds(1500)

    private struct State {
        var stops: Int
        /// Set while the gate is shut.
        var openFrom: ContinuousClock.Instant?
        var turn = 0
        /// Nil where nothing reads the events of auth. The gate then never shuts.
        var whenShut: (@Sendable () -> Void)?
    }

    private let continuations: @Sendable () -> Int
    private let now: @Sendable () -> ContinuousClock.Instant
    private let limit: Duration
    private let began: ContinuousClock.Instant
    /// Microseconds since the gate was created.
    private let lastBeat = Atomic<Int64>(0)
    private let gaps = Atomic(0)
    private let seen: Atomic<Int>
    private let isShut = Atomic(false)
    private let state: Mutex<State>

    /// Creates an open gate.
    public convenience init() { self.init(continuations: { Continuations.count }) }

    /// Creates an open gate with the given sources.
    ///
    /// - Parameters:
    ///   - continuations: Returns how often the process has continued so far.
    ///   - now: Returns the time, from a clock that also runs while the machine is suspended.
    init(
        continuations: @escaping @Sendable () -> Int, limit: Duration = RevocationGate.limit,
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

    /// Calls `body` whenever the gate shuts, on the thread that asks whether it is open.
    func onShutting(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.whenShut = body } }

    /// Runs `catchUp` whenever the gate shuts, and opens it when that is done. Where the events of auth are read, too,
    /// their reader takes its place.
    public func onShutting(catchUp: @escaping @Sendable () async -> Void) {
        onShutting { [weak self] in
            Task {
                guard let turn = self?.turn else { return }
                await catchUp()
                self?.opens(after: turn)
            }
        }
    }

    /// Records a beat, which shows that the process runs. Callable from any thread.
    public func beat() { _ = isOpen }

    /// True when requests may be taken. The listener asks before each message, because the process may have stood still
    /// since the last one.
    var isOpen: Bool {
        let count = stops()
        if count == seen.load(ordering: .relaxed), !isShut.load(ordering: .relaxed) { return true }
        return look(count)
    }

    /// Returns how often the process stood still so far, and records a beat.
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

    /// The number of times the gate has shut. Reads that start now belong to this turn.
    var turn: Int {
        _ = isOpen
        return state.withLock { $0.turn }
    }

    /// Opens the gate if it has not shut again since `turn`: all events of auth are handled, or cannot be read now.
    func opens(after turn: Int) {
        state.withLock { state in
            guard state.turn == turn else { return }
            state.openFrom = nil
            isShut.store(false, ordering: .relaxed)
        }
    }
}
