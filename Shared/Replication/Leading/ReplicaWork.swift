import Domain
import Glibc
import Hosting
import SQLite
import Storage
import Synchronization

/// The thread of a replica.
final class ReplicaWork {
    let replica: Replica
    let store: Store
    let connection: LogConnection
    let lease: LogLease
    let hosts: HouseHosts?
    let reports: ContentReports
    private let log: PostgreSQLCommitLog
    /// The last commit of this copy; nil until it is known.
    private(set) var head: CommitHead?
    private let seal: CommitSeal
    /// The pause between two looks at a log that has nothing new.
    private var pause = ReplicaWork.shortestPause
    private var lastNews = ContinuousClock.now
    private var nextLook = ContinuousClock.now
    /// True when the last look found something: there may be more.
    private var mayBeMore = false
    /// When a copy that has stopped tries again.
    private var nextAttempt = ContinuousClock.now
    private var nextHeadCheck = ContinuousClock.now
    /// What it knows of comparisons of the whole content.
    var comparing = Comparing()
    /// The last machine that led.
    var lastLeader: String?
    var nextLookAtLease = ContinuousClock.now
    var nextLookAtHosts = ContinuousClock.now
    /// When the lease is certainly still this machine's, by a clock that nobody sets.
    var leasedUntil = ContinuousClock.now

    init(_ replica: Replica, _ store: Store) {
        self.replica = replica
        self.store = store
        // One connection for everything: a server has a hundred, and a house of three machines has 24 services.
        connection = LogConnection(
            replica.access.url, named: "kopilka \(replica.access.service) \(replica.host)", connectLimit: Self.patience,
            meter: replica.meter)
        log = PostgreSQLCommitLog(replica.access, connection, clock: replica.clock, patience: Self.patience)
        seal = CommitSeal(replica.access)
        hosts = HouseHosts(replica.access, connection, patience: Self.patience)
        reports = ContentReports([replica.access], connection, patience: Self.patience)
        lease = LogLease(
            replica.access, host: replica.host, connection, patience: Self.patience, clock: replica.machineClock)
    }

    /// Works until the replica is stopped.
    func run() {
        awaitMarks()
        while !isStopping {
            compare()
            switch replica.state.role {
            case .following: follow()
            case .promoting, .leading: keep()
            }
        }
        endComparisons()
        if replica.state.role != .following { try? lease.release() }
        connection.close()
    }

    private var isStopping: Bool { replica.shared.withLock { $0.isStopping } }

    // Following.

    private func follow() {
        repeatOffer()
        // A copy that has stopped would fetch and repeat the same commits again and again.
        let mayRepeat = !comparing.isDifferent && ContinuousClock.now >= nextAttempt
        mayBeMore = isLookDue && mayRepeat && repeatNews()
        if ContinuousClock.now >= nextLookAtLease { lookAtLease() }
        lookAtReports()
        giveUpWaiting(after: 0, isDone: false)
        guard replica.state.role == .following, !mayBeMore else { return }
        if isLookDue { planLook() }
        let nextDeadline = replica.shared.withLock { $0.whenCurrent.map(\.deadline).min() }
        replica.wakeUp.wait(atMost: min(nextLook, nextDeadline ?? nextLook) - .now)
    }

    /// True when it is time to look at the log, or somebody waits for a look.
    private var isLookDue: Bool {
        if mayBeMore || ContinuousClock.now >= nextLook { return true }
        return replica.shared.withLock { shared in
            shared.whenCurrent.contains { $0.number == nil && $0.look > shared.looks || !shared.isFed }
        }
    }

    private func planLook() {
        nextLook = .now + pause
        let isFed = replica.shared.withLock { $0.isFed }
        let isBusy = !isFed && ContinuousClock.now - lastNews < Self.busyFor
        pause = isFed ? Self.longestPause : min(pause * 2, isBusy ? Self.busyPause : Self.longestPause)
    }

    /// Repeats what the leader has sent.
    private func repeatOffer() {
        let offer = replica.shared.withLock { shared in
            defer { shared.offer = nil }
            return shared.offer
        }
        guard let offer else { return }
        defer { offer.continuation.resume() }
        guard !comparing.isDifferent, ContinuousClock.now >= nextAttempt, let known = head else { return }
        var (newest, commits) = (known, [LoggedCommit]())
        for sealed in offer.commits where sealed.number > known.number {
            // What does not follow is not judged here: the log itself has to have it.
            guard let commit = try? seal.open(sealed, after: newest) else { break }
            newest = commit.head
            commits.append(commit)
        }
        guard !commits.isEmpty else { return }
        do {
            replica.meter.sees(epoch: nil, newest: newest.number)
            try repeated(commits)
        } catch {
            nextAttempt = .now + Self.pauseOfStopped
            failed(error)
        }
    }

