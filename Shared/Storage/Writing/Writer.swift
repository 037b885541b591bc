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
    let path: String
    let options: StoreOptions
    let state: StoreState
    let migrations: [Migration]
    /// Without ``replies``, which only a store that leads needs.
    let participants: [any TransactionParticipant]
    private let replies: ReplyIndex
    /// True when the participants have what the database has.
    var hasLoaded = false
    /// Nil without a log, and while the store follows one.
    private(set) var journal: Journal?
    /// Nil after the disk failed, until the file can be opened again, and while the store follows a log.
    private var transaction: WriteTransaction?
    /// Takes the place of a connection whose disk failed.
    private var replacement: Connection?
    /// The connection of a store that follows a log.
    var copy: Connection?
    private var pagesAtLastCheckpoint = 0

    /// Opens the file and migrates it to the schema of the program. A follower gets its schema from the log instead.
    init(
        path: String, migrations: [Migration], options: StoreOptions, state: StoreState,
        participants: [any TransactionParticipant]
    ) throws(StorageError) {
        self.path = path
        self.options = options
        self.state = state
        self.migrations = migrations
        replies = ReplyIndex(gathering: options.keysInMemory)
        self.participants = participants
        do {
            try Connection.rewriteLog(ofDatabaseAt: path)
            let connection = try PageChecksums(path: path, options: options).added(to: Self.open(path, options))
            if let house = options.followedHouse {
                try follow(house, on: connection)
            } else {
                if options.commitLog == nil { try Journal.forget(connection) }
                try lead(on: connection, options.commitLog)
            }
        } catch {
            throw Self.failure(error, path)
        }
    }

    /// Opens the log, migrates the database, and takes writes from now on.
    ///
    /// - Parameter connect: Connects to the log; nil without one.
    func lead(on connection: Connection, _ connect: CommitLogConnector?) throws {
        if let connect {
            let journal = Journal(try connect())
            try journal.open(connection)
            self.journal = journal
        }
        try Migrator(path: path, connection: connection, commit: { [journal] in try Self.commit(connection, journal) })
            .run(migrations)
        let transaction = try begin(on: connection)
        self.transaction = transaction
        if options.followedHouse != nil { try state.tellFollowers(connection) }
        state.isSchemaOwn.store(true, ordering: .releasing)
        if transaction.newestSequence != state.newestSequence.load(ordering: .relaxed) {
            state.publish(transaction.newestSequence)
        }
        fillFilter()
    }

    static func failure(_ error: any Error, _ path: String) -> StorageError {
        switch error {
        case let error as StorageError: error
        case let error as SQLiteError: StorageError(opening: path, error)
        case let error as CommitLogError: StorageError(error)
        default: StorageError(.system, "\(path) cannot be opened: \(error).")
        }
    }

    private static func commit(_ connection: Connection, _ journal: Journal?) throws {
        if let journal { try journal.commit(connection) } else { try connection.run("COMMIT") }
    }

    /// Works until the queue is closed and empty, then truncates the log and closes the file.
    func run() {
        var weight = 0
        while let jobs = state.writes.take(until: { job in
            weight += job.weight
            return weight >= options.weightPerCommit
        }) {
            weight = 0
            if !jobs.isEmpty { write(jobs) }
            for order in state.takeOrders() { order(self) }
            moveLog()
            fillFilter()
        }
        for order in state.takeOrders() { order(self) }
        guard let connection = transaction?.connection ?? replacement ?? copy else { return }
        if !state.mustKeepLog.load(ordering: .acquiring) {
            do throws(SQLiteError) {
                try connection.checkpoint(.truncate)
            } catch {
                state.couldNotMoveLog(error, options)
            }
        }
        if state.mustKeepLog.load(ordering: .acquiring) { connection.keepLog() }
        connection.close()
    }

    /// Commits a group of writes.
    private func write(_ jobs: [WriteJob]) {
        let now = options.deadlineClock.now()
        var deliveries: [WriteJob.Delivery] = []
        deliveries.reserveCapacity(jobs.count)
        var traces: [EventTraces.Entry] = []
        state.meter.begins()
        do {
            let transaction = try usableTransaction()
            let pagesBefore = transaction.connection.logPages
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
            try replies.prepare(transaction)
            try transaction.writeOpenRun()
            try Self.commit(transaction.connection, journal)
            // The log begins again at its first page once it was moved into the file.
            let pages = transaction.connection.logPages
            state.meter.committed(writes: jobs.count, pages: pages >= pagesBefore ? pages - pagesBefore : pages)
            for participant in participants { participant.committed() }
            replies.committed()
            // Before anyone can read the events.
            if !traces.isEmpty { state.eventTraces.add(traces) }
            if transaction.newestSequence != state.newestSequence.load(ordering: .relaxed) {
                state.publish(transaction.newestSequence)
            }
        } catch {
            state.meter.failed()
            giveUp(error)
            let fault = (error as? CommitLogError)?.fault ?? .disk(error, otherwise: .diskFull)
            for job in jobs { job.fail(fault) }
            restartIfNeeded(after: error)
            return
        }
        for delivery in deliveries { delivery() }
    }

    func restartIfNeeded(after error: any Error) {
        guard let trouble = error as? CommitLogError else { return }
        let isReplaced = trouble.code == .replaced || trouble.code == .differs
        if trouble.code == .unknown || options.followedHouse != nil && isReplaced {
            options.mustRestart(trouble.message)
        }
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
    func giveUp(_ error: any Error) {
        if let trouble = error as? SQLiteError { options.reportTrouble(trouble) }
        if let trouble = error as? CommitLogError { options.reportLogTrouble(trouble) }
        for participant in participants { participant.aborted() }
        replies.aborted()
        guard let transaction else { return }
        transaction.goBack(to: state.newestSequence.load(ordering: .relaxed))
        do throws(SQLiteError) {
            if transaction.connection.isInTransaction { try transaction.connection.execute("ROLLBACK") }
            transaction.connection.dropChanges()
            // A full disk or a log out of reach does not discredit the connection; a failed read or write does.
            if let trouble = error as? SQLiteError, trouble.code.primary == .full { return }
            if let trouble = error as? CommitLogError, trouble.code != .unknown { return }
        } catch {
            options.reportTrouble(error)
        }
        // Opened first: if no connection were left, the next one would read the log anew, and find a commit in it that
        // was refused because its sync failed. If this fails, the next write tries again, and tells why it cannot.
        replacement = try? Self.open(path, options)
        transaction.connection.close()
        self.transaction = nil
        hasLoaded = false
    }

    func usableTransaction() throws -> WriteTransaction {
        if let transaction { return transaction }
        let connection = try replacement ?? Self.open(path, options)
        replacement = nil
        try journal?.resume(connection)
        let opened = try begin(on: connection)
        // Only now is it known whether a commit whose last step failed is in the file.
        let durable = state.newestSequence.load(ordering: .relaxed)
        guard opened.newestSequence == durable else {
            let reason = "The disk has event \(opened.newestSequence), but \(durable) was the last known; restart."
            options.mustRestart(reason)
            throw SQLiteError(code: .ioError, message: reason)
        }
        transaction = opened
        return opened
    }

    private func begin(on connection: Connection) throws -> WriteTransaction {
        if hasLoaded {
            // Those of a follower that begins to lead. Commits came until it had claimed the log.
            for participant in participants { try participant.follow(connection) }
            for participant in participants { participant.committed() }
        } else {
            for participant in participants { try participant.load(connection) }
            hasLoaded = true
        }
        try replies.load(connection)
        return WriteTransaction(
            connection: connection, newestSequence: try connection.newestSequence(), replies: replies,
            participants: participants + [replies])
    }

    /// Starts to fill the key filter, when it is new.
    private func fillFilter() {
        guard let (round, hash) = replies.beginFilling() else { return }
        FilterFilling(replies: replies, state: state, round: round, reportTrouble: options.reportTrouble)
            .read(from: hash)
    }

    static func open(_ path: String, _ options: StoreOptions) throws(SQLiteError) -> Connection {
        var settings = ConnectionOptions()
        settings.automaticCheckpointPages = 0
        settings.cacheKibibytes = options.writerCacheKibibytes
        // The log has each commit before it counts, and what a power failure undoes here is repeated from there.
        if options.commitLog != nil || options.followedHouse != nil { settings.synchronous = .normal }
        let connection = try Connection(path: path, options: settings)
        if let pages = options.maximumPages { try connection.execute("PRAGMA max_page_count = \(pages)") }
        return connection
    }

    /// Moves a long log into the file. The checkpointer moves it beside the writes. The writer moves the rest, which
    /// came meanwhile, so that the log starts again at its beginning. The writer moves all of it when the log has grown
    /// beyond ``StoreOptions/maximumLogPages``.
    private func moveLog() {
        guard let connection = transaction?.connection ?? copy, !state.mustKeepLog.load(ordering: .acquiring) else {
            return
        }
        let pages = connection.logPages
        if pages < pagesAtLastCheckpoint { pagesAtLastCheckpoint = 0 }
        let isRestMissing = state.isRestMissing.exchange(false, ordering: .acquiring)
        if isRestMissing || pages > options.maximumLogPages + pagesAtLastCheckpoint {
            // When a long read blocks it, the next attempt waits until as much again has been written.
            pagesAtLastCheckpoint = pages
            do throws(SQLiteError) {
                try connection.checkpoint(.passive)
            } catch {
                state.couldNotMoveLog(error, options)
            }
        } else if pages > options.checkpointPages + pagesAtLastCheckpoint,
            !state.isCheckpointAsked.exchange(true, ordering: .acquiring)
        {
            _ = state.checkpoints.add(())
        }
    }

    private static let tooLate = Fault(.deadlineExceeded, .waitedTooLong)
}
