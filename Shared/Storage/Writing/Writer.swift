import Coordination
import Domain
import Reasons
import SQLite
import Synchronization

/// A waiting write: its work and the delivery of its result.
struct WriteJob: Sendable {
    /// Resumes the waiting caller. Called once, after the commit.
    typealias Delivery = @Sendable () -> Void

    let deadline: Instant?
    let weight: Int
    /// The trace that its events name as their cause; nil when none is active.
    let trace: TraceContext?
    /// Does the work and returns the delivery of its result.
    let run: @Sendable (WriteTransaction) throws -> Delivery
    /// Delivers an error instead.
    let fail: @Sendable (any Error) -> Void
}

/// The loop of the writer thread: it takes all waiting writes, runs them in one transaction with a savepoint each,
/// commits once, and only then resumes the waiting callers.
final class Writer {
    private let path: String
    private let options: StoreOptions
    private let state: StoreState
    private let participants: [any TransactionParticipant]
    private let replies: ReplyIndex
    /// Nil after the disk failed, until the file can be opened again.
    private var transaction: WriteTransaction?
    private var pagesAtLastCheckpoint = 0

    /// Opens the file and migrates it to the schema of the program.
    init(
        path: String, migrations: [Migration], options: StoreOptions, state: StoreState,
        participants: [any TransactionParticipant]
    ) throws(StorageError) {
        self.path = path
        self.options = options
        self.state = state
        replies = ReplyIndex(gathering: options.keysInMemory)
        self.participants = participants + [replies]
        let connection: Connection
        do throws(SQLiteError) {
            connection = try Self.open(path, options)
        } catch {
            throw StorageError(opening: path, error)
        }
        try Migrator(path: path, connection: connection).run(migrations)
        do throws(SQLiteError) {
            transaction = try begin(on: connection)
        } catch {
            throw StorageError(opening: path, error)
        }
        state.newestSequence.store(transaction?.newestSequence ?? 0, ordering: .releasing)
        fillFilter()
    }

    /// Works until the queue is closed and empty, then truncates the log and closes the file.
    func run() {
        var weight = 0
        while let jobs = state.writes.take(until: { job in
            weight += job.weight
            return weight >= options.weightPerCommit
        }) {
            weight = 0
            write(jobs)
            moveLog()
            fillFilter()
        }
        guard let connection = transaction?.connection else { return }
        do throws(SQLiteError) { try connection.checkpoint(.truncate) } catch { options.reportTrouble(error) }
        connection.close()
    }

    /// Commits a group of writes.
    private func write(_ jobs: [WriteJob]) {
        let now = options.deadlineClock.now()
        var deliveries: [WriteJob.Delivery] = []
        deliveries.reserveCapacity(jobs.count)
        var traces: [EventTraces.Entry] = []
        do {
            let transaction = try usableTransaction()
            try transaction.connection.run("BEGIN IMMEDIATE")
            for job in jobs {
                if let deadline = job.deadline, deadline < now {
                    deliveries.append { job.fail(Self.tooLate) }
                } else {
                    let before = transaction.newestSequence
                    deliveries.append(try run(job, in: transaction))
                    if let trace = job.trace, transaction.newestSequence > before {
                        traces.append(
                            EventTraces.Entry(sequences: before + 1...transaction.newestSequence, trace: trace))
                    }
                }
            }
            for participant in participants { try participant.prepare(transaction) }
            try transaction.writeOpenRun()
            try transaction.connection.run("COMMIT")
            for participant in participants { participant.committed() }
            // Before anyone can read the events.
            if !traces.isEmpty { state.eventTraces.add(traces) }
            if transaction.newestSequence != state.newestSequence.load(ordering: .relaxed) {
                state.publish(transaction.newestSequence)
            }
        } catch {
            giveUp(error)
            for job in jobs { job.fail(Self.diskFailed) }
            return
        }
        for delivery in deliveries { delivery() }
    }

