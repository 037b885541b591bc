/// The options for opening a database. All connections also have foreign keys on, trusted schema off and temporary
/// tables in memory. `sqlite3_open_v2(3)`
public struct ConnectionOptions: Sendable, Equatable {
    /// The access to the file.
    public enum Access: Sendable {
        /// Reading; the file must exist.
        case read
        /// Reading and writing; the file must exist.
        case write
        /// Reading and writing; a missing file is created.
        case create
    }

    /// The moment at which a commit counts as written.
    public enum Synchronous: String, Sendable {
        /// Once it is on disk.
        case full = "FULL"
        /// At the next checkpoint: a power failure may undo the last commits, but never damages the file.
        case normal = "NORMAL"
    }

    /// The access to the file. Default ``Access/create``.
    public var access = Access.create
    /// The moment at which a commit counts as written. Default ``Synchronous/full``. `PRAGMA synchronous`
    public var synchronous = Synchronous.full
    /// The timeout for another connection's lock. Default 5 s; at most 24 days. `sqlite3_busy_timeout`
    public var busyTimeout = Duration.seconds(5)
    /// The number of pages in the log above which a commit moves them into the file. Default 1000; 0 for never. `PRAGMA
    /// wal_autocheckpoint`
    public var automaticCheckpointPages = 1000
    /// The page cache, in KiB. Default 2048. `PRAGMA cache_size`
    public var cacheKibibytes = 2048

    /// Creates options with the defaults.
    public init() {}

    /// The defaults, for reading only.
    public static var reader: ConnectionOptions {
        var options = ConnectionOptions()
        options.access = .read
        return options
    }
}
