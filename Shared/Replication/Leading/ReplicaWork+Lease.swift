import Domain
import Hosting
import Storage
import Synchronization

// Who leads: a follower looks at the lease and takes it, a leader keeps it.
extension ReplicaWork {
    func lookAtLease() {
        nextLookAtLease = .now + Self.leaseInterval
        do {
            let view = try lease.look()
            replica.meter.sees(epoch: view.epoch, newest: view.newest)
            replica.meter.found(isReplicated: view.isReplicated)
            noteLeader(view.left > .zero ? view.holder : nil)
            // It is watched more closely when it ends soon.
            if view.left < Self.leaseInterval { nextLookAtLease = .now + max(Self.closeLook, view.left) }
            lookAtHosts()
            switch obstacle(view) {
            case .none: try take()
            case .asItShouldBe: isWell(.lease)
            case .trouble(let trouble): tell(trouble, about: .lease)
            }
        } catch {
            tell(error.message, about: .log)
        }
    }

    /// Why this machine does not take the lease.
    private enum Obstacle {
        case none
        case asItShouldBe
        case trouble(String)
    }

    private func obstacle(_ view: LogLease.View) -> Obstacle {
        if view.left > .zero, view.holder != replica.host { return .asItShouldBe }
        if let wanted = view.wanted, wanted != replica.host, view.left > .zero - Self.patienceForWanted {
            return .asItShouldBe
        }
        let state = replica.state
        // Nobody leads who has not everything that the log has.
        guard !state.isStopped, let current = state.wasCurrent, .now - current < LogLease.length else {
            return .asItShouldBe
        }
        guard isListed else { return .trouble(Self.notListed) }
        if view.clockDifference > Self.mostClockDifference {
            return .trouble(
                """
                The clock of this machine and that of the log's database differ by \
                \(view.clockDifference / .milliseconds(1)) ms: set it by NTP. Until then this machine does not lead.
                """)
        }
        return view.isReplicated || replica.isEngineReplicated ? .none : .trouble(Self.noStandby)
    }

    private func take() throws(CommitLogError) {
        let asked = ContinuousClock.now
        guard let epoch = try lease.take() else { return }
        leasedUntil = asked + LogLease.length
        replica.shared.withLock { shared in
            (shared.state.role, shared.state.leader, shared.state.epoch) = (.promoting, replica.host, epoch)
        }
        isWell(.lease)
        let (clock, notice) = (replica.clock, replica.reports.trouble)
        let (access, meter, tail) = (replica.access.reached(at: connection.url), replica.meter, replica.tail)
        let connect: CommitLogConnector = { () throws(CommitLogError) in
            PostgreSQLCommitLog(access, clock: clock, epoch: epoch, meter: meter, tail: tail, report: notice)
        }
        store.lead(connect) { [replica] outcome in
            replica.shared.withLock { $0.promotion = outcome }
            replica.wakeUp.wake()
        }
    }

    /// Keeps the lease of a leader, or of a replica that takes over.
    func keep() {
        if replica.state.role == .promoting, let outcome = replica.shared.withLock({ $0.promotion }) {
            promoted(outcome)
        }
        giveUpWaiting(after: 0, isDone: false)
        if ContinuousClock.now >= nextLookAtLease { renew() }
        if ContinuousClock.now >= leasedUntil { return end("the lease could not be renewed in time") }
        // The list of machines must not cost the lease.
        if leasedUntil - .now > Self.patience { lookAtHosts() }
        if leasedUntil - .now > Self.patience { lookAtReports() }
        if !isListed { return end(Self.notListed) }
        replica.wakeUp.wait(atMost: min(nextLookAtLease, leasedUntil) - .now)
        if ContinuousClock.now >= leasedUntil { end("the lease could not be renewed in time") }
    }

