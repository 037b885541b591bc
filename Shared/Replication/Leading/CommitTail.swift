import Coordination
import Storage
import Synchronization

/// The newest commits of a leader, for the machines that follow: who asks here has a commit as soon as the log has it,
/// and need not look for it there.
///
/// It is a shortcut only. What it does not have any more is in the log, and what it hands out is sealed as it is there.
public final class CommitTail: Sendable {
    private struct State {
        /// Without gaps, the oldest first.
        var commits: [SealedCommit] = []
        var bytes = 0
        /// The last commit of the log; nil while this machine does not lead.
        var newest: Int64?
        var isClosed = false
        var waiting: [ObjectIdentifier: TaskWakeUp] = [:]
    }

    private let state = Mutex(State())
    private let mostBytes: Int

    /// - Parameter mostBytes: How much is kept. Longer commits have to be read from the log.
    init(mostBytes: Int = 1 << 20) { self.mostBytes = mostBytes }

    /// The number of the last commit; nil while this machine does not lead.
    public var newest: Int64? { state.withLock { $0.newest } }

    /// Begins to lead after the commit with a number.
    func begin(after number: Int64) { state.withLock { $0.newest = number } }

    /// Adds a commit that the log has confirmed, and wakes who waits for it.
    func add(_ commit: SealedCommit) {
        let waiting = state.withLock { state in
            state.newest = commit.number
            guard !state.isClosed else { return state.waiting.values }
            state.commits.append(commit)
            state.bytes += commit.body.count
            if state.bytes > mostBytes {
                // Half of them at once: the array moves rarely.
                while state.bytes > mostBytes / 2, let oldest = state.commits.first {
                    state.bytes -= oldest.body.count
                    state.commits.removeFirst()
                }
            }
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for wakeUp in waiting { wakeUp.wake() }
    }

    /// Hands out nothing from now on: the service stops. ``newest`` is still told, because requests in progress are
    /// still answered.
    public func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            defer { (state.commits, state.bytes, state.waiting) = ([], 0, [:]) }
            return state.waiting.values
        }
        for wakeUp in waiting { wakeUp.close() }
    }

    /// What comes after a commit.
    public enum Next: Sendable, Equatable {
        /// The next commits, the oldest first; none when none came in time.
        case commits([SealedCommit])
        /// They are no longer kept: the log has them.
        case inTheLog
        /// This machine does not lead, or stops.
        case notLeading
    }

    /// Returns what comes after the commit with a number, and waits for it at most `limit`.
    ///
    /// - Parameter page: How many bytes of commits are handed out at once. A longer commit has to be read from the log.
    public func next(after number: Int64, within limit: Duration, page: Int = .max) async -> Next {
        let wakeUp = TaskWakeUp()
        if let next = known(after: number, page, else: wakeUp) { return next }
        await wakeUp.wait(atMost: limit)
        state.withLock { $0.waiting[ObjectIdentifier(wakeUp)] = nil }
        return known(after: number, page) ?? .commits([])
    }

    private func known(after number: Int64, _ page: Int, else wakeUp: TaskWakeUp? = nil) -> Next? {
        state.withLock { state in
            guard let newest = state.newest, !state.isClosed else { return .notLeading }
            guard number < newest else {
                if let wakeUp { state.waiting[ObjectIdentifier(wakeUp)] = wakeUp }
                return nil
            }
            guard let first = state.commits.first?.number, first <= number + 1 else { return .inTheLog }
            var bytes = 0
            let next = state.commits[Int(number + 1 - first)...].prefix { commit in
                bytes += commit.body.count
                return bytes <= page
            }
            return next.isEmpty ? .inTheLog : .commits(Array(next))
        }
    }
}
