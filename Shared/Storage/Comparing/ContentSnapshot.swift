import Glibc
import SQLite
import Synchronization

/// The content of a store as of one commit, for a thread that reads all of it at leisure. The store works on meanwhile.
///
/// SQLite cannot shorten its write-ahead log while a snapshot is open, so the reader hurries when that log grows, and
/// gives up when it grows too long.
public final class ContentSnapshot: Sendable {
    /// The part of the time in which the reader works: a small machine has other things to do.
    private static let shareOfTime = 4
    private static let slice = Duration.milliseconds(10)
    /// A slow disk is no reason to stand still.
    private static let longestPause = Duration.milliseconds(100)

    private let connection: Mutex<Connection?>
    private let path: String
    private let limits: Limits
    /// The length of the write-ahead log at the beginning.
    private let logBytes: Int64

    /// How far the write-ahead log may grow.
    struct Limits: Sendable {
        /// From here on the reader does not pause any more.
        var hurry: Int64 = 64 << 20
        /// From here on it gives up.
        var most: Int64 = 1 << 30
    }

    /// Opens a snapshot of what is committed now.
    init(of path: String, limits: Limits = Limits()) throws(SQLiteError) {
        self.path = path
        self.limits = limits
        let opened = try Connection(path: path, options: .reader)
        try opened.run("BEGIN")
        // Only a read takes the snapshot.
        let _: Int64? = try opened.first("SELECT count(*) FROM sqlite_schema")
        connection = Mutex(opened)
        logBytes = Self.logBytes(of: path)
    }

    /// Reads everything and closes the snapshot. Takes about four times as long as the work does.
    ///
    /// - Parameter isCancelled: Asked now and then.
    /// - Throws: ``ContentError``, `SQLiteError`, `CancellationError`.
    public func digest(isCancelled: @escaping @Sendable () -> Bool = { false }) throws -> ContentDigest {
        let taken = connection.withLock { connection in
            let taken = connection
            connection = nil
            return taken
        }
        guard let taken else { throw CancellationError() }
        defer { taken.close() }
        var began = ContinuousClock.now
        let digester = ContentDigester(connection: taken) { [self] in
            guard !isCancelled() else { throw CancellationError() }
            let worked = ContinuousClock.now - began
            guard worked >= Self.slice else { return }
            let growth = Self.logBytes(of: path) - logBytes
            guard growth <= limits.most else { throw ContentError.tooManyChanges(logBytes: growth) }
            if growth < limits.hurry {
                usleep(UInt32(min(worked, Self.longestPause) / .microseconds(1)) * UInt32(Self.shareOfTime - 1))
            }
            began = .now
        }
        return try digester.digest()
    }

    private static func logBytes(of path: String) -> Int64 {
        var status = stat()
        return stat(path + "-wal", &status) == 0 ? Int64(status.st_size) : 0
    }
}

/// A commit at which the content of all copies is compared, and the content of this one.
public struct ContentMark: Sendable {
    /// The commit.
    public let head: CommitHead
    /// The content as of this commit.
    public let snapshot: ContentSnapshot

    /// The changes of such a commit. They are a remark in SQL, which changes nothing, so that a program that does not
    /// know it goes on.
    static let changes = Connection.changes(of: script)
    static let script = "-- Compare the content of all copies as of this commit."
}

extension LoggedCommit {
    /// True when the content of all copies is compared as of this commit.
    public var isComparison: Bool { changes == ContentMark.changes }
}
