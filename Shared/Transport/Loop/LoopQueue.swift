import Glibc
import Hosting
import Synchronization

/// The jobs that wait for the thread of a ``SocketLoop``, and its wake-up, which is signalled once per burst.
final class LoopQueue: Sendable {
    /// A job, by the way it has to run.
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

    /// Makes the calling thread the loop's thread.
    func adoptThread() { threadID.store(UInt(pthread_self()), ordering: .relaxed) }

    /// True on the loop's thread.
    var isOnThread: Bool { threadID.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// Adds a job. Callable from any thread.
    func add(_ job: Job) {
        let isOnThread = isOnThread
        let mustWake = state.withLock { state in
            state.jobs.append(job)
            if state.isSignalled || isOnThread { return false }
            state.isSignalled = true
            return true
        }
        if mustWake { wakeUp.wake() }
    }

    /// Swaps the waiting jobs with an empty list, whose memory holds the next jobs.
    func take(into jobs: inout ContiguousArray<Job>) {
        state.withLock { state in
            state.isSignalled = false
            swap(&state.jobs, &jobs)
        }
    }

    /// Whether no job waits, and whether the thread is to end once that is so.
    var status: (isIdle: Bool, isStopped: Bool) { state.withLock { ($0.jobs.isEmpty, $0.isStopped) } }

    /// Makes the thread end after the jobs that wait now.
    func stop() { state.withLock { $0.isStopped = true } }
}

/// An executor that runs tasks on the thread of a ``SocketLoop``.
///
/// It is separate from the executor of the loop's actors, because Swift compares the two. A task that ran as if on an
/// actor would be queued again at each step that is on none, and a request has a dozen such steps.
public final class LoopTasks: TaskExecutor {
    private let queue: LoopQueue

    init(queue: LoopQueue) { self.queue = queue }

    /// Queues a step of a task.
    public func enqueue(_ job: consuming ExecutorJob) { queue.add(.task(UnownedJob(job))) }

    /// This executor, for tasks.
    public func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }
}
