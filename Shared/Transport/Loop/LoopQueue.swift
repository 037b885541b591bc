import Glibc
import Synchronization

/// What waits for the thread of a ``SocketLoop``, and the bell that wakes it: rung once for a whole burst.
final class LoopQueue: Sendable {
    /// A piece of work, by the way it has to be run.
    enum Job {
        /// A step of a task that is on an actor of the loop.
        case actor(UnownedJob)
        /// A step of a task that prefers the loop and is on no actor.
        case task(UnownedJob)
        case plain(@Sendable () -> Void)
    }

    private struct State {
        var jobs: ContiguousArray<Job> = []
        var isSignalled = false
        var isStopped = false
    }

    let wakeUp = WakeUp()
    private let state = Mutex(State())
    private let threadID = Atomic<UInt>(0)

    /// The calling thread is the loop's from now on.
    func adoptThread() { threadID.store(UInt(pthread_self()), ordering: .relaxed) }

    /// Whether this is the loop's thread.
    var isOnThread: Bool { threadID.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// Adds a job, from any thread.
    func add(_ job: Job) {
        let isOnThread = isOnThread
        let mustWake = state.withLock { state in
            state.jobs.append(job)
            if state.isSignalled || isOnThread { return false }
            state.isSignalled = true
            return true
        }
        if mustWake { wakeUp.ring() }
    }

    /// Exchanges the jobs that wait for an empty list, whose memory takes those that come next.
    func take(into jobs: inout ContiguousArray<Job>) {
        state.withLock { state in
            state.isSignalled = false
            swap(&state.jobs, &jobs)
        }
    }

    /// Whether nothing waits, and whether the thread is to end once that is so.
    var status: (isIdle: Bool, isStopped: Bool) { state.withLock { ($0.jobs.isEmpty, $0.isStopped) } }

    /// Has the thread end after the jobs that wait now.
    func stop() { state.withLock { $0.isStopped = true } }
}

/// Runs tasks on the thread of a ``SocketLoop``.
///
/// It is an executor of its own, beside the one of the loop's actors, because Swift compares both: a task that ran as
/// if on an actor would be queued anew at each step that is on none, and a request has a dozen of them.
public final class LoopTasks: TaskExecutor {
    private let queue: LoopQueue

    init(queue: LoopQueue) { self.queue = queue }

    /// Takes a step of a task.
    public func enqueue(_ job: consuming ExecutorJob) { queue.add(.task(UnownedJob(job))) }

    /// This executor, for tasks.
    public func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }
}
