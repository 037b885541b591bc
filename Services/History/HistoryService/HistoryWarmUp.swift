import Coordination
import Hosting
import Storage
import Synchronization

/// Loads large books into memory after a start: once the database has the schema of the program, on every machine.
final class HistoryWarmUp: ProcessMember {
    let name = "warm-up"

    private let store: SQLiteHistoryStore
    private let log: Log
    private let readable = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let work = StoppableWork()

    init(store: SQLiteHistoryStore, log: Log) {
        self.store = store
        self.log = log
        if store.store.isFollowing { store.store.onFollow { [readable] _ in readable.continuation.yield() } }
        if store.store.isSchemaOwn { readable.continuation.yield() }
    }

    func start() async throws {}

    func run() async throws {
        await work.run { [store, log, readable] in
            var isDone = false
            // A member that returns would end the process.
            for await _ in readable.stream where !isDone {
                isDone = true
                do {
                    try await store.warmUp()
                } catch {
                    log.warning("books could not be loaded into memory", ["error": "\(error)"])
                }
            }
        }
    }

    func stop() async { await work.stop()?.value }
}