    private func promoted(_ outcome: Result<Void, any Error>) {
        if case .failure(let error) = outcome {
            // Another machine may manage.
            do { try lease.release() } catch { replica.reports.notice(error.message) }
            // Two may take the lease in turn; the log then refuses the first.
            let isRefused = (error as? StorageError)?.code == .log
            return isRefused ? end("\(error)") : replica.reports.fail("\(error)")
        }
        noteLeader(replica.host)
        let (epoch, waiting, offer) = replica.shared.withLock { shared in
            shared.state.role = .leading
            defer { (shared.whenLeading, shared.whenCurrent, shared.offer) = ([], [], nil) }
            return (shared.state.epoch, shared.whenLeading + shared.whenCurrent.map(\.continuation), shared.offer)
        }
        offer?.continuation.resume()
        isWell(.log)
        replica.reports.notice("leads in epoch \(epoch)")
        for continuation in waiting { continuation.resume(returning: true) }
    }

    private func renew() {
        let asked = ContinuousClock.now
        nextLookAtLease = asked + Self.leaseInterval
        do {
            guard let renewal = try lease.renew(within: max(.milliseconds(100), leasedUntil - asked)) else {
                return end("another machine has taken the lease")
            }
            leasedUntil = asked + LogLease.length
            replica.meter.found(isReplicated: renewal.isReplicated)
            guard renewal.isReplicated || replica.isEngineReplicated else {
                try lease.release()
                return end(Self.noStandby)
            }
            if let wanted = renewal.wanted, wanted != replica.host { yield(to: wanted) }
            isWell(.log)
        } catch {
            nextLookAtLease = .now + Self.closeLook
            tell("The lease cannot be renewed: \(error.message)", about: .log)
        }
    }

    /// Has the service drain and end, so that another machine takes over.
    private func yield(to host: String) {
        let isNew = replica.shared.withLock { shared in
            defer { shared.isAskedToYield = true }
            return !shared.isAskedToYield
        }
        guard isNew else { return }
        replica.reports.notice("\(host) is to lead")
        for continuation in replica.takeYieldWaiters() { continuation.resume() }
    }

    private func end(_ reason: String) { replica.reports.end(reason) }

    private func noteLeader(_ name: String?) {
        replica.shared.withLock { $0.state.leader = name }
        guard let name, name != lastLeader else { return }
        lastLeader = name
        for listener in replica.shared.withLock({ $0.leaderListeners }) { listener(name) }
    }

    // The machines.

    /// Reads which machines the house has.
    private func lookAtHosts() {
        guard let hosts, ContinuousClock.now >= nextLookAtHosts else { return }
        nextLookAtHosts = .now + Self.hostsInterval
        do {
            let listed = try hosts.list()
            let isNew = replica.shared.withLock { shared in
                let named = Dictionary(uniqueKeysWithValues: listed.map { ($0.name, $0) })
                defer { shared.hosts = named }
                return shared.hosts != named
            }
            isWell(.hosts)
            if isNew { replica.reports.hosts(listed) }
        } catch {
            // The last list stays in force.
            tell("The list of hosts cannot be read: \(error)", about: .hosts)
        }
    }

    /// True when this machine, with its key, is on the list, as far as there is one. Others could not reach it
    /// otherwise.
    private var isListed: Bool {
        guard let publicKey = replica.publicKey else { return true }
        return replica.shared.withLock { $0.hosts[replica.host]?.publicKey == publicKey }
    }

    private static let notListed = """
        This machine is not on the list of the house, so it does not lead. gateway house hosts shows the list, gateway \
        house join adds a machine.
        """
    private static let noStandby = """
        The log's database has no synchronous standby (synchronous_standby_names, synchronous_commit), so what it \
        confirms could be lost with its machine. Nobody leads until it has one.
        """
    private static let hostsInterval = Duration.seconds(3)
    /// The pause before another look at a lease that is about to end.
    private static let closeLook = Duration.milliseconds(200)
    /// How long a machine that ought to lead has time to take the lease.
    private static let patienceForWanted = Duration.seconds(5)
    private static let mostClockDifference = Duration.seconds(1)
}