    private func repeated(_ commits: [LoggedCommit]) throws {
        head = try store.follow(commits) { [replica] in replica.hasRepeated($0.number) }
        lastNews = .now
    }

    /// Repeats what is new in the log.
    /// - Returns: True when there may be more.
    private func repeatNews() -> Bool {
        let look = replica.shared.withLock { shared in
            shared.looks += 1
            return shared.looks
        }
        do {
            let began = ContinuousClock.now
            if head == nil {
                if let difference = try store.keptDifference() {
                    stop(difference)
                    return false
                }
                head = try store.followedHead() ?? CommitHead.none
            }
            let known = head ?? .none
            let page = try log.page(after: known)
            if page.commits.isEmpty {
                try checkHead(known)
            } else {
                replica.meter.sees(epoch: nil, newest: page.commits.last?.head.number)
                try repeated(page.commits)
                pause = Self.shortestPause
            }
            if page.isLast { isCurrent(at: began, look) }
            return !page.commits.isEmpty
        } catch let error as CommitLogError where error.code == .unreachable {
            tell(error.message, about: .log, stops: false)
        } catch {
            nextAttempt = .now + Self.pauseOfStopped
            failed(error)
        }
        return false
    }

    /// Stops following: another attempt fails in the same way until somebody mends the cause.
    private func failed(_ error: any Error) {
        let before = head
        do { head = try store.followedHead() } catch {}
        if let before, let head, head != before, !(error is CommitLogError) {
            // Memory may lack what the database has.
            return replica.reports.fail("\(error)")
        }
        tell("\(error)", about: .log, stops: true)
    }

    /// Checks now and then that the log has what this copy has: its database may have lost commits.
    private func checkHead(_ head: CommitHead) throws(CommitLogError) {
        guard ContinuousClock.now >= nextHeadCheck else { return }
        nextHeadCheck = .now + Self.leaseInterval
        guard try log.has(head) else {
            throw CommitLogError(
                .differs,
                """
                The log has not commit \(head.number) of this copy: it was removed after its time, or the log's \
                database has lost it. gateway house resync makes a new copy.
                """)
        }
    }

    /// Notes that everything is repeated that was in the log at `moment`.
    private func isCurrent(at moment: ContinuousClock.Instant, _ look: Int) {
        replica.shared.withLock { shared in
            (shared.state.wasCurrent, shared.state.number) = (moment, head?.number ?? 0)
            shared.state.isStopped = false
        }
        isWell(.log)
        giveUpWaiting(after: look, isDone: true)
    }

    /// Answers those who wait for a look that has ended or a commit that is repeated, and those who have waited too
    /// long.
    func giveUpWaiting(after look: Int, isDone: Bool) {
        let (now, number) = (ContinuousClock.now, head?.number ?? 0)
        let answered = replica.shared.withLock { shared -> [(CheckedContinuation<Bool, Never>, Bool)] in
            var answered: [(CheckedContinuation<Bool, Never>, Bool)] = []
            shared.whenCurrent.removeAll { waiter in
                let isRepeated = waiter.look <= look || waiter.number.map { $0 <= number } ?? false
                guard isRepeated || waiter.deadline <= now else { return false }
                answered.append((waiter.continuation, isDone && isRepeated))
                return true
            }
            return answered
        }
        for (continuation, isDone) in answered { continuation.resume(returning: isDone) }
    }

    /// Reports a trouble once, as long as it lasts.
    func tell(_ trouble: String, about subject: Replica.Subject, stops: Bool = false) {
        let isNew = replica.shared.withLock { shared in
            if stops { shared.state.isStopped = true }
            return shared.troubles.updateValue(trouble, forKey: subject) != trouble
        }
        if isNew { replica.reports.trouble(trouble) }
    }

    /// Notes that a trouble is over.
    func isWell(_ subject: Replica.Subject) {
        let wasTrouble = replica.shared.withLock { $0.troubles.removeValue(forKey: subject) != nil }
        if wasTrouble { replica.reports.notice("the trouble with the \(subject.rawValue) is over") }
    }

    static let patience = Duration.seconds(2)
    private static let shortestPause = Duration.milliseconds(5)
    /// The longest pause while there is news now and then.
    private static let busyPause = Duration.milliseconds(40)
    private static let busyFor = Duration.seconds(10)
    static let longestPause = Duration.milliseconds(250)
    private static let pauseOfStopped = Duration.seconds(10)
    static let leaseInterval = Duration.seconds(1)
}
