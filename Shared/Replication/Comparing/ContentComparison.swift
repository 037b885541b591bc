import Domain
import Hosting
import Storage
import Synchronization

/// One comparison of this machine's content, on a thread of its own: it makes the digest, and then publishes it as the
/// leader, or waits for the leader's and compares.
final class ContentComparison: Sendable {
    /// How a comparison ended.
    enum Outcome: Sendable {
        /// The report of this machine is published.
        case reported(ContentReport)
        /// There is no result: nothing was found, and nothing has to be done.
        case givenUp(String)
    }

    private let access: LogAccess
    private let host: String
    private let mark: ContentMark
    /// True when this machine has set the mark.
    let isLeaders: Bool
    private let clock: WallClock
    private let done: @Sendable (Outcome) -> Void
    private let isCancelled = Atomic(false)
    private let wakeUp = WakeUp()
    private let ended = ThreadWakeUp()
    private let hasEnded = Atomic(false)

    /// - Parameters:
    ///   - isLeaders: True when this machine has set the mark.
    ///   - done: Called on the comparison's thread, unless it is cancelled. The report of a machine that differs is
    ///     published afterwards: first of all it must not be read any more.
    init(
        _ access: LogAccess, host: String, _ mark: ContentMark, isLeaders: Bool,
        clock: WallClock, done: @escaping @Sendable (Outcome) -> Void
    ) {
        self.access = access
        self.host = host
        self.mark = mark
        self.isLeaders = isLeaders
        self.clock = clock
        self.done = done
    }

    /// True when its thread has nothing more to do.
    var isOver: Bool { hasEnded.load(ordering: .acquiring) }

    /// Begins.
    func start() {
        BackgroundThread.start(named: "log-compare") { [self] in
            work()
            hasEnded.store(true, ordering: .releasing)
            ended.wake()
        }
    }

    /// Has it end soon, without an outcome.
    func cancel() {
        isCancelled.store(true, ordering: .releasing)
        wakeUp.wake()
    }

    /// Blocks the thread until it has ended. Call it once, after ``start()``.
    func join() { ended.wait() }

    private var isStopped: Bool { isCancelled.load(ordering: .acquiring) }

    private func work() {
        let reports = ContentReports(
            [access], LogConnection(access.url, named: "kopilka \(access.service) comparison"), patience: Self.patience)
        defer { reports.close() }
        do {
            let digest = try mark.snapshot.digest { [self] in isStopped }
            let outcome: Outcome =
                isLeaders ? .reported(report(digest, nil)) : try compared(digest, reports)
            // A leader's is published first, so that whoever sees it finds it.
            if isLeaders, case .reported(let report) = outcome { try publish(report, reports) }
            guard !isStopped else { return }
            done(outcome)
            if !isLeaders, case .reported(let report) = outcome { try publish(report, reports) }
        } catch is CancellationError {
        } catch {
            if !isStopped { done(.givenUp("\(error)")) }
        }
    }

    private func report(_ digest: ContentDigest, _ differing: [String]?) -> ContentReport {
        ContentReport(mark.head, digest, differing: differing, time: clock.now())
    }

    /// Waits for the leader's report on the same commit.
    private func compared(_ digest: ContentDigest, _ reports: ContentReports) throws -> Outcome {
        let own = report(digest, [])
        let lines = try trying { () throws(CommitLogError) -> [ContentReports.Line]? in
            let lines = try reports.read().filter { $0.host != host }
            if let forged = lines.first(where: { $0.report == nil }) {
                throw CommitLogError(.differs, "The report of \(forged.host) was not made by this house.")
            }
            return lines.contains { $0.report.map { $0.isLeaders && $0.number >= own.number } ?? false } ? lines : nil
        }
        guard let leader = lines?.lazy.compactMap(\.report).first(where: { $0.isLeaders && $0.number == own.number })
        else { return .givenUp("There is no report of the leader on commit \(own.number).") }
        guard leader.form == own.form else {
            return .givenUp("The leader's program makes digests of form \(leader.form), this one of \(own.form).")
        }
        guard leader.head == own.head else {
            return .givenUp("The leader's commit \(own.number) is not that of this copy.")
        }
        return .reported(report(digest, digest.differences(from: leader.digest)))
    }

    private func publish(_ report: ContentReport, _ reports: ContentReports) throws {
        _ = try trying { () throws(CommitLogError) -> Bool? in
            try reports.publish(report, of: host, for: access.service)
            return true
        }
    }

    /// Repeats `body` while the database is out of reach, and while it returns nil.
    /// - Returns: Nil after an hour.
    private func trying<Value>(_ body: () throws(CommitLogError) -> Value?) throws -> Value? {
        let end = ContinuousClock.now + Self.longest
        var pause = Self.shortestPause
        while true {
            guard !isStopped else { throw CancellationError() }
            do throws(CommitLogError) {
                if let value = try body() { return value }
                guard ContinuousClock.now < end else { return nil }
            } catch {
                guard error.code == .unreachable, ContinuousClock.now < end else { throw error }
            }
            wakeUp.wait(atMost: pause)
            pause = min(pause * 2, Self.longestPause)
        }
    }

    private static let patience = Duration.seconds(10)
    /// How long a follower waits for the report of a leader, which may have more to do.
    private static let longest = Duration.seconds(3600)
    private static let shortestPause = Duration.milliseconds(100)
    private static let longestPause = Duration.seconds(10)
}
