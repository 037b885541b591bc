import Domain
import Storage
import Synchronization

/// A commit log that outlives the stores that use it, and fails as told.
public final class LogInMemory: Sendable {
    /// What happens at an append.
    public enum Course: CaseIterable, Sendable {
        case stored
        /// Refused before anything was written.
        case unreachable
        /// Written, but the answer was lost: the process dies between log and database.
        case storedUnheard
        /// Not written, and nobody knows.
        case lostUnheard
    }

    private struct Content {
        var commits: [LoggedCommit] = []
        var courses: [Course] = []
        var holder = 0
    }

    private let content = Mutex(Content())
    /// The name of the house.
    public let house = Identifier.random()

    /// Creates an empty log.
    public init() {}

    /// All commits, oldest first.
    public var commits: [LoggedCommit] { content.withLock { $0.commits } }

    /// Sets the course of the next appends; further ones succeed.
    public func take(_ courses: [Course]) { content.withLock { $0.courses = courses } }

    /// Removes the last commit.
    public func removeLast() { content.withLock { _ = $0.commits.popLast() } }

    /// Connects a store.
    public func connect() -> any CommitLog { Connected(self) }

    private final class Connected: CommitLog {
        private let log: LogInMemory
        private var holder = 0

        init(_ log: LogInMemory) { self.log = log }

        var house: String { log.house }

        func now() -> Instant { Instant(microseconds: 0) }

        func claim() -> CommitHead {
            log.content.withLock { content in
                content.holder += 1
                holder = content.holder
                return content.commits.last?.head ?? .none
            }
        }

        func commits(after head: CommitHead) throws(CommitLogError) -> [LoggedCommit] {
            // In pages of two, so that there are several.
            Array(log.commits.filter { $0.head.number > head.number }.prefix(2))
        }

        func append(_ changes: [UInt8], after head: CommitHead) throws(CommitLogError) -> LoggedCommit {
            let result = log.content.withLock { content -> Result<LoggedCommit, CommitLogError> in
                guard holder == content.holder else { return .failure(CommitLogError(.replaced, "replaced")) }
                guard (content.commits.last?.head ?? .none) == head else {
                    return .failure(CommitLogError(.replaced, "another has this number"))
                }
                let course = content.courses.isEmpty ? .stored : content.courses.removeFirst()
                guard course != .unreachable else { return .failure(CommitLogError(.unreachable, "not now")) }
                let next = CommitHead(
                    number: head.number + 1, hash: head.hash.map { $0 &+ UInt8(truncatingIfNeeded: changes.count) })
                let commit = LoggedCommit(head: next, time: Instant(microseconds: next.number), changes: changes)
                if course != .lostUnheard { content.commits.append(commit) }
                guard course == .stored else { return .failure(CommitLogError(.unknown, "no answer")) }
                return .success(commit)
            }
            return try result.get()
        }
    }
}

extension Store {
    /// Repeats what `log` has more than this follower, all of it at once.
    ///
    /// - Parameter extra: Commits that come after it.
    public func follow(_ log: LogInMemory, and extra: [LoggedCommit] = []) throws {
        let head = try followedHead() ?? .none
        _ = try follow(log.commits.filter { $0.head.number > head.number } + extra)
    }

    /// Makes this follower lead.
    public func lead(_ log: LogInMemory) async throws {
        try await withCheckedThrowingContinuation { continuation in
            lead({ log.connect() }, done: { continuation.resume(with: $0) })
        }
    }
}
