import Coordination
import Hosting
import Signals
import Storage
import Synchronization

/// One or two threads that hash passwords, with a bounded queue for known users and one for strangers.
///
/// Known users are served first; strangers get one turn after every ``knownInARow`` known users. The bounded queues
/// limit the load: sign-ins that arrive faster than they can be checked are refused and asked to retry, and memory is
/// used for only as many hashes as there are threads.
final class HashingThreads: Sendable {
    /// The longest queue of either kind: some two seconds of work.
    static let mostWaiting = 128
    /// The number of known users served before one waiting stranger. The owner of an account must not block everybody
    /// who signs in for the first time.
    static let knownInARow = 3

    private let queue: HashingQueue

    /// - Precondition: 1 or 2 threads.
    init(count: Int) {
        precondition((1...2).contains(count), "Passwords are hashed on one or two threads.")
        let queue = HashingQueue()
        self.queue = queue
        for index in 1...count {
            BackgroundThread.start(named: "hashing-\(index)") { while let job = queue.next() { job() } }
        }
    }

    // Closes the queue. The threads hold it until they have finished the waiting jobs, then they end.
    deinit { queue.close() }

    /// Returns the length of a queue.
    func waiting(for asker: PasswordAsker) -> Int { queue.count(for: asker) }

    /// Runs `work` on one of the threads.
    /// - Throws: The error that `work` throws; ``Fault`` `overloaded` when the queue is full.
    func run<Value: Sendable>(
        for asker: PasswordAsker, _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let isTaken = queue.add(for: asker) { continuation.resume(with: Result { try work() }) }
            if !isTaken {
                continuation.resume(
                    throwing: Fault(.overloaded, .tooManySigningIn, retryAfterMilliseconds: 2000))
            }
        }
    }
}

/// The jobs that wait for the hashing threads.
private final class HashingQueue: Sendable {
    typealias Job = @Sendable () -> Void

    private struct State {
        var jobs: [PasswordAsker: [Job]] = [:]
        var knownInARow = 0
        var isClosed = false

        /// Removes and returns the job whose turn it is.
        mutating func take() -> Job? {
            let isStrangersTurn = knownInARow >= HashingThreads.knownInARow
            for asker in isStrangersTurn ? [.stranger, .known] : PasswordAsker.allCases
            where jobs[asker]?.isEmpty == false {
                knownInARow = asker == .known ? knownInARow + 1 : 0
                return jobs[asker]?.removeFirst()
            }
            return nil
        }
    }

    private let state = Mutex(State())
    private let wakeUp = ThreadWakeUp()

    func count(for asker: PasswordAsker) -> Int { state.withLock { $0.jobs[asker]?.count ?? 0 } }

    func add(for asker: PasswordAsker, _ job: @escaping Job) -> Bool {
        let isTaken = state.withLock { state in
            guard !state.isClosed, state.jobs[asker, default: []].count < HashingThreads.mostWaiting else {
                return false
            }
            state.jobs[asker, default: []].append(job)
            return true
        }
        if isTaken { wakeUp.wake() }
        return isTaken
    }

    /// Returns the job whose turn it is and waits for one if there is none; nil after the close.
    func next() -> Job? {
        while true {
            wakeUp.wait()
            let (job, isOver) = state.withLock { state -> (Job?, Bool) in
                (state.take(), state.isClosed)
            }
            if let job { return job }
            if isOver {
                // Passes the wake-up on to the other thread.
                wakeUp.wake()
                return nil
            }
        }
    }

    func close() {
        state.withLock { $0.isClosed = true }
        wakeUp.wake()
    }
}
