import SQLite
import Synchronization

/// The loop of the thread that moves the write-ahead log into the file while the writer goes on.
struct Checkpointer {
    let path: String
    let options: StoreOptions
    let state: StoreState

    /// Works until its queue is closed.
    func run() {
        var connection: Connection?
        while state.checkpoints.take(until: { _ in true }) != nil {
            do throws(SQLiteError) {
                let opened: Connection
                if let connection { opened = connection } else { opened = try open() }
                connection = opened
                try moveMost(opened)
                state.isRestMissing.store(true, ordering: .releasing)
            } catch {
                state.couldNotMoveLog(error, options)
                connection = nil
            }
            state.isCheckpointAsked.store(false, ordering: .releasing)
        }
        connection?.close()
        state.checkpoints.workerEnded()
    }

    /// Moves the log into the file and syncs the file, repeatedly, until little is left. The writer moves the rest, and
    /// waiting writes wait for that as well.
    private func moveMost(_ connection: Connection) throws(SQLiteError) {
        for _ in 0..<Self.mostPasses {
            let before = try connection.checkpoint(.passive)
            try connection.syncFile()
            let written = try connection.checkpoint(.passive).logPages - before.logPages
            try connection.syncFile()
            // A long read may block all progress. Another pass would find the same then.
            if written <= options.checkpointPages / Self.shareLeft { return }
        }
    }

    private static let mostPasses = 3
    private static let shareLeft = 16

    private func open() throws(SQLiteError) -> Connection {
        var settings = ConnectionOptions()
        settings.access = .write
        settings.automaticCheckpointPages = 0
        settings.cacheKibibytes = 64
        return try Connection(path: path, options: settings)
    }
}
