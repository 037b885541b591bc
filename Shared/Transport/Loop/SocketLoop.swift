import Glibc
import Hosting
import ZeroMQ

/// The one thread of a process that owns its ZeroMQ sockets, and the executor of the actors that use them.
///
/// libzmq sockets must stay on one thread, so the actors that hold sockets run here. Their calls need neither a lock
/// nor a hop from the poll to the handler. A quick handler runs here as well, as a task that prefers ``tasks``.
/// Blocking work (a database, a password hash) has threads of its own. Other threads hand jobs over through a queue.
public final class SocketLoop: SerialExecutor {
    /// Runs tasks on this thread.
    public let tasks: LoopTasks
    private let queue = LoopQueue()
    /// Proof: created here, and afterwards touched only through `onLoop`, which traps on any thread but the loop's, and
    /// by the thread itself in `run`.
    nonisolated(unsafe) private let core: LoopCore

    /// Starts the thread.
    /// - Parameter maximumSockets: The most sockets that the context allows.
    public init(maximumSockets: Int = 1023) {
        core = LoopCore(context: Context(maximumSockets: maximumSockets))
        tasks = LoopTasks(queue: queue)
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

    /// Ends the thread after the jobs that wait now. Open sockets are closed.
    func endThread() {
        queue.stop()
        perform {}
    }

    // MARK: Handing over

    /// Runs `body` on the loop's thread, soon, in the order of the calls.
    public func perform(_ body: @escaping @Sendable () -> Void) { queue.add(.plain(body)) }

    /// Queues a job of an actor.
    public func enqueue(_ job: consuming ExecutorJob) { queue.add(.actor(UnownedJob(job))) }

    /// True on the loop's thread.
    public var isOnLoop: Bool { queue.isOnThread }

    /// Signalled when jobs come; polled together with the sockets.
    var wakeUp: WakeUp { queue.wakeUp }

    /// Traps on any thread but the loop's.
    public func checkIsolated() {
        precondition(isOnLoop, "This belongs to the thread of the socket loop.")
    }

    /// Answers `assumeIsolated` of the actors that live here.
    public func isIsolatingCurrentContext() -> Bool? { isOnLoop }

    /// This executor, for actors.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    // MARK: On the loop's thread

    /// Passes the state of the thread to `body`.
    /// - Precondition: Called on the loop's thread.
    func onLoop<Value>(_ body: (LoopCore) throws -> Value) rethrows -> Value {
        checkIsolated()
        return try body(core)
    }

    private func run() {
        queue.adoptThread()
        Continuations.countHere()
        var jobs: ContiguousArray<LoopQueue.Job> = []
        core.poller.add(fileDescriptor: wakeUp.descriptor)
        while true {
            runJobs(&jobs)
            core.fireTimers()
            let (isIdle, isStopped) = queue.status
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

    /// Runs the waiting jobs and the jobs that they add, for a limited number of rounds, so that sockets do not wait.
    private func runJobs(_ jobs: inout ContiguousArray<LoopQueue.Job>) {
        // A request is a few jobs, each of which adds the next. Without these rounds, the sockets would be polled after
        // each job.
        for _ in 0..<Self.roundsPerTurn {
            queue.take(into: &jobs)
            if jobs.isEmpty { return }
            for job in jobs { run(job) }
            jobs.removeAll(keepingCapacity: jobs.count <= Self.jobsKept)
        }
    }

    private static let roundsPerTurn = 8
    /// Frees buffers larger than the usual burst.
    private static let jobsKept = 4096

    private func run(_ job: LoopQueue.Job) {
        switch job {
        case .actor(let job): job.runSynchronously(on: asUnownedSerialExecutor())
        case .task(let job): job.runSynchronously(on: tasks.asUnownedTaskExecutor())
        case .plain(let body): body()
        }
    }
}
