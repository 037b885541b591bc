import SQLite
import Synchronization

/// What the thread does that moves the log into the file while others write.
struct Checkpointer {
    let path: String
    let options: StoreOptions
    let state: StoreState

    /// Works until its queue is closed.
    func run() {
        var connection: Connection?
        while state.checkpoints.take(until: { _ in true }) != nil {
            do throws(SQLiteError) {
                if connection == nil { connection = try open() }
                try connection?.checkpoint(.passive)
                state.isRestMissing.store(true, ordering: .releasing)
            } catch {
                options.reportTrouble(error)
                connection = nil
            }
            state.isCheckpointAsked.store(false, ordering: .releasing)
        }
        connection?.close()
        state.checkpoints.workerEnded()
    }

    private func open() throws(SQLiteError) -> Connection {
        var settings = ConnectionOptions()
        settings.access = .write
        settings.automaticCheckpointPages = 0
        settings.cacheKibibytes = 64
        return try Connection(path: path, options: settings)
    }
}
