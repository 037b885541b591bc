/// How a database is opened. All connections also get foreign keys on, trusted schema off and temporary tables in
/// memory. `sqlite3_open_v2(3)`
public struct ConnectionOptions: Sendable, Equatable {
    /// What may be done to the file.
    public enum Access: Sendable {
        /// Reading; the file must exist.
        case read
        /// Reading and writing; the file must exist.
        case write
        /// Reading and writing; the file is made when it does not exist.
        case create
    }

    /// When a commit counts as written.
    public enum Synchronous: String, Sendable {
        /// Once it is on the disk.
        case full = "FULL"
        /// At the next checkpoint: a power cut may undo the last commits, never damage the file.
        case normal = "NORMAL"
    }

    /// What may be done to the file. Default ``Access/create``.
    public var access = Access.create
    /// When a commit counts as written. Default ``Synchronous/full``. `PRAGMA synchronous`
    public var synchronous = Synchronous.full
    /// How long a statement waits for another connection's lock. Default 5 s; at most 24 days. `sqlite3_busy_timeout`
    public var busyTimeout = Duration.seconds(5)
    /// Pages the log may have before a commit moves them into the file. Default 1000; 0 never does it.
    /// `PRAGMA wal_autocheckpoint`
    public var automaticCheckpointPages = 1000
    /// Memory for pages, in KiB. Default 2048. `PRAGMA cache_size`
    public var cacheKibibytes = 2048
    /// Bytes of the file that are read by mapping them. Default 0, which is none. `PRAGMA mmap_size`
    public var memoryMapBytes = 0

    /// Makes options with the defaults.
    public init() {}

    /// The defaults, for reading only.
    public static var reader: ConnectionOptions {
        var options = ConnectionOptions()
        options.access = .read
        return options
    }
}
