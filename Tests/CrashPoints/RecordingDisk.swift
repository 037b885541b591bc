import CRecordingDisk
import SQLite

/// A directory whose databases write to a disk that records every change in order, fails when told to, and needs no
/// time for syncs. Databases in other directories do not notice it.
///
/// It is a VFS of SQLite in front of the usual one, so the code under test is that of production.
/// `sqlite3_vfs_register`
public final class RecordingDisk: Sendable {
    /// The way in which a change fails.
    public enum Failure: String, CaseIterable, Sendable {
        /// `EIO`
        case ioError = "EIO"
        /// `ENOSPC`
        case full = "ENOSPC"
    }

    /// What a disk says to have synced and has not.
    public enum Lie: Sendable {
        /// It does what it says.
        case none
        /// It syncs nothing.
        case always
        /// It syncs journals and logs, and no database: what moving the log without a sync would do.
        case aboutDatabases
    }

    /// The directory.
    public let directory: String
    // Proof: it is never changed, and every function that takes it locks.
    nonisolated(unsafe) private let disk: OpaquePointer

    /// The bindings configure the library before anything else uses it, so they open a database first.
    private static let isInstalled: Bool = {
        guard let connection = try? Connection(path: ":memory:") else { return false }
        connection.close()
        return kopilka_disk_install() == 0
    }()

    /// Starts to watch a directory.
    ///
    /// - Parameters:
    ///   - directory: Its path as it stands in front of those of its databases.
    ///   - isRecorded: False for a directory of which only the number of changes is of interest.
    public init(in directory: String, isRecorded: Bool) {
        precondition(Self.isInstalled, "SQLite took no VFS.")
        guard let disk = kopilka_disk_watch(directory, isRecorded ? 1 : 0) else {
            preconditionFailure("There is no memory for a disk.")
        }
        self.directory = directory
        self.disk = disk
    }

    deinit { kopilka_disk_forget(disk) }

    /// The number of changes so far.
    public var count: Int { kopilka_disk_count(disk) }

    /// Returns all changes so far, oldest first.
    public func operations() -> [DiskOperation] {
        (0..<count).compactMap { index in
            var operation = kopilka_disk_operation()
            return kopilka_disk_read(disk, index, &operation) == 0 ? nil : DiskOperation(operation)
        }
    }

    /// Has the change after `changes` further ones fail, and each one after it when `isLasting`.
    public func fail(after changes: Int, _ failure: Failure, isLasting: Bool) {
        let kind = failure == .full ? kopilka_disk_full : kopilka_disk_io_error
        kopilka_disk_fail(disk, changes, kind, isLasting ? 1 : 0)
    }

    /// Ends the failing and returns how many changes failed.
    @discardableResult
    public func heal() -> Int { kopilka_disk_heal(disk) }

    /// Has every change wait until the disk is released as often as it was held.
    func hold() { kopilka_disk_hold(disk) }

    func release() { kopilka_disk_release(disk) }

    /// Has the disk lie from now on.
    func tell(_ lie: Lie) {
        let lies = [Lie.always: kopilka_disk_lies_always, .aboutDatabases: kopilka_disk_lies_about_databases]
        kopilka_disk_set_lie(disk, lies[lie] ?? kopilka_disk_honest)
    }
}

/// A digest of every page of a database as a reader sees it, wherever it is: in the file or in its logs.
///
/// Two databases of one history have equal digests when they are at the same commit, to the byte.
public struct PageDigest: Hashable, Sendable {
    private let first: UInt64
    private let second: UInt64

    /// Reads the database at `path`, which may be open. `sqlite3_serialize`
    ///
    /// - Throws: `SQLiteError`.
    public init(of path: String) throws {
        var words: (UInt64, UInt64) = (0, 0)
        let result = withUnsafeMutableBytes(of: &words) { bytes in
            kopilka_disk_digest(path, bytes.bindMemory(to: UInt64.self).baseAddress)
        }
        guard result == 0 else {
            throw SQLiteError(code: SQLiteError.Code(rawValue: result), message: "\(path) cannot be read.")
        }
        (first, second) = words
    }
}
