import CPageChecksums
import CSQLite
import Glibc
import Synchronization

/// An open database. One thread may use it at a time; concurrent use traps.
///
/// It may move between threads while it is idle, that is, without an open statement. Either use
/// ``withConnection(path:options:_:)``, or create one and keep it on the thread that writes.
///
/// The library runs in its multi-thread mode (`SQLITE_OPEN_NOMUTEX`): its own locks would slow down each call, and
/// would hide mistakes instead of exposing them. `sqlite3_open_v2`, `sqlite3_close`
public final class Connection {
    /// Interrupts a long statement from another thread.
    public let interruptHandle: InterruptHandle

    let database: OpaquePointer
    var cache: [StatementKey: PreparedStatement] = [:]
    /// The statements of ``repeatChanges(_:)``, by their text.
    var repeatedStatements: [String: PreparedStatement] = [:]
    var savepoints = Savepoints()
    /// Nil unless changes are recorded.
    var recorder: ChangeRecorder?
    private let committedLogPages = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    private var isClosed = false

    /// The thread inside a call or with an open statement, 0 for none; `depth` counts its nested claims.
    private let user = Atomic<pthread_t>(0)
    private var depth = 0

    /// Opens and configures the database: write-ahead log (unless read-only or in memory), foreign keys on.
    /// - Parameters:
    ///   - path: The file; `:memory:` is a separate database that ends with the connection.
    ///   - options: The options for opening it.
    /// - Throws: ``SQLiteError``: `cannotOpen`, `notADatabase`, `busy`, `readOnly`, `ioError`.
    public init(path: String, options: ConnectionOptions = ConnectionOptions()) throws(SQLiteError) {
        let access =
            switch options.access {
            case .read: SQLITE_OPEN_READONLY
            case .write: SQLITE_OPEN_READWRITE
            case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        precondition(countsNoMemory, "SQLite was used before its bindings were.")
        var opened: OpaquePointer?
        let result = sqlite3_open_v2(
            path, &opened, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, kopilka_page_checksums())
        guard let opened, result == SQLITE_OK else {
            let error =
                opened == nil
                ? SQLiteError(code: .noMemory, message: "There is no memory for a connection.")
                : SQLiteError.last(opened, sql: nil)
            sqlite3_close(opened)
            committedLogPages.deallocate()
            throw error
        }
        database = opened
        committedLogPages.initialize(to: 0)
        interruptHandle = InterruptHandle(opened)
        try configure(options)
    }

    deinit {
        // Statements retain the connection, so none is open here.
        if !isClosed { finish() }
        committedLogPages.deallocate()
    }

    /// Opens a database, calls `body` with it and closes it.
    /// - Returns: The result of `body`.
    /// - Throws: ``SQLiteError`` from opening, or the error of `body`.
    public static func withConnection<Result>(
        path: String, options: ConnectionOptions = ConnectionOptions(), _ body: (Connection) throws -> Result
    ) throws -> Result {
        let connection = try Connection(path: path, options: options)
        defer { connection.close() }
        return try body(connection)
    }

    /// Closes the database and rolls back an open transaction. Closing twice is allowed. `sqlite3_close`
    /// - Precondition: No statement is open.
    public func close() {
        guard !isClosed else { return }
        precondition(depth == 0, "A SQLite connection was closed while a statement of it was open.")
        enter()
        finish()
        isClosed = true
        leave()
    }

    private func finish() {
        interruptHandle.disarm()
        for statement in cache.values { sqlite3_finalize(statement.handle) }
        for statement in repeatedStatements.values { sqlite3_finalize(statement.handle) }
        (cache, repeatedStatements) = ([:], [:])
        let result = sqlite3_close(database)
        precondition(result == SQLITE_OK, "A SQLite connection was closed while a statement of it was open.")
    }

    /// The number of pages in the write-ahead log after the last commit of this connection, moved into the file or not.
    /// It is counted only when ``ConnectionOptions/automaticCheckpointPages`` is 0. `sqlite3_wal_hook`
    public var logPages: Int { Int(committedLogPages.pointee) }

    private func countLogPages() {
        sqlite3_wal_hook(
            database,
            { pages, _, _, count in
                pages?.assumingMemoryBound(to: Int32.self).pointee = count
                return SQLITE_OK
            }, committedLogPages)
    }

    private func configure(_ options: ConnectionOptions) throws(SQLiteError) {
        let (seconds, attoseconds) = options.busyTimeout.components
        let milliseconds = min(max(seconds, 0), 2_000_000) * 1000 + max(attoseconds, 0) / 1_000_000_000_000_000
        sqlite3_busy_timeout(database, Int32(clamping: milliseconds))
        guard kopilka_sqlite_add_bits(database) == SQLITE_OK else { throw .last(database) }
        try execute(
            """
            PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;
            PRAGMA cache_size = -\(options.cacheKibibytes);
            """)
        guard options.access != .read else { return }
        reserveChecksums()
        try execute(
            """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = \(options.synchronous.rawValue);
            PRAGMA wal_autocheckpoint = \(options.automaticCheckpointPages);
            """)
        // SQLite's own checkpoints use the same hook.
        if options.automaticCheckpointPages == 0 { countLogPages() }
    }
}

@available(*, unavailable, message: "A SQLite connection is used by one thread at a time.")
extension Connection: Sendable {}

/// Turns off SQLite's memory statistics before anything else. They count the bytes of each allocation under a lock of
/// the whole process, which took a fifteenth of the time of a long list of transfers. `SQLITE_CONFIG_MEMSTATUS`
let countsNoMemory = kopilka_sqlite_count_no_memory() == SQLITE_OK

extension Connection {
    /// Claims the connection for this thread; claims may be nested.
    ///
    /// Ordering: the owner synchronises a move between threads. Acquire and release only make the claim itself sound.
    @inline(__always)
    func enter() {
        let me = pthread_self()
        if user.load(ordering: .relaxed) != me {
            let (isFree, _) = user.compareExchange(expected: 0, desired: me, ordering: .acquiring)
            precondition(isFree, "A SQLite connection was used by two threads at once.")
        }
        precondition(!isClosed, "A SQLite connection was used after close().")
        depth += 1
    }

    /// Releases one claim of this thread.
    @inline(__always)
    func leave() {
        precondition(
            user.load(ordering: .relaxed) == pthread_self(), "A SQLite statement was ended by a thread not its own.")
        depth -= 1
        if depth == 0 { user.store(0, ordering: .releasing) }
    }
}
