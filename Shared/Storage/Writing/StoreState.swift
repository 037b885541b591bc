import Coordination
import Synchronization

/// What the threads of a store share.
final class StoreState: Sendable {
    let writes: JobQueue<WriteJob>
    let reads: JobQueue<ReadJob>
    let checkpoints: JobQueue<Void> = JobQueue(limit: 1, workers: 1)
    /// The sequence of the newest event that is on the disk.
    let newestSequence = Atomic<Int64>(0)
    /// Whether the checkpointer is at work or waits to be.
    let isCheckpointAsked = Atomic(false)
    /// Whether the checkpointer has moved all it could and the writer should move the rest.
    let isRestMissing = Atomic(false)
    /// Which requests the newest events are consequences of.
    let eventTraces = EventTraces()
    private let listeners = Mutex<[@Sendable (Int64) -> Void]>([])

    init(_ options: StoreOptions) {
        writes = JobQueue(limit: options.writesWaiting, workers: 1)
        reads = JobQueue(limit: options.readsWaiting, workers: options.readers)
    }

    func addListener(_ body: @escaping @Sendable (Int64) -> Void) { listeners.withLock { $0.append(body) } }

    /// Makes `sequence` known as the newest on the disk.
    func publish(_ sequence: Int64) {
        newestSequence.store(sequence, ordering: .releasing)
        for listener in listeners.withLock({ $0 }) { listener(sequence) }
    }
}
