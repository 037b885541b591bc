import Domain
import SQLite

/// The settings of a store. All have defaults that suit every service.
public struct StoreOptions: Sendable {
    /// The clock that deadlines are compared with. Default: the machine's clock, which the senders of deadlines use,
    /// too, whatever time `KOPILKA_CLOCK` sets.
    public var deadlineClock = WallClock.system
    /// The most writes that may wait. Default 8,192. Further writes are refused with `overloaded`.
    public var writesWaiting = 8_192
    /// The most writes that share a commit, counted by weight. Default 512. A single write always fits.
    public var weightPerCommit = 512
    /// The most reads that may wait. Default 4,096. Further reads are refused with `overloaded`.
    public var readsWaiting = 4_096
    /// The number of reader threads, each with its own connection. Default 2.
    public var readers = 2
    /// The writer's page cache, in KiB. Default 32,768.
    public var writerCacheKibibytes = 32_768
    /// The page cache of each reader, in KiB. Default 4,096.
    public var readerCacheKibibytes = 4_096
    /// The size of the write-ahead log, in pages of 4 KiB, above which the checkpointer moves it into the file beside
    /// the writes. Default 4,096 (16 MiB).
    public var checkpointPages = 4_096
    /// The size of the write-ahead log, in pages of 4 KiB, above which the writer itself moves it, which slows writes
    /// down. Default 65,536 (256 MiB).
    public var maximumLogPages = 65_536
    /// The number of idempotency keys that gather in memory before they go into the index on disk. Default 65,536. The
    /// actual maximum is about twice as many.
    public var keysInMemory = 65_536
    /// The most pages of the file; nil for no limit but the disk's. `PRAGMA max_page_count`
    public var maximumPages: Int?
    /// Connects to the log that has each commit before it counts; nil without one. Called on the writer's thread.
    public var commitLog: CommitLogConnector?
    /// The house in whose log the store begins as a follower; nil for a store that leads from the beginning. A follower
    /// repeats the commits of the log (``Store/follow(_:)``) and takes no writes, until it is told to lead
    /// (``Store/lead(_:done:)``). Its ``commitLog`` is nil.
    public var followedHouse: String?
    /// Called when memory may differ from the disk: end the process, so that its successor reads the disk. Until then
    /// all writes are refused. Also called when a sync of the file failed: the successor moves the whole log into it.
    /// Until then the log only grows. Called on the thread on which it happened.
    public var mustRestart: @Sendable (_ reason: String) -> Void = { _ in }
    /// Receives failures of the log. Called on the writer's thread.
    public var reportLogTrouble: @Sendable (CommitLogError) -> Void = { _ in }
    /// Receives failures of the disk or of SQLite, for the log. Called on the thread on which they happened.
    public var reportTrouble: @Sendable (SQLiteError) -> Void = { _ in }

    /// Creates the default settings.
    public init() {}
}
