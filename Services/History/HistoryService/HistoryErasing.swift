import Coordination
import Hosting
import Synchronization

/// Erases the remaining rows of forgotten users: after the start, and whenever another user is forgotten.
final class HistoryErasing: ProcessMember {
    let name = "erasing"

    private let store: SQLiteHistoryStore
    private let log: Log
    private let wakeUp = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let work = Mutex<Task<Void, Never>?>(nil)

    init(store: SQLiteHistoryStore, log: Log) {
        self.store = store
        self.log = log
    }

    /// Wakes the erasing of a forgotten user.
    func wake() { wakeUp.continuation.yield() }

    func start() async throws {}

    func run() async throws {
        let task = Task { [store, log, wakeUp] in
            await Self.erase(store, log)
            for await _ in wakeUp.stream { await Self.erase(store, log) }
        }
        work.withLock { $0 = task }
        await task.value
    }

    func stop() async {
        wakeUp.continuation.finish()
        let task = work.withLock { $0 }
        task?.cancel()
        await task?.value
    }

    /// Erases the rows of forgotten users. After a failure it is retried at the next start, or when another user is
    /// forgotten.
    private static func erase(_ store: SQLiteHistoryStore, _ log: Log) async {
        do {
            try await Erasing(store: store).erase()
        } catch is CancellationError {
            return
        } catch {
            log.warning("rows of a forgotten user could not be erased", ["error": "\(error)"])
        }
    }
}
