import Domain
import Glibc
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
        /// Written after a while.
        case delayed
        /// Written, but the answer was lost; the log looks and finds it.
        case answerLost
        /// Lost on its way; the log looks, does not find it, and appends it again.
        case requestLost
        /// Written, and then delivered once more.
        case repeated
        /// Held up on its way: the log does not find it and appends it again. The first attempt arrives after the next
        /// commit, or when the next process has claimed the log.
        case late
    }

    /// A moment of a process that uses the log.
    public enum Step: Hashable, Sendable {
        case claimed, read, appending, appended
    }

    /// An append on its way: what the fences of the log check.
    private struct Attempt {
        let commit: LoggedCommit
        let head: CommitHead
        let holder: Int
    }

    private struct Content {
        var commits: [LoggedCommit] = []
        var courses: [Course] = []
        var holder = 0
        var underway: [Attempt] = []
        var refusals = 0

        /// Stores what arrives, if it comes from the newest process and follows the newest commit.
        mutating func arrive(_ attempt: Attempt) -> Bool {
            let fits = attempt.holder == holder && (commits.last?.head ?? .none) == attempt.head
            if fits { commits.append(attempt.commit) } else { refusals += 1 }
            return fits
        }

        mutating func deliverLate() {
            for attempt in underway { _ = arrive(attempt) }
            underway = []
        }
    }

    private let content = Mutex(Content())
    /// The name of the house.
    public let house: String

    /// Creates an empty log.
    public init() { house = Identifier.random() }

    private init(like other: LogInMemory) {
        house = other.house
        let (commits, holder) = other.content.withLock { ($0.commits, $0.holder) }
        content.withLock { ($0.commits, $0.holder) = (commits, holder) }
    }

    /// Returns a log that has the same commits and goes its own way.
    public func forked() -> LogInMemory { LogInMemory(like: self) }

    /// All commits, oldest first.
    public var commits: [LoggedCommit] { content.withLock { $0.commits } }

    /// How many appends that arrived were refused by the fences.
    public var refusals: Int { content.withLock { $0.refusals } }

    /// Sets the course of the next appends; further ones succeed.
    public func take(_ courses: [Course]) { content.withLock { $0.courses = courses } }

    /// Removes the last commit.
    public func removeLast() { content.withLock { _ = $0.commits.popLast() } }

    /// Connects a store.
    ///
    /// - Parameter watch: Is called at each step, on the thread of the store's writer.
    public func connect(_ watch: @escaping @Sendable (Step) -> Void = { _ in }) -> any CommitLog {
        Connected(self, watch)
    }

    private final class Connected: CommitLog {
        private let log: LogInMemory
        private let watch: @Sendable (Step) -> Void
        private var holder = 0

        init(_ log: LogInMemory, _ watch: @escaping @Sendable (Step) -> Void) {
            self.log = log
            self.watch = watch
        }

        var house: String { log.house }

        func now() -> Instant { Instant(microseconds: 0) }

        func resume(after time: Instant) {}

        func claim() -> CommitHead {
            let newest = log.content.withLock { content in
                content.holder += 1
                holder = content.holder
                content.deliverLate()
                return content.commits.last?.head ?? .none
            }
            watch(.claimed)
            return newest
        }

        func commits(after head: CommitHead) throws(CommitLogError) -> [LoggedCommit] {
            // In pages of two, so that there are several.
            let page = Array(log.commits.filter { $0.head.number > head.number }.prefix(2))
            watch(.read)
            return page
        }

        func append(_ changes: [UInt8], after head: CommitHead) throws(CommitLogError) -> LoggedCommit {
            watch(.appending)
            let (course, result) = log.content.withLock { content -> (Course, Result<LoggedCommit, CommitLogError>) in
                append(changes, after: head, to: &content)
            }
            if course == .delayed { usleep(2_000) }
            let commit = try result.get()
            watch(.appended)
            return commit
        }

        private func append(
            _ changes: [UInt8], after head: CommitHead, to content: inout Content
        ) -> (Course, Result<LoggedCommit, CommitLogError>) {
            guard holder == content.holder else {
                return (.stored, .failure(CommitLogError(.replaced, "replaced")))
            }
            let course = content.courses.isEmpty ? .stored : content.courses.removeFirst()
            guard course != .unreachable else { return (course, .failure(CommitLogError(.unreachable, "not now"))) }
            let next = CommitHead(
                number: head.number + 1, hash: head.hash.map { $0 &+ UInt8(truncatingIfNeeded: changes.count) })
            let commit = LoggedCommit(head: next, time: Instant(microseconds: next.number), changes: changes)
            let attempt = Attempt(commit: commit, head: head, holder: holder)
            guard course != .lostUnheard else { return (course, .failure(CommitLogError(.unknown, "no answer"))) }
            guard content.arrive(attempt) else {
                return (course, .failure(CommitLogError(.replaced, "another has this number")))
            }
            // What was held up before arrives behind this commit.
            content.deliverLate()
            switch course {
            case .storedUnheard: return (course, .failure(CommitLogError(.unknown, "no answer")))
            case .repeated: _ = content.arrive(attempt)
            case .late: content.underway.append(attempt)
            default: break
            }
            return (course, .success(commit))
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
