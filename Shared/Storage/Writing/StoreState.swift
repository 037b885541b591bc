import Coordination
import Synchronization

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
    /// The traces of the newest events.
    let eventTraces = EventTraces()
    private let listeners = Mutex<[@Sendable (Int64) -> Void]>([])

    init(_ options: StoreOptions) {
        writes = JobQueue(limit: options.writesWaiting, workers: 1)
        reads = JobQueue(limit: options.readsWaiting, workers: options.readers)
    }

    func addListener(_ body: @escaping @Sendable (Int64) -> Void) { listeners.withLock { $0.append(body) } }

    /// Publishes `sequence` as the newest on disk.
    func publish(_ sequence: Int64) {
        newestSequence.store(sequence, ordering: .releasing)
        for listener in listeners.withLock({ $0 }) { listener(sequence) }
    }
}
