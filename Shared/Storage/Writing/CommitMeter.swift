import Domain
import Synchronization

/// What a store does at the moment, and its commits since it was opened.
public struct StoreMeasurements: Sendable {
    /// The number of waiting writes.
    public let writesWaiting: Int
    /// The number of waiting reads.
    public let readsWaiting: Int
    /// The time since the writer last took writes that wait or are being committed; zero when there are none.
    public let oldestWrite: Duration
    /// The time for which reads wait without a reader taking one; zero when none waits.
    public let oldestRead: Duration
    /// The commits.
    public let commits: CommitCounts
}

/// The commits of a store since it was opened. A follower's repeated commits do not count.
public struct CommitCounts: Sendable {
    /// Numbers of values by the least power of two that is not below them, and their sum.
    public struct Distribution: Sendable {
        /// The numbers: at 0 those of 0 and 1, at 1 of 2, at 2 of 3 and 4, and so on.
        public private(set) var powersOfTwo = [Int](repeating: 0, count: 64)
        /// The sum of all values.
        public private(set) var sum: Int64 = 0

        mutating func count(_ value: Int64) {
            sum &+= value
            powersOfTwo[value <= 1 ? 0 : 64 - (value - 1).leadingZeroBitCount] += 1
        }
    }

    /// The number of commits.
    public internal(set) var made = 0
    /// The number of commits that failed as a whole: the disk or the commit log refused them.
    public internal(set) var failed = 0
    /// The writes of each commit.
    public internal(set) var writes = Distribution()
    /// The pages of 4 KiB that each commit added to the write-ahead log.
    public internal(set) var pages = Distribution()
    /// The time from the beginning of each transaction until it was on disk, in microseconds.
    public internal(set) var microseconds = Distribution()
}

/// Counts the commits of a store. Only the writer's thread counts, once per commit.
final class CommitMeter: Sendable {
    private struct State {
        var counts = CommitCounts()
        var began: ContinuousClock.Instant?
    }

    private let state = Mutex(State())

    /// The commits so far.
    var counted: CommitCounts { state.withLock { $0.counts } }

    /// The time since the commit in progress began; zero between commits.
    var runningTime: Duration { state.withLock { $0.began.map { .now - $0 } ?? .zero } }

    func begins() { state.withLock { $0.began = .now } }

    func committed(writes: Int, pages: Int) {
        state.withLock { state in
            state.counts.made += 1
            state.counts.writes.count(Int64(writes))
            state.counts.pages.count(Int64(pages))
            if let began = state.began { state.counts.microseconds.count((.now - began).wholeMicroseconds) }
            state.began = nil
        }
    }

    func failed() {
        state.withLock { state in
            state.counts.failed += 1
            state.began = nil
        }
    }
}
