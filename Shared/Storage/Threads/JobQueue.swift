import Coordination
import Reasons
import Synchronization

/// A queue of jobs for worker threads, oldest first, at most ``limit`` jobs.
///
/// A thread is woken only when it sleeps. Under load, adding a job costs a short lock and nothing else.
final class JobQueue<Job: Sendable>: Sendable {
    /// The most jobs that may wait.
    let limit: Int
    private let state: Mutex<State>
    private let wakeUp = ThreadWakeUp()

    private enum Addition { case added(wake: Bool), full, closed }

    private struct State {
        var waiting: [Job] = []
        /// The index of the oldest job in ``waiting``. Earlier entries are already taken.
        var head = 0
        var sleepers = 0
        var workers: Int
        /// Since when jobs wait and no worker has taken one.
        var waitsSince: ContinuousClock.Instant?
        var isRefusing = false
        var isClosed = false
        var isPoked = false
        var closers: [CheckedContinuation<Void, Never>] = []

        var count: Int { waiting.count - head }
    }

    init(limit: Int, workers: Int) {
        self.limit = limit
        state = Mutex(State(workers: workers))
    }

    /// The number of waiting jobs.
    var count: Int { state.withLock { $0.count } }

    /// The time for which jobs wait without a worker taking one; zero when none waits. When workers take jobs but not
    /// all of them, the oldest job has waited longer.
    var waitingTime: Duration { state.withLock { $0.waitsSince.map { .now - $0 } ?? .zero } }

    /// Adds a job.
    /// - Returns: The reason for a refusal; nil when the job was added.
    func add(_ job: Job) -> Fault? {
        let outcome: Addition = state.withLock { state in
            if state.isRefusing { return .closed }
            if state.count >= limit { return .full }
            // The clock is read once per turn of a worker, not once per job.
            if state.waitsSince == nil { state.waitsSince = .now }
            state.waiting.append(job)
            guard state.sleepers > 0 else { return .added(wake: false) }
            state.sleepers -= 1
            return .added(wake: true)
        }
        switch outcome {
        case .added(let wake):
            if wake { wakeUp.wake() }
            return nil
        case .full:
            return Fault(.overloaded, .diskTooSlow, retryAfterMilliseconds: 100)
        case .closed:
            return Fault(.unavailable, .stopping)
        }
    }

    /// Makes a worker return from ``take(until:)``, even without a job.
    func poke() {
        let wakes = state.withLock { state in
            state.isPoked = true
            guard state.sleepers > 0 else { return false }
            state.sleepers -= 1
            return true
        }
        if wakes { wakeUp.wake() }
    }

    /// Takes the oldest jobs; waits for one when there is none.
    ///
    /// - Parameter isEnough: Called with each job. Returning true leaves the rest for the next turn.
    /// - Returns: At least one job, or none after a ``poke()``; nil when the queue is closed and empty, after which the
    ///   thread ends.
    func take(until isEnough: (Job) -> Bool) -> [Job]? {
        while true {
            var (isOver, isPoked) = (false, false)
            let taken: [Job] = state.withLock { state in
                isPoked = state.isPoked
                state.isPoked = false
                guard state.count > 0 else {
                    isOver = state.isClosed && !isPoked
                    if !isOver, !isPoked { state.sleepers += 1 }
                    return []
                }
                var end = state.head
                repeat { end += 1 } while !isEnough(state.waiting[end - 1]) && end < state.waiting.count
                let jobs = Array(state.waiting[state.head..<end])
                state.head = end
                if end == state.waiting.count {
                    state.waiting.removeAll(keepingCapacity: true)
                    state.head = 0
                    state.waitsSince = nil
                    return jobs
                }
                state.waitsSince = .now
                if end > 1024 {
                    state.waiting.removeFirst(end)
                    state.head = 0
                }
                return jobs
            }
            if !taken.isEmpty || isPoked { return taken }
            if isOver { return nil }
            wakeUp.wait()
        }
    }

    /// Refuses new jobs. Waiting jobs are still done, and the workers stay.
    func refuse() { state.withLock { $0.isRefusing = true } }

    /// Refuses new jobs. Waiting jobs are still done, then the workers end.
    func close() {
        let sleepers = state.withLock { state in
            (state.isRefusing, state.isClosed) = (true, true)
            defer { state.sleepers = 0 }
            return state.sleepers
        }
        for _ in 0..<sleepers { wakeUp.wake() }
    }

    /// Counts a worker as ended. Each worker calls it as its last action.
    func workerEnded() {
        let closers = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.workers -= 1
            guard state.workers == 0 else { return [] }
            defer { state.closers = [] }
            return state.closers
        }
        for closer in closers { closer.resume() }
    }

    /// Returns once all workers have ended. Call ``close()`` first.
    func waitForWorkers() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.workers > 0 { state.closers.append(continuation) }
                return state.workers == 0
            }
            if isOver { continuation.resume() }
        }
    }
}
