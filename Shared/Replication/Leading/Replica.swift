import Domain
import Hosting
import Storage
import Synchronization

/// A copy of a service among others: it follows the commit log, and leads when it has the lease.
///
/// A process begins as a follower. Its thread repeats what the leader commits, and looks at the lease. When the lease
/// is free it takes it, and the store leads from then on. A leader that loses its lease ends its process, which is
/// started again as a follower: no half of it goes on believing.
public final class Replica: Sendable {
    /// What a replica does.
    public enum Role: String, Sendable {
        /// It repeats the commits of the leader.
        case following
        /// It has the lease and takes over.
        case promoting
        /// It takes writes.
        case leading
    }

    /// What a replica knows of itself.
    public struct State: Sendable {
        /// What it does.
        public internal(set) var role = Role.following
        /// The name of the host that has the lease; nil when nobody has.
        public internal(set) var leader: String?
        /// The epoch in which it leads; 0 for a follower.
        public internal(set) var epoch: Int64 = 0
        /// The number of the last commit that it has repeated. A leader's own commits are not counted.
        public internal(set) var number: Int64 = 0
        /// When it last had everything that was in the log.
        public internal(set) var wasCurrent: ContinuousClock.Instant?
        /// True when its database differs from the log or is of another version: it must not be read.
        public internal(set) var isStopped = false
        /// How the whole content of its database differs from the leader's; nil when it does not, as far as was seen.
        public internal(set) var difference: ContentDifference?
        /// The last comparison of the whole content that this machine took part in; nil when none is known.
        public internal(set) var comparison: ContentReport?
    }

    /// What a replica tells its service.
    public struct Reports: Sendable {
        /// Receives what is worth a line in the service's log.
        public var notice: @Sendable (String) -> Void
        /// Receives what a person has to mend. A standing trouble is reported once.
        public var trouble: @Sendable (String) -> Void
        /// Ends the process at once: somebody else leads, or may.
        public var end: @Sendable (String) -> Void
        /// Ends the process at once: its memory or its database cannot go on.
        public var fail: @Sendable (String) -> Void
        /// Receives the machines of the house whenever the list has changed.
        public var hosts: @Sendable ([HouseHost]) -> Void

        /// Creates reports.
        public init(
            notice: @escaping @Sendable (String) -> Void, trouble: @escaping @Sendable (String) -> Void,
            end: @escaping @Sendable (String) -> Void,
            fail: @escaping @Sendable (String) -> Void,
            hosts: @escaping @Sendable ([HouseHost]) -> Void
        ) {
            self.notice = notice
            self.trouble = trouble
            self.end = end
            self.fail = fail
            self.hosts = hosts
        }
    }

    /// What can be in trouble, apart from the rest.
    enum Subject: String {
        case content, log, lease, hosts
    }

    struct Shared {
        var state = State()
        var troubles: [Subject: String] = [:]
        /// The outcome of taking over; nil until it is known.
        var promotion: Result<Void, any Error>?
        /// A mark at which the content is to be compared, and whether this machine has set it.
        var mark: (result: Result<ContentMark, any Error>, isLeaders: Bool)?
        /// How the last comparison has ended.
        var outcome: ContentComparison.Outcome?
        var isStopping = false
        /// True once somebody else ought to lead: the service drains.
        var isAskedToYield = false
        var whenLeading: [CheckedContinuation<Bool, Never>] = []
        var whenCurrent: [Waiter] = []
        var whenEnded: [CheckedContinuation<Void, Never>] = []
        var whenToYield: [CheckedContinuation<Void, Never>] = []
        /// False while the thread runs.
        var hasEnded = true
        /// The number of looks at the log that have begun.
        var looks = 0
        /// Commits that the leader has sent, which are not repeated yet.
        var offer: Offer?
        /// True while the leader sends each commit at once.
        var isFed = false
        /// The machines of the house by name.
        var hosts: [String: HouseHost] = [:]
        var leaderListeners: [@Sendable (String) -> Void] = []
    }

    /// Somebody who waits until everything is repeated that is in the log now, or up to a commit that is known.
    struct Waiter {
        /// The first look at the log that counts.
        let look: Int
        /// The commit that is enough; nil when only a look can tell.
        let number: Int64?
        let deadline: ContinuousClock.Instant
        let continuation: CheckedContinuation<Bool, Never>
    }

    /// Commits that the leader has sent, and who waits until they are repeated.
    struct Offer {
        let commits: [SealedCommit]
        let continuation: CheckedContinuation<Void, Never>
    }

