import Coordination
import Reasons
import SQLite

/// A waiting read.
struct ReadJob: Sendable {
    /// Does the work and returns the delivery of its result.
    let run: @Sendable (ReadTransaction) throws -> WriteJob.Delivery
    /// Delivers an error instead.
    let fail: @Sendable (any Error) -> Void
}

/// The loop of a reader thread: one snapshot per read, over a connection that cannot write.
struct Reader {
    let path: String
    let options: StoreOptions
    let state: StoreState

    /// Works until the queue is closed and empty.
    func run() {
        // The first read opens it, so that an idle service holds no memory for it.
        var transaction: ReadTransaction?
        while let jobs = state.reads.take(until: { _ in true }) {
            for job in jobs {
                do throws(SQLiteError) {
                    let opened: ReadTransaction
                    if let transaction { opened = transaction } else { opened = try open() }
                    transaction = opened
                    try read(job, in: opened)
                } catch {
                    options.reportTrouble(error)
                    transaction?.connection.close()
                    transaction = nil
                    job.fail(Fault.disk(error, otherwise: .diskUnreadable))
                }
            }
        }
        transaction?.connection.close()
        state.reads.workerEnded()
    }

    private func read(_ job: ReadJob, in transaction: ReadTransaction) throws(SQLiteError) {
        try transaction.connection.run("BEGIN")
        let deliver: WriteJob.Delivery
        do {
            deliver = try job.run(transaction)
        } catch let error as SQLiteError where error.isOfTheDisk {
            throw error
        } catch {
            deliver = { job.fail(error) }
        }
        try transaction.connection.run("COMMIT")
        deliver()
    }

    private func open() throws(SQLiteError) -> ReadTransaction {
        var settings = ConnectionOptions.reader
        settings.cacheKibibytes = options.readerCacheKibibytes
        return ReadTransaction(try Connection(path: path, options: settings))
    }
}
