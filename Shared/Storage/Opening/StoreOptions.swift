import Domain
import SQLite

/// How a store works. All have defaults that suit every service.
public struct StoreOptions: Sendable {
    /// What deadlines are compared with. Default: the machine's clock, which those who set deadlines go by, whatever
    /// time `KOPILKA_CLOCK` says it is.
    public var deadlineClock = WallClock.system
    /// How many writes may wait. Default 8,192; more are refused with `overloaded`.
    public var writesWaiting = 8_192
    /// How many writes share a commit, counted by weight. Default 512; one write always fits.
    public var weightPerCommit = 512
    /// How many reads may wait. Default 4,096; more are refused with `overloaded`.
    public var readsWaiting = 4_096
    /// Threads that read, each with a connection of its own. Default 2.
    public var readers = 2
    /// Memory of the writer for pages, in KiB. Default 32,768.
    public var writerCacheKibibytes = 32_768
    /// Memory of each reader for pages, in KiB. Default 4,096.
    public var readerCacheKibibytes = 4_096
    /// Pages of 4 KiB in the log from which on it is moved into the file, beside the writes. Default 4,096 (16 MiB).
    public var checkpointPages = 4_096
    /// Pages of 4 KiB in the log from which on the writer itself moves it, which slows writes down. Default 65,536
    /// (256 MiB).
    public var maximumLogPages = 65_536
    /// How many idempotency keys gather in memory before they go into their index on the disk. Default 65,536, and about
    /// twice as many at most.
    public var keysInMemory = 65_536
    /// The most pages the file may have; nil for no limit but the disk's. `PRAGMA max_page_count`
    public var maximumPages: Int?
    /// Told what the disk or SQLite did not do, for the log. Called on the thread it happened on.
    public var reportTrouble: @Sendable (SQLiteError) -> Void = { _ in }

    /// The defaults.
    public init() {}
}
