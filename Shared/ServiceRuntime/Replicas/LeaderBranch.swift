import Coordination
import Domain
import Identity
import Reasons
import Replication
import Storage
import Synchronization
import Transport

/// The branch of a follower's tree that leads to the leader, on another machine of the house. Nobody else in the tree
/// can tell that the use cases are not asked.
///
/// It answers what changes something, and what this copy cannot answer itself. The answer is handed on when this copy
/// has repeated the change: everybody reads their own writes. A read that asks for fresher data than the copy has waits
/// here until the copy is that fresh.
final class LeaderBranch: Coordinator {
    let node = CoordinatorNode(options: .shared)
    private let service: HouseService
    private let replica: Replica
    private let makeLink: @Sendable (HouseHost) -> ServiceLink
    private let store = Mutex<Store?>(nil)
    private let link = Mutex<(host: HouseHost, link: ServiceLink)?>(nil)

    /// - Parameter makeLink: Returns a link to the service on another machine.
    init(_ service: HouseService, _ replica: Replica, makeLink: @escaping @Sendable (HouseHost) -> ServiceLink) {
        self.service = service
        self.replica = replica
        self.makeLink = makeLink
        replica.onNewLeader { [weak self] name in self?.dropLink(unlessTo: name) }
    }

    /// Says which store the use cases read.
    func reads(_ store: Store) { self.store.withLock { $0 = store } }

    /// Closes the link.
    func close() async { await link.withLock { $0 }?.link.close() }

    func handler<S: Signal>(for type: S.Type) -> SignalHandler<S>? {
        guard S.method.belongs(to: service.rawValue), !replica.isLeading else { return nil }
        guard !S.needsLeader, canRead else { return { [self] signal, context in try await forward(signal, context) } }
        return { [self] signal, context in
            if let age = context.maximumStaleness, try await !isCopyFresh(age, before: context.deadline) {
                return try await forward(signal, context)
            }
            return try await send(signal, context: context)
        }
    }

    /// Waits until this copy is as fresh as a read asks.
    ///
    /// - Returns: False when it is not in time. The leader is asked then, and half of the caller's time is left for it.
    private func isCopyFresh(_ age: Duration, before deadline: Instant?) async throws -> Bool {
        if replica.isCurrent(within: age) { return true }
        let rest = deadline.map { $0 - WallClock.system.now() } ?? ServiceLink.defaultLimit
        let patience = min(max(.zero, rest / 2), Self.longestWait)
        do {
            // The replica's thread looks at its waiters only between two statements in the log's database.
            return try await withTimeLimit(patience, fault: notLeading) { [replica] in
                await replica.untilCurrent(within: patience)
            }
        } catch is Fault {
            return false
        }
    }

    /// True when the use cases can answer from this copy: it is whole, has the schema of the program, and is not old.
    private var canRead: Bool {
        let state = replica.state
        guard !state.isStopped, let current = state.wasCurrent, .now - current < Self.oldest else { return false }
        return store.withLock { $0?.isSchemaOwn ?? false }
    }

    private func forward<S: Signal>(_ signal: S, _ context: SignalContext) async throws -> S.Answer {
        // What another follower has passed on is not passed on again: it looks for the new leader itself.
        if case .host = context.peer { throw notLeading }
        let deadline = context.deadline ?? WallClock.system.now() + ServiceLink.defaultLimit
        var context = context
        context.deadline = deadline
        // The answer of a former leader may be lost. A change may then be sent again only with its key.
        let isRepeatable = S.effect == .reads || context.idempotencyKey != nil
        while true {
            // This machine may have become the leader meanwhile.
            if replica.isLeading { return try await send(signal, context: context) }
            do {
                let rest = deadline - WallClock.system.now()
                let leader = try leader()
                let answer = try await leader.send(signal, context: context, within: rest)
                if S.effect == .changes { await becomeCurrent(with: leader.newestCommit, before: deadline) }
                return answer
            } catch let fault as Fault
                where isOfNoLeader(fault) || isRepeatable && fault.code == .unavailable
            {
                // During a change of leaders.
                guard WallClock.system.now() + Self.pause < deadline else { throw fault }
                try await Task.sleep(for: Self.pause)
            }
        }
    }

    /// Waits until this copy has what the leader has just committed. An answer that would come too late is handed on
    /// before: the change is made.
    ///
    /// - Parameter number: The commit that the leader has told; nil from a leader of an earlier version.
    private func becomeCurrent(with number: Int64?, before deadline: Instant) async {
        let rest = deadline - WallClock.system.now() - Self.reserve
        let limit = min(max(.zero, rest), Self.longestWait)
        guard let number else { return _ = await replica.untilCurrent(within: limit) }
        await replica.untilRepeated(number, within: limit)
    }

    /// Returns the link to the machine that leads.
    func leader() throws(Fault) -> ServiceLink {
        guard let host = replica.leader, host.name != replica.host else {
            throw Fault(.unavailable, .noLeader, ["service": .text(service.rawValue)], retryAfterMilliseconds: 1000)
        }
        let (current, former) = link.withLock { link -> (ServiceLink, ServiceLink?) in
            if let link, link.host == host { return (link.link, nil) }
            let opened = makeLink(host)
            defer { link = (host, opened) }
            return (opened, link?.link)
        }
        if let former { Task { await former.close() } }
        return current
    }

    /// Closes the link to a machine that leads no more, so that nobody goes on waiting for it.
    private func dropLink(unlessTo name: String) {
        let former = link.withLock { link -> ServiceLink? in
            guard let dropped = link, dropped.host.name != name else { return nil }
            link = nil
            return dropped.link
        }
        if let former { Task { await former.close() } }
    }

    private var notLeading: Fault {
        Fault(.unavailable, .notLeading, ["service": .text(service.rawValue)], retryAfterMilliseconds: 100)
    }

    /// True when a branch like this refused the signal, so that nothing was done. The same fault of another service may
    /// come from the midst of a use case.
    private func isOfNoLeader(_ fault: Fault) -> Bool {
        [Reason.notLeading.name, Reason.noLeader.name].contains(fault.reason)
            && fault.details["service"] == .text(service.rawValue)
    }

    private static let pause = Duration.milliseconds(100)
    /// What the way back of an answer takes.
    private static let reserve = Duration.milliseconds(200)
    private static let longestWait = Duration.seconds(2)
    /// The age above which a copy is not read any more.
    private static let oldest = Duration.seconds(60)
}
