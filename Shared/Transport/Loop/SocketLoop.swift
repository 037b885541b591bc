import Glibc
import Synchronization
import ZeroMQ

/// The one thread of a process that owns its ZeroMQ sockets, and the executor of the actors that use them.
///
/// libzmq sockets must stay on one thread, so the actors that hold sockets run here: their calls need no lock and no
/// hop from the poll to the handler. A quick handler runs here as well, as a task that prefers this executor; whatever
/// blocks (a database, a password hash) has a thread of its own. Other threads hand jobs over through a queue and a
/// bell, rung once for a whole burst.
public final class SocketLoop: SerialExecutor, TaskExecutor {
    private let queue = Mutex(JobQueue())
    let wakeUp = WakeUp()
    private let threadID = Atomic<UInt>(0)
    /// Proof: made here, afterwards touched only through `onLoop`, which traps on any thread but the loop's, and by
    /// the thread itself in `run`.
    nonisolated(unsafe) private let core: LoopCore

    private struct JobQueue {
        var jobs: ContiguousArray<Job> = []
        var isSignalled = false
        var isStopped = false
    }

    private enum Job {
        case swift(UnownedJob)
        case plain(@Sendable () -> Void)
    }

    /// Starts the thread.
    /// - Parameter maximumSockets: How many sockets the context allows.
    public init(maximumSockets: Int = 1023) {
        core = LoopCore(context: Context(maximumSockets: maximumSockets))
        let retained = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let status = pthread_create(
            &thread, nil,
            { pointer in
                guard let pointer else { return nil }
                let loop = Unmanaged<SocketLoop>.fromOpaque(pointer).takeRetainedValue()
                loop.run()
                return nil
            }, retained.toOpaque())
        precondition(status == 0, "The thread of the socket loop could not be started (error \(status)).")
        pthread_detach(thread)
    }

    /// Opens when the thread has ended.
    let ended = StopGate()

    /// Ends the thread after the jobs that wait now. Sockets that are still open are closed.
    func endThread() {
        queue.withLock { $0.isStopped = true }
        perform {}
    }

    // MARK: Handing over

    /// Runs `body` on the loop's thread, soon, in the order of the calls.
    public func perform(_ body: @escaping @Sendable () -> Void) { add(.plain(body)) }

    /// Takes a job of an actor or a task.
    public func enqueue(_ job: consuming ExecutorJob) { add(.swift(UnownedJob(job))) }

    /// Whether this is the loop's thread.
    public var isOnLoop: Bool { threadID.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// Traps when this is not the loop's thread.
    public func checkIsolated() {
        precondition(isOnLoop, "This belongs to the thread of the socket loop.")
    }

    /// For `assumeIsolated` of the actors that live here.
    public func isIsolatingCurrentContext() -> Bool? { isOnLoop }

    /// This executor, for actors.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    /// This executor, for tasks.
    public func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }

    private func add(_ job: Job) {
        let mustWake = queue.withLock { queue in
            queue.jobs.append(job)
            if queue.isSignalled || isOnLoop { return false }
            queue.isSignalled = true
            return true
        }
        if mustWake { wakeUp.ring() }
    }

    // MARK: On the loop's thread

    /// Lends what belongs to the thread.
    /// - Precondition: Called on the loop's thread.
    func onLoop<Value>(_ body: (LoopCore) throws -> Value) rethrows -> Value {
        checkIsolated()
        return try body(core)
    }

    private func run() {
        threadID.store(UInt(pthread_self()), ordering: .relaxed)
        core.poller.add(fileDescriptor: wakeUp.descriptor)
        while true {
            runJobs()
            core.fireTimers()
            let (isStopped, isIdle) = queue.withLock { ($0.isStopped, $0.jobs.isEmpty) }
            if isStopped, isIdle { break }
            do {
                try core.poll(milliseconds: isIdle ? core.millisecondsToNextTimer : 0)
            } catch {
                preconditionFailure(
                    "Polling failed, which only a socket closed behind the loop's back can cause: \(error)")
            }
            if core.poller.isReadable(at: 0) { wakeUp.hush() }
            core.serveReadySockets()
        }
        core.close()
        ended.open()
    }

    /// Runs the jobs that wait, and those that they add, as long as that does not keep sockets waiting.
    private func runJobs() {
        // A request is a few jobs, each of which adds the next: without the turns between them the sockets would be
        // looked at after each.
        var rounds = 0
        while rounds < Self.roundsPerTurn, runWaitingJobs() { rounds += 1 }
    }

    private static let roundsPerTurn = 8

    /// Runs the jobs that wait, not those that they add.
    /// - Returns: Whether there was one.
    private func runWaitingJobs() -> Bool {
        let jobs = queue.withLock { queue in
            queue.isSignalled = false
            defer { queue.jobs.removeAll() }
            return queue.jobs
        }
        for job in jobs {
            switch job {
            case .swift(let job):
                job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
            case .plain(let body): body()
            }
        }
        return !jobs.isEmpty
    }
}
