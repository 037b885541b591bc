import Coordination
import Domain
import Glibc
@_exported import SQLite
import Synchronization

/// The database of a service: one SQLite file, one writer thread and a few reader threads.
///
/// Writes that wait at the same time share one commit and so one sync of the disk. Each succeeds or fails alone, and is
/// answered only when it is on disk. A read sees the snapshot of its start and never waits for writes. Blocking work
/// runs on threads of the store, never on Swift's pool.
///
/// The module re-exports SQLite's connections, statements and rows, which the bodies of transactions use.
public final class Store: Sendable {
    let state: StoreState
    private let renderer: (any EventRenderer)?

    /// Opens the file, creates it if needed, and migrates it to the schema of the program.
    ///
    /// - Parameters:
    ///   - path: The file, readable by its owner only, in an existing directory. The caller ensures that only one
    /// process has it open at a time.
    ///   - migrations: The steps of the service's own schema, 1, 2, 3 ...
    ///   - participants: State in memory that follows the writes.
    ///   - renderer: Renders the events that ``WriteTransaction/append(renderedFrom:of:)`` added.
    /// - Throws: ``StorageError``: `notADatabase`, `newerThanProgram`, `migrationFailed`, `cannotOpen`, `full`,
    ///   `system`.
    public static func open(
        at path: String, migrations: [Migration], options: StoreOptions = StoreOptions(),
        participants: [any TransactionParticipant] = [], renderer: (any EventRenderer)? = nil
    ) async throws -> Store {
        let state = StoreState(options)
        try await withCheckedThrowingContinuation { (opened: CheckedContinuation<Void, any Error>) in
            do {
                try WorkerThread.start {
                    defer { state.writes.workerEnded() }
                    do throws(StorageError) {
                        try makeFile(path)
                        let writer = try Writer(
                            path: path, migrations: migrations, options: options, state: state,
                            participants: participants)
                        opened.resume()
                        writer.run()
                    } catch {
                        opened.resume(throwing: error)
                    }
                }
            } catch {
                opened.resume(throwing: error)
            }
        }
        let store = Store(state, renderer)
        for _ in 0..<options.readers {
            try WorkerThread.start { Reader(path: path, options: options, state: state).run() }
        }
        try WorkerThread.start { Checkpointer(path: path, options: options, state: state).run() }
        return store
    }

    private init(_ state: StoreState, _ renderer: (any EventRenderer)?) {
        self.state = state
        self.renderer = renderer
    }

    deinit {
        state.reads.close()
        state.checkpoints.close()
        state.writes.close()
    }

    /// Runs `body` in a transaction on the writer's thread, and returns when the writes are on disk.
    ///
    /// A `body` that throws is rolled back. It must not wait for anything and must be quick, because all other writes
    /// wait for it.
    /// - Parameters:
    ///   - deadline: A write that still waits at this instant never runs.
    ///   - weight: The share of a commit that it takes, see ``StoreOptions/weightPerCommit``; about one per row.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`; ``Fault`` `overloaded` and `unavailable` (nothing was done), `deadlineExceeded`
    ///   (it never ran), `storageUnavailable` (the disk is full or fails; nothing was done, but a process that is
    ///   killed at this moment may find it done).
    nonisolated(nonsending) public func write<Value: Sendable>(
        deadline: Instant? = nil, weight: Int = 1,
        _ body: @escaping @Sendable (WriteTransaction) throws -> Value
    ) async throws -> Value {
        guard !isFollowing else { throw Fault(.unavailable, .notLeading, retryAfterMilliseconds: 100) }
        return try await withCheckedThrowingContinuation { continuation in
            let job = WriteJob(
                deadline: deadline, weight: weight, trace: TraceContext.current,
                run: { transaction in
                    let value = try body(transaction)
                    return { continuation.resume(returning: value) }
                },
                fail: { continuation.resume(throwing: $0) })
            if let refusal = state.writes.add(job) { continuation.resume(throwing: refusal) }
        }
    }

    /// Runs `body` on a reader's thread over a snapshot of the data on disk.
    ///
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`; ``Fault`` `overloaded`, `unavailable`, `storageUnavailable`.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (ReadTransaction) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let job = ReadJob(
                run: { transaction in
                    let value = try body(transaction)
                    return { continuation.resume(returning: value) }
                },
                fail: { continuation.resume(throwing: $0) })
            if let refusal = state.reads.add(job) { continuation.resume(throwing: refusal) }
        }
    }

    /// The number of waiting writes; a measure of load.
    public var writesWaiting: Int { state.writes.count }

    /// What waits at the moment, and the commits since the opening.
    public var measurements: StoreMeasurements {
        StoreMeasurements(
            writesWaiting: state.writes.count, readsWaiting: state.reads.count,
            oldestWrite: max(state.writes.waitingTime, state.meter.runningTime),
            oldestRead: state.reads.waitingTime, commits: state.meter.counted)
    }

    /// True while the log is being moved into the file beside the writes, or is about to be.
    package var isMovingLog: Bool { state.isCheckpointAsked.load(ordering: .acquiring) }

    /// Refuses new work, finishes waiting work, moves the log into the file and closes it. A second call does no harm.
    public func close() async {
        state.writes.refuse()
        state.reads.close()
        state.checkpoints.close()
        await state.reads.waitForWorkers()
        await state.checkpoints.waitForWorkers()
        // The writer's connection closes last: only then can it truncate the log, and SQLite can remove it.
        state.writes.close()
        await state.writes.waitForWorkers()
    }

    /// Creates an empty file that only its owner can read. SQLite's companion files get the same mode.
    private static func makeFile(_ path: String) throws(StorageError) {
        let descriptor = Glibc.open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            throw StorageError(.cannotOpen, "\(path) cannot be written (\(reason)); check its directory and owner.")
        }
        Glibc.close(descriptor)
    }
}

extension Store: EventLog {
    /// Returns the events after `sequence`, oldest first, at most `limit`, read on a reader's thread.
    public func events(after sequence: Int64, limit: Int) async throws -> [Event] {
        guard sequence < newestSequence(), limit > 0 else { return [] }
        // Neither the tables nor the memory of the renderer are known.
        guard isSchemaOwn else { throw Fault(.unavailable, .notLeading, retryAfterMilliseconds: 1000) }
        var page = try await read { [renderer] transaction in
            try EventPage(connection: transaction.connection, renderer: renderer).read(after: sequence, limit: limit)
        }
        state.eventTraces.mark(&page)
        return page
    }

    /// Returns the sequence of the newest event on disk, 0 when there is none. Costs next to nothing.
    public func newestSequence() -> Int64 { state.newestSequence.load(ordering: .acquiring) }

    /// Calls `body` with the newest sequence after each commit that wrote events. `body` runs on the writer's thread
    /// and must be quick.
    public func onAppend(_ body: @escaping @Sendable (Int64) -> Void) { state.addListener(body) }
}
