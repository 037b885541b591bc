import Coordination
import Domain
import Glibc
import Hosting
import SQLite
import Storage

/// Keeps the log of a service short: it makes a snapshot when the newest is too old, and removes what only serves
/// moments that need not be restored any more.
public struct SnapshotKeeper: Sendable {
    /// Where the service has its files.
    public struct Files: Sendable {
        let database: String
        let keys: [(name: String, path: String)]

        /// - Parameters:
        ///   - database: The path of the database.
        ///   - keys: The paths of the service's keys by their names, as far as they exist.
        public init(database: String, keys: [(name: String, path: String)]) {
            self.database = database
            self.keys = keys
        }
    }

    private let access: LogAccess
    private let files: Files
    private let clock: WallClock
    private let interval: Duration
    private let memory: Duration

    /// - Parameters:
    ///   - interval: The longest time between two snapshots of a database that changes.
    ///   - memory: How far back a database can be restored.
    public init(_ access: LogAccess, _ files: Files, clock: WallClock, interval: Duration, memory: Duration) {
        self.access = access
        self.files = files
        self.clock = clock
        self.interval = interval
        self.memory = memory
    }

    /// Makes a snapshot if one is due, and trims the log. Waits for the database of the log.
    ///
    /// - Parameter isStopping: Asked between the parts of a snapshot.
    /// - Throws: ``CommitLogError``, ``SQLiteError``, `HostingError`; `CancellationError` when it is to stop.
    public func work(isStopping: () -> Bool = { false }) throws {
        let snapshots = LogSnapshots(access)
        defer { snapshots.close() }
        var kept = try snapshots.list()
        let now = clock.now()
        if let newest = try position(of: files.database), newest.house == access.house,
            kept.last.map({ $0.number < newest.head.number && $0.time + interval <= now }) ?? true
        {
            kept.append(try save(to: snapshots, isStopping))
        }
        // The newest snapshot from before the oldest moment that must be restorable serves that moment.
        guard let needed = kept.last(where: { $0.time + memory <= now }), needed.number > kept[0].number else { return }
        try snapshots.trim(before: needed.number)
    }

    private func save(to snapshots: LogSnapshots, _ isStopping: () -> Bool) throws -> LogSnapshot {
        let copy = files.database + ".snapshot"
        unlink(copy)
        try Connection.withConnection(path: files.database, options: .reader) { try $0.backUp(to: copy) }
        defer { for suffix in ["", "-wal", "-shm"] { unlink(copy + suffix) } }
        guard let position = try position(of: copy) else {
            throw CommitLogError(.differs, "The copy of \(files.database) follows no log.")
        }
        let keys = files.keys.filter { Glibc.access($0.path, R_OK) == 0 }
        try snapshots.save([("\(access.service).db", copy)] + keys, at: position, isStopping: isStopping)
        return LogSnapshot(number: position.head.number, time: position.time)
    }

    private func position(of path: String) throws -> LogPosition? {
        try Connection.withConnection(path: path, options: .reader) { try $0.logPosition() }
    }
}

/// Runs a ``SnapshotKeeper`` from time to time, on a thread of its own.
public final class SnapshotMember: ProcessMember {
    public let name = "snapshots"
    private let keeper: SnapshotKeeper
    private let pause: Duration
    private let wakeUp = TaskWakeUp()
    private let log: Log

    /// - Parameter pause: The time between two looks.
    public init(_ keeper: SnapshotKeeper, every pause: Duration = .seconds(60), log: Log) {
        self.keeper = keeper
        self.pause = pause
        self.log = log
    }

    public func start() async throws {}

    public func run() async throws {
        while !wakeUp.isClosed {
            let failure: (any Error)? = await withCheckedContinuation { continuation in
                BackgroundThread.start(named: "log-snapshot") { [keeper, wakeUp] in
                    do {
                        try keeper.work { wakeUp.isClosed }
                        continuation.resume(returning: nil)
                    } catch {
                        continuation.resume(returning: error)
                    }
                }
            }
            if let failure, !wakeUp.isClosed { log.error("no snapshot was made", ["snapshot.error": .error(failure)]) }
            await wakeUp.wait(atMost: pause)
        }
    }

    public func stop() async { wakeUp.close() }
}