    /// Runs one write so that it succeeds or fails alone.
    /// - Throws: A failure of the disk, which fails the whole commit.
    private func run(_ job: WriteJob, in transaction: WriteTransaction) throws -> WriteJob.Delivery {
        do {
            return try transaction.attempt { try job.run(transaction) }
        } catch {
            if let trouble = error as? SQLiteError, trouble.isOfTheDisk { throw trouble }
            guard transaction.connection.isInTransaction else { throw error }
            return { job.fail(error) }
        }
    }

    /// Rolls everything back to the last commit.
    private func giveUp(_ error: any Error) {
        if let trouble = error as? SQLiteError { options.reportTrouble(trouble) }
        for participant in participants { participant.aborted() }
        guard let transaction else { return }
        transaction.goBack(to: state.newestSequence.load(ordering: .relaxed))
        do throws(SQLiteError) {
            if transaction.connection.isInTransaction { try transaction.connection.execute("ROLLBACK") }
            // A full disk does not discredit the connection; a failed read or write does.
            if let trouble = error as? SQLiteError, trouble.code.primary == .full { return }
        } catch {
            options.reportTrouble(error)
        }
        transaction.connection.close()
        self.transaction = nil
    }

    private func usableTransaction() throws(SQLiteError) -> WriteTransaction {
        if let transaction { return transaction }
        let opened = try begin(on: try Self.open(path, options))
        // Only now is it known whether a commit whose last step failed is in the file.
        let durable = state.newestSequence.load(ordering: .relaxed)
        guard opened.newestSequence == durable else {
            throw SQLiteError(
                code: .ioError,
                message: "The disk has event \(opened.newestSequence), but \(durable) was the last known; restart.")
        }
        transaction = opened
        return opened
    }

    private func begin(on connection: Connection) throws(SQLiteError) -> WriteTransaction {
        try replies.load(connection)
        return WriteTransaction(
            connection: connection, newestSequence: try connection.newestSequence(), replies: replies,
            participants: participants)
    }

    /// Starts to fill the key filter, when it is new.
    private func fillFilter() {
        guard let (round, hash) = replies.beginFilling() else { return }
        FilterFilling(replies: replies, state: state, round: round, reportTrouble: options.reportTrouble)
            .read(from: hash)
    }

    private static func open(_ path: String, _ options: StoreOptions) throws(SQLiteError) -> Connection {
        var settings = ConnectionOptions()
        settings.automaticCheckpointPages = 0
        settings.cacheKibibytes = options.writerCacheKibibytes
        let connection = try Connection(path: path, options: settings)
        if let pages = options.maximumPages { try connection.execute("PRAGMA max_page_count = \(pages)") }
        return connection
    }

    /// Moves a long log into the file. The checkpointer moves it beside the writes. The writer moves the rest, which
    /// came meanwhile, so that the log starts again at its beginning. The writer moves all of it when the log has grown
    /// beyond ``StoreOptions/maximumLogPages``.
    private func moveLog() {
        guard let connection = transaction?.connection else { return }
        let pages = connection.logPages
        if pages < pagesAtLastCheckpoint { pagesAtLastCheckpoint = 0 }
        let isRestMissing = state.isRestMissing.exchange(false, ordering: .acquiring)
        if isRestMissing || pages > options.maximumLogPages + pagesAtLastCheckpoint {
            // When a long read blocks it, the next attempt waits until as much again has been written.
            pagesAtLastCheckpoint = pages
            do throws(SQLiteError) { try connection.checkpoint(.passive) } catch { options.reportTrouble(error) }
        } else if pages > options.checkpointPages + pagesAtLastCheckpoint,
            !state.isCheckpointAsked.exchange(true, ordering: .acquiring)
        {
            _ = state.checkpoints.add(())
        }
    }

    private static let tooLate = Fault(.deadlineExceeded, .waitedTooLong)
    private static let diskFailed = Fault(.storageUnavailable, .diskFull, retryAfterMilliseconds: 1000)
}

extension SQLiteError {
    /// True when the disk or the memory failed, rather than the SQL.
    var isOfTheDisk: Bool {
        switch code.primary {
        case .full, .ioError, .noMemory, .readOnly, .cannotOpen, .corrupt, .notADatabase, .busy: true
        default: false
        }
    }
}
