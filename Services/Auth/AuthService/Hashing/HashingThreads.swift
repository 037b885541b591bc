import Coordination
import Hosting
import Signals
import Storage
import Synchronization

/// One or two threads that hash passwords one after another, and bounded queues before them: one of those who are
/// known, which is served first, and one of strangers, who get one turn after every ``knownInARow`` of the others.
///
/// The queues are the brake: whoever sends sign-ins faster than they can be checked is told to come again, and the
/// memory in use stays that of as many hashes as there are threads.
final class HashingThreads: Sendable {
    /// How many may wait in each queue: some two seconds of work.
    static let mostWaiting = 128
    /// How many of the known come before a stranger who waits: somebody with an account of their own must not shut out
    /// everybody who signs in for the first time.
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

    // The threads end when they have done what waits, and hold the queue until then.
    deinit { queue.close() }

    /// How many wait in a queue.
    func waiting(for asker: PasswordAsker) -> Int { queue.count(for: asker) }

    /// Runs `work` on one of the threads.
    /// - Throws: What `work` threw; ``Fault`` `overloaded` when too many wait.
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

/// What waits for the hashing threads.
private final class HashingQueue: Sendable {
    typealias Job = @Sendable () -> Void

    private struct State {
        var jobs: [PasswordAsker: [Job]] = [:]
        var knownInARow = 0
        var isClosed = false

        /// Takes the job whose turn it is.
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

    /// The job whose turn it is; waits for one, nil after the close.
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
