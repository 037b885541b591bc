import Domain
import Hosting
import Storage
import Synchronization

// Whole content: the leader sets a mark once a day, and whenever somebody asks for it; each machine then compares.
extension ReplicaWork {
    /// What the thread knows of comparisons.
    struct Comparing {
        /// Those that run; all but the last are cancelled.
        var running: [ContentComparison] = []
        /// True while the writer is asked for a mark.
        var isMarking = false
        var nextLook = ContinuousClock.now
        /// No mark is set on schedule before.
        var nextMark = ContinuousClock.now
        /// The time of the last comparison of any leader; nil until it is known.
        var last: Instant?
        /// The last complaint.
        var complaint: String?
        /// True when this copy has another content than the leader.
        var isDifferent = false
    }

    /// Has the store tell of the marks that it repeats.
    func awaitMarks() {
        store.onMark { [replica] mark in replica.shared.withLock { $0.mark = (mark, false) } }
    }

    /// Begins and ends comparisons.
    func compare() {
        comparing.running.removeAll(where: \.isOver)
        let (mark, outcome) = replica.shared.withLock { shared in
            defer { shared.mark = nil }
            // The writer is busy while the replica takes over.
            guard shared.state.role != .promoting else { return (shared.mark, ContentComparison.Outcome?.none) }
            defer { shared.outcome = nil }
            return (shared.mark, shared.outcome)
        }
        if let mark { begin(mark.result, isLeaders: mark.isLeaders) }
        switch outcome {
        case .none: break
        case .givenUp(let reason):
            comparing.nextMark = .now + Self.pauseAfterFailure
            complain("The content was not compared: \(reason)")
        case .reported(let report): ended(report)
        }
    }

    /// Ends all comparisons.
    func endComparisons() {
        for comparison in comparing.running { comparison.cancel() }
        for comparison in comparing.running { comparison.join() }
    }

    /// Stops the copy for good: only another copy helps.
    func stop(_ difference: ContentDifference) {
        comparing.isDifferent = true
        replica.shared.withLock { $0.state.difference = difference }
        tell(
            """
            The content of this copy differs from the leader's at commit \(difference.number) in \
            \(difference.tables.joined(separator: ", ")). gateway house resync \(replica.access.service) makes a new \
            copy.
            """, about: .content, stops: true)
    }

    private func begin(_ mark: Result<ContentMark, any Error>, isLeaders: Bool) {
        if isLeaders { comparing.isMarking = false }
        do {
            let mark = try mark.get()
            for comparison in comparing.running { comparison.cancel() }
            let comparison = ContentComparison(
                replica.access.reached(at: connection.url), host: replica.host, mark, isLeaders: isLeaders,
                clock: replica.clock
            ) { [replica] outcome in
                replica.shared.withLock { $0.outcome = outcome }
                replica.wakeUp.wake()
            }
            comparing.running.append(comparison)
            comparison.start()
        } catch {
            comparing.nextMark = .now + Self.pauseAfterFailure
            complain("The content was not compared: \(error)")
        }
    }

    private func ended(_ report: ContentReport) {
        comparing.complaint = nil
        replica.shared.withLock { $0.state.comparison = report }
        if report.isLeaders { comparing.last = report.time }
        guard let tables = report.differing, !tables.isEmpty else { return }
        let difference = ContentDifference(number: report.number, tables: tables)
        do {
            try store.keep(difference)
        } catch {
            // It would be forgotten at the next start.
            return replica.reports.fail("The content differs, which could not be noted: \(error)")
        }
        stop(difference)
        // It has become the leader meanwhile, which it must not be.
        if replica.state.role != .following { replica.reports.end("the content of this copy differs") }
    }

    /// Reads once what was reported before; as the leader, sets a mark when one is due or asked for.
    func lookAtReports() {
        guard ContinuousClock.now >= comparing.nextLook else { return }
        let role = replica.state.role
        guard comparing.last == nil || role == .leading else { return }
        comparing.nextLook = .now + Self.reportsInterval
        do throws(CommitLogError) {
            guard let last = comparing.last else { return try readReports() }
            // One from before it led may wait for a report that never comes.
            let isBusy = comparing.isMarking || comparing.running.contains(where: \.isLeaders)
            guard !isBusy, isOneOfSeveral else { return }
            let isDue = ContinuousClock.now >= comparing.nextMark && last < newestAppointment
            guard try reports.takeWish(for: replica.access.service) || isDue else { return }
            comparing.isMarking = true
            store.mark { [replica] mark in
                replica.shared.withLock { $0.mark = (mark, true) }
                replica.wakeUp.wake()
            }
        } catch {
            complain(error.message)
        }
    }

    private func readReports() throws(CommitLogError) {
        let lines = try reports.read()
        // A new house is compared at the next appointment.
        comparing.last = lines.compactMap(\.report).filter(\.isLeaders).map(\.time).max() ?? replica.clock.now()
        guard let own = lines.first(where: { $0.host == replica.host })?.report else { return }
        replica.shared.withLock { shared in
            // A difference of a copy that is no more says nothing.
            guard shared.state.comparison == nil, own.differing?.isEmpty ?? true else { return }
            shared.state.comparison = own
        }
    }

    /// The last time of day at which a comparison was to begin.
    private var newestAppointment: Instant {
        guard let at = replica.comparesAt else { return Instant(microseconds: .min) }
        let (day, offset) = (Int64(86_400_000_000), at / .microseconds(1))
        let since = replica.clock.now().microseconds - Int64(offset)
        return Instant(microseconds: since - since % day + Int64(offset))
    }

    /// A machine that is alone has nothing to compare with.
    private var isOneOfSeveral: Bool {
        replica.publicKey == nil || replica.shared.withLock { $0.hosts.count > 1 }
    }

    private func complain(_ complaint: String) {
        guard comparing.complaint != complaint else { return }
        comparing.complaint = complaint
        replica.reports.notice(complaint)
    }

    private static let reportsInterval = Duration.seconds(3)
    private static let pauseAfterFailure = Duration.seconds(3600)
}
