import Coordination
import SQLite
import Synchronization

/// Work for the writer's thread that is no write: to repeat commits, or to begin to lead.
typealias WriterOrder = @Sendable (Writer) -> Void

/// The state that the threads of a store share.
final class StoreState: Sendable {
    let writes: JobQueue<WriteJob>
    let reads: JobQueue<ReadJob>
    let checkpoints: JobQueue<Void> = JobQueue(limit: 1, workers: 1)
    /// The sequence of the newest event on disk.
    let newestSequence = Atomic<Int64>(0)
    /// True while the checkpointer works or is asked to.
    let isCheckpointAsked = Atomic(false)
    /// True when the checkpointer has moved all it could and the writer has to move the rest.
    let isRestMissing = Atomic(false)
    /// True after a sync of the file failed: what was moved there may be lost, so that the log has to stay.
    let mustKeepLog = Atomic(false)
    /// Counts commits.
    let meter = CommitMeter()
    /// The traces of the newest events.
    let eventTraces = EventTraces()
    /// True while the store follows a log and takes no writes of its own.
    let isFollowing: Atomic<Bool>
    /// True when the database has the schema of the program; a follower may have an older one.
    let isSchemaOwn = Atomic(true)
    /// What the writer is to do apart from writes, oldest first.
    private let orders = Mutex<[WriterOrder]>([])
    private let listeners = Mutex<[@Sendable (Int64) -> Void]>([])
    private let comparers = Mutex<(@Sendable (Result<ContentMark, any Error>) -> Void)?>(nil)
    private let followers = Mutex<[@Sendable (Connection) throws -> Void]>([])

    init(_ options: StoreOptions) {
        writes = JobQueue(limit: options.writesWaiting, workers: 1)
        reads = JobQueue(limit: options.readsWaiting, workers: options.readers)
        isFollowing = Atomic(options.followedHouse != nil)
    }

    /// Reports that the log could not be moved into the file.
    func couldNotMoveLog(_ error: SQLiteError, _ options: StoreOptions) {
        options.reportTrouble(error)
        guard error.code == .syncFailed else { return }
        mustKeepLog.store(true, ordering: .releasing)
        // Only a database that nobody has open forgets what of its log it has moved.
        options.mustRestart("The file could not be synced, so its log has to be moved again; restart.")
    }

    /// Has the writer carry out an order after the writes at hand.
    func order(_ order: @escaping WriterOrder) {
        orders.withLock { $0.append(order) }
        writes.poke()
    }

    /// Returns the orders that wait, and forgets them.
    func takeOrders() -> [WriterOrder] {
        orders.withLock { orders in
            defer { orders = [] }
            return orders
        }
    }

    func addListener(_ body: @escaping @Sendable (Int64) -> Void) { listeners.withLock { $0.append(body) } }

    func addFollower(_ body: @escaping @Sendable (Connection) throws -> Void) { followers.withLock { $0.append(body) } }

    /// Receives the marks that a follower repeats; nil when nobody asks for them.
    var comparer: (@Sendable (Result<ContentMark, any Error>) -> Void)? {
        get { comparers.withLock { $0 } }
        set { comparers.withLock { $0 = newValue } }
    }

    /// Tells that commits were repeated.
    func tellFollowers(_ connection: Connection) throws {
        for follower in followers.withLock({ $0 }) { try follower(connection) }
    }

    /// Publishes `sequence` as the newest on disk.
    func publish(_ sequence: Int64) {
        newestSequence.store(sequence, ordering: .releasing)
        for listener in listeners.withLock({ $0 }) { listener(sequence) }
    }
}
