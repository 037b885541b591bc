import Coordination
import Domain
import Glibc
@_exported import SQLite
import Synchronization

/// A service's database: one SQLite file, one thread that writes, a few that read.
///
/// Writes that wait at the same time share one commit and so one wait for the disk; each succeeds or fails alone, and
/// is answered only when it is on the disk. Reads see the snapshot of their beginning and never wait for writes.
/// Whatever blocks runs on threads of the store's own, never on Swift's pool.
///
/// The module hands on SQLite's connections, statements and rows, which is what bodies work with.
public final class Store: Sendable {
    private let state: StoreState
    private let renderer: (any EventRenderer)?

    /// Opens the file, making it when there is none, and brings it to the schema of the program.
    ///
    /// - Parameters:
    ///   - path: The file, readable for its owner only; its directory exists. One process may have it open at a time,
    ///     which is the caller's to see to.
    ///   - migrations: The steps of the service's own schema, 1, 2, 3 ...
    ///   - participants: State in memory that follows the writes.
    ///   - renderer: Makes the events that ``WriteTransaction/append(renderedFrom:of:)`` added.
    /// - Throws: ``StorageError``: `notADatabase`, `newerThanProgram`, `migrationFailed`, `cannotOpen`, `full`, `system`.
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

    /// Runs `body` in a transaction on the writer's thread, and returns when what it wrote is on the disk.
    ///
    /// `body` writes everything or, when it throws, nothing. It must not wait for anything, and takes as little time as
    /// it can: all others wait for it.
    /// - Parameters:
    ///   - deadline: A write that still waits then never runs.
    ///   - weight: What share of a commit it takes, see ``StoreOptions/weightPerCommit``; about one for each row.
    /// - Returns: What `body` returned.
    /// - Throws: What `body` threw; ``Fault`` `overloaded` and `unavailable` (nothing was done), `deadlineExceeded`
    ///   (it never ran), `storageUnavailable` (the disk is full or fails; nothing was done).
    nonisolated(nonsending) public func write<Value: Sendable>(
        deadline: Instant? = nil, weight: Int = 1,
        _ body: @escaping @Sendable (WriteTransaction) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
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

    /// Runs `body` on a reader's thread over a snapshot of what is on the disk.
    ///
    /// - Returns: What `body` returned.
    /// - Throws: What `body` threw; ``Fault`` `overloaded`, `unavailable`, `storageUnavailable`.
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

    /// How many writes wait now; a measure of load.
    public var writesWaiting: Int { state.writes.count }

    /// Takes nothing new, finishes what waits, moves the log into the file and closes it. Closing twice is fine.
    public func close() async {
        state.writes.refuse()
        state.reads.close()
        state.checkpoints.close()
        await state.reads.waitForWorkers()
        await state.checkpoints.waitForWorkers()
        // The writer's connection closes last: only then can it cut the log, and SQLite remove it.
        state.writes.close()
        await state.writes.waitForWorkers()
    }

    /// Makes an empty file that only its owner can read; SQLite's companions of it get the same mode.
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
    /// The events after `sequence`, oldest first, at most `limit`; read on a reader's thread.
    public func events(after sequence: Int64, limit: Int) async throws -> [Event] {
        guard sequence < newestSequence(), limit > 0 else { return [] }
        var page = try await read { [renderer] transaction in
            try EventPage(connection: transaction.connection, renderer: renderer).read(after: sequence, limit: limit)
        }
        state.eventTraces.mark(&page)
        return page
    }

    /// The sequence of the newest event that is on the disk, 0 when there is none. Costs next to nothing.
    public func newestSequence() -> Int64 { state.newestSequence.load(ordering: .acquiring) }

    /// Calls `body` with the newest sequence after each commit that wrote events, on the writer's thread: be quick.
    public func onAppend(_ body: @escaping @Sendable (Int64) -> Void) { state.addListener(body) }
}