    /// How it gets at the log.
    public let access: LogAccess
    /// The name of this machine.
    public let host: String
    /// The key by which the other machines know this one; nil when it has none.
    let publicKey: [UInt8]?
    let isEngineReplicated: Bool
    /// What it knows of the log.
    public let meter: LogMeter
    /// What it has just committed, while it leads.
    public let tail = CommitTail()
    /// The time of day, in UTC, at which the leader has the content compared; nil for never.
    let comparesAt: Duration?
    let clock: WallClock
    let machineClock: WallClock
    let reports: Reports
    let shared = Mutex(Shared())
    let wakeUp = WakeUp()

    /// Creates a replica that does nothing yet.
    ///
    /// - Parameters:
    ///   - host: The name of this machine.
    ///   - publicKey: The key of this machine; nil where no list of machines is kept.
    ///   - isEngineReplicated: True when a person vouches that the database replicates every commit in its own way, so
    ///     that no standby of PostgreSQL is asked for.
    ///   - comparesAt: The time of day, from midnight in UTC, at which this machine has the content of all compared
    ///     while it leads; nil for never.
    ///   - clock: Gives commits their times.
    ///   - machineClock: Compared with the database's.
    ///   - meter: Is told what the replica learns of the log.
    public init(
        _ access: LogAccess, host: String, publicKey: [UInt8]?, isEngineReplicated: Bool,
        comparesAt: Duration? = nil, clock: WallClock, machineClock: WallClock = .system,
        meter: LogMeter = LogMeter(), reports: Reports
    ) {
        self.access = access
        self.host = host
        self.publicKey = publicKey
        self.isEngineReplicated = isEngineReplicated
        self.comparesAt = comparesAt
        self.clock = clock
        self.machineClock = machineClock
        self.meter = meter
        self.reports = reports
    }

    /// Why it does not follow or lead as it should; nil when all is well.
    public var trouble: String? {
        shared.withLock { $0.troubles[.content] ?? $0.troubles[.log] ?? $0.troubles[.lease] ?? $0.troubles[.hosts] }
    }

    /// What it knows of itself.
    public var state: State { shared.withLock { $0.state } }

    /// The machine that leads; nil when none does, or one that is not on the list.
    public var leader: HouseHost? {
        shared.withLock { shared in shared.state.leader.flatMap { shared.hosts[$0] } }
    }

    /// Calls `body` with the name of each new leader, on the replica's thread.
    public func onNewLeader(_ body: @escaping @Sendable (String) -> Void) {
        shared.withLock { $0.leaderListeners.append(body) }
    }

    /// True when it takes writes.
    public var isLeading: Bool { state.role == .leading }

    /// Follows and leads on a thread of its own, until ``stop()``.
    public func start(_ store: Store) {
        shared.withLock { $0.hasEnded = false }
        BackgroundThread.start(named: "log-replica") { [self] in
            ReplicaWork(self, store).run()
            let waiting = shared.withLock { shared in
                shared.hasEnded = true
                return shared.whenEnded
            }
            for continuation in waiting { continuation.resume() }
        }
    }

    /// Releases the lease and ends the thread. A second call does no harm.
    public func stop() async {
        let (waiting, offer) = shared.withLock { shared in
            shared.isStopping = true
            defer { (shared.whenLeading, shared.whenCurrent, shared.offer) = ([], [], nil) }
            return (shared.whenLeading + shared.whenCurrent.map(\.continuation), shared.offer)
        }
        for continuation in waiting { continuation.resume(returning: false) }
        offer?.continuation.resume()
        tail.close()
        for continuation in takeYieldWaiters() { continuation.resume() }
        wakeUp.wake()
        await withCheckedContinuation { continuation in
            let isOver = shared.withLock { shared in
                if !shared.hasEnded { shared.whenEnded.append(continuation) }
                return shared.hasEnded
            }
            if isOver { continuation.resume() }
        }
    }

    /// Returns when the replica leads.
    /// - Returns: False when it was stopped, or the task cancelled, before.
    public func untilLeading() async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = shared.withLock { shared in
                    if shared.state.role == .leading { return true }
                    if shared.isStopping || Task.isCancelled { return false }
                    shared.whenLeading.append(continuation)
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            // Only the work of the leader waits.
            let waiting = shared.withLock { shared in
                defer { shared.whenLeading = [] }
                return shared.whenLeading
            }
            for continuation in waiting { continuation.resume(returning: false) }
        }
    }

    /// Waits until another machine ought to lead.
    /// - Returns: True then: the service has to end. False when the replica was stopped.
    public func isAskedToYield() async -> Bool {
        await withCheckedContinuation { continuation in
            let isOver = shared.withLock { shared in
                guard !shared.isAskedToYield, !shared.isStopping else { return true }
                shared.whenToYield.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
        return shared.withLock { $0.isAskedToYield && !$0.isStopping }
    }

    func takeYieldWaiters() -> [CheckedContinuation<Void, Never>] {
        shared.withLock { shared in
            defer { shared.whenToYield = [] }
            return shared.whenToYield
        }
    }
}
