import Domain
import Glibc
import Hosting
import Identity
import Reasons
import Replication
import Sodium
import Storage
import Transport

/// The part of a ``ServiceHost`` that a house of several machines needs.
final class ReplicaHost: Sendable {
    let service: HouseService
    let replica: Replica
    /// Leads to the leader.
    let branch: LeaderBranch
    /// Where the other machines ask.
    let port: ReplicaPort
    private let loop: SocketLoop
    private let gate: RevocationGate
    private let log: Log

    /// Creates the parts; nil in a house on one machine.
    ///
    /// - Throws: `SodiumError` for a key that is none.
    init?(
        _ service: HouseService, _ access: LogAccess, _ settings: CommonSettings, _ loop: SocketLoop,
        _ gate: RevocationGate, _ meter: LogMeter, _ log: Log
    ) throws {
        guard let identity = access.replica else { return nil }
        let keys = try MachineKeys(secretKey: identity.secret)
        let allowed = AllowedPeers()
        self.service = service
        self.loop = loop
        self.gate = gate
        self.log = log
        let index = HouseService.allCases.firstIndex(of: service) ?? 0
        replica = Replica(
            access, host: identity.host, publicKey: keys.publicKey, isEngineReplicated: identity.engineReplicates,
            comparesAt: settings.compareAt.sinceMidnight + Self.comparisonInterval * index, clock: settings.clock,
            meter: meter,
            reports: Replica.Reports(
                notice: { log.notice("replica", ["replica.note": .string($0)]) },
                trouble: { log.error("replica in trouble", ["replica.trouble": .string($0)]) },
                end: { Self.end(log, $0) },
                fail: { reason in
                    log.critical("replica failed", ["replica.reason": .string(reason)])
                    _exit(ExitCode.flowFailed.rawValue)
                },
                hosts: { hosts in
                    allowed.replace(
                        by: Dictionary(
                            hosts.filter { $0.name != identity.host }.map { ($0.publicKey, $0.name) },
                            uniquingKeysWith: { first, _ in first }))
                }))
        let tail = replica.tail
        port = ReplicaPort(
            address: identity.listen.address, port: Int(identity.listen.port), keys: keys, allowed: allowed,
            routes: [CommitRequest.route(of: service, from: tail, most: settings.maximumMessageBytes)],
            newestCommit: { tail.newest }, release: { tail.close() })
        branch = LeaderBranch(service, replica) { host in
            ServiceLink(
                service: service.rawValue,
                endpoint: .replica(
                    host: host.endpoint.address, port: Int(host.endpoint.port) + index, serverKey: host.publicKey,
                    keys: keys), loop: loop, maximumMessageBytes: settings.maximumMessageBytes)
        }
        gate.onShutting { [replica] in
            // The gate itself sets the limit.
            let deadline = ContinuousClock.now + .seconds(10)
            while await !replica.untilCurrent(within: .seconds(1)), .now < deadline {
                do { try await Task.sleep(for: .milliseconds(100)) } catch { return }
            }
        }
    }

    /// Checks that the keys of a service came with it: with new ones, what the other machines have sealed and signed
    /// would be lost.
    /// - Throws: `HostingError`.
    static func requireKeys(of service: HouseService, _ layout: DataLayout) throws(HostingError) {
        let path = "\(layout.directory(of: service.rawValue))/\(service.rawValue).secret"
        guard access(path, R_OK) == 0 else {
            throw HostingError(.conflict, .replicaWithoutKeys, ["path": .text(path)])
        }
    }

    /// The options of a store that begins as a follower.
    func storeOptions(_ options: StoreOptions) -> StoreOptions {
        var options = options
        options.followedHouse = replica.access.house
        options.mustRestart = { [log] reason in Self.end(log, reason) }
        options.reportLogTrouble = { [log] in log.error("commit log in trouble", ["log.error": .error($0)]) }
        return options
    }

    /// Returns the members of the replica; `members` work while it leads.
    func members(over store: Store, leading members: [any ProcessMember], drainLimit: Duration) -> [any ProcessMember] {
        branch.reads(store)
        let reader = CommitReader(service: service, replica: replica, branch: branch, loop: loop)
        return [
            ReplicaMember(service, replica, store, gate, reader),
            LeaderMembers(members, replica, drainLimit: drainLimit, log: log),
        ]
    }

    /// What the health of the service says of it.
    var health: ReplicaHealth {
        let state = replica.state
        let isLeading = state.role == .leading
        return ReplicaHealth(
            host: replica.host, role: state.role.rawValue, leader: state.leader,
            commit: isLeading ? nil : state.number,
            behind: isLeading ? nil : replica.meter.reading.newest.map { $0 > state.number ? $0 - state.number : 0 },
            staleMilliseconds: isLeading ? nil : state.wasCurrent.map { Int((.now - $0).wholeMilliseconds) },
            trouble: replica.trouble, comparison: Self.comparison(state))
    }

    private static func comparison(_ state: Replica.State) -> ComparisonHealth? {
        let (last, difference) = (state.comparison, state.difference)
        if let difference {
            return ComparisonHealth(
                commit: difference.number, time: last?.number == difference.number ? last?.time : nil,
                outcome: "differs", tables: difference.tables)
        }
        return last.map {
            ComparisonHealth(
                commit: $0.number, time: $0.time, outcome: $0.isLeaders ? "leader" : "equal", tables: nil)
        }
    }

    /// The time between the comparisons of two services: a machine has all of them.
    private static let comparisonInterval = Duration.seconds(300)

    private static func end(_ log: Log, _ reason: String) {
        log.warning("service makes way for another machine", ["replica.reason": .string(reason)])
        _exit(ExitCode.yielded.rawValue)
    }
}
