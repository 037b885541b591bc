import Coordination
import Domain

/// How far a store has come in its log: the number of its last commit, and the hash that chains all commits up to it.
public struct CommitHead: Sendable, Hashable, CustomStringConvertible {
    /// The number of the last commit; 0 before the first.
    public let number: Int64
    /// The hash of the chain, 32 bytes; zeros before the first commit.
    public let hash: [UInt8]

    /// The head before the first commit.
    public static let none = CommitHead(number: 0, hash: [UInt8](repeating: 0, count: hashCount))
    /// The number of bytes of a hash.
    public static let hashCount = 32

    /// Creates a head.
    public init(number: Int64, hash: [UInt8]) {
        self.number = number
        self.hash = hash
    }

    public var description: String { "\(number)" }
}

/// How far a database is in which log.
public struct LogPosition: Sendable, Hashable {
    /// The name of the house in the log. A database that follows another log begins anew.
    public let house: String
    /// The last commit.
    public let head: CommitHead
    /// The time of the last commit; the beginning of the log before the first.
    public let time: Instant

    /// Creates a position.
    public init(house: String, head: CommitHead, time: Instant) {
        self.house = house
        self.head = head
        self.time = time
    }
}

/// A commit as the log has it.
public struct LoggedCommit: Sendable, Equatable {
    /// The head of a store that has this commit as its last.
    public let head: CommitHead
    /// When it was appended, by the clock of the process that appended it.
    public let time: Instant
    /// What it changed: what `Connection.takeChanges` returned.
    public let changes: [UInt8]

    /// Creates a commit.
    public init(head: CommitHead, time: Instant, changes: [UInt8]) {
        self.head = head
        self.time = time
        self.changes = changes
    }
}

/// A log of commits outside the store, which has each commit before anybody is answered.
///
/// All calls come on the thread of the store's writer and may wait.
public protocol CommitLog: AnyObject {
    /// The name of the house in the log.
    var house: String { get }
    /// Claims the log for this process. Appends of every earlier holder are refused from now on.
    /// - Returns: The last commit in the log.
    func claim() throws(CommitLogError) -> CommitHead
    /// Tells the log the time of the last commit that the database has: later ones get later times.
    func resume(after time: Instant)
    /// Returns commits after `head`, the oldest first; empty when `head` is the newest.
    /// - Throws: ``CommitLogError`` `differs` when the chain does not continue `head`.
    func commits(after head: CommitHead) throws(CommitLogError) -> [LoggedCommit]
    /// Appends a commit and returns when it is as safe as the log promises.
    /// - Returns: The commit, with its new head.
    /// - Throws: ``CommitLogError``: after `unknown` the commit may be in the log, otherwise it certainly is not.
    func append(_ changes: [UInt8], after head: CommitHead) throws(CommitLogError) -> LoggedCommit
    /// The time for a database that begins to follow.
    func now() -> Instant
}

/// Connects to the log of a store.
public typealias CommitLogConnector = @Sendable () throws(CommitLogError) -> any CommitLog

/// The reason why a log could not be read or written.
public struct CommitLogError: Error, Sendable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: String, Sendable {
        /// The log cannot be reached now. Nothing was written.
        case unreachable
        /// Another process has claimed the log. Nothing was written, and nothing can be from now on.
        case replaced
        /// It is unknown whether the commit was written.
        case unknown
        /// The commit is too large for the log. Nothing was written.
        case tooLarge
        /// The log and the database have different commits, or the log is damaged.
        case differs
    }

    /// The kind of error.
    public let code: Code
    /// What went wrong and what to do, in one sentence.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
}
