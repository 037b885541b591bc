import Coordination
import Glibc
import Hosting
import Identity
import Reasons
import Replication
import Signals
import Storage
import Synchronization
import Transport

/// The common base of every service of the house: the right to write its data, keys and tokens, the thread of its
/// sockets, the root of its tree, and the order of start and stop.
///
/// An assembly prepares one, asks it for the tree through which its use cases send signals to other services, and
/// passes to the process the members that ``members(over:members:listener:)`` orders.
public final class ServiceHost: Sendable {
    /// The service.
    public let service: HouseService
    /// The settings that every service has.
    public let settings: CommonSettings
    /// The service's log.
    public let log: Log
    /// The trusted keys.
    public let keys: KeyDirectory
    /// Verifies the tokens of callers.
    public let authenticator: TokenAuthenticator
    /// Creates the tokens by which other services know this one.
    private let tokens: ServiceTokens
    /// The thread of all sockets.
    public let loop = SocketLoop()
    /// The root of the tree that answers signals. It adds a token to signals on their way to another service.
    public let root: RelayCoordinator
    /// The transmitter of use cases and jobs.
    private let exit = RelayCoordinator()
    private let house: SharedHouse?
    private let links = Mutex<[HouseService: ServiceLink]>([:])
    private let linksApart = Mutex<[ServiceLink]>([])
    /// The branches to other services, until they join the tree.
    private let branches = Mutex<[LinkCoordinator]>([])
    /// The spans of traced requests.
    let spans = SpanRing()
    /// Shut after the process stood still, until it has read which sessions ended meanwhile.
    private let gate = RevocationGate()
    private let lock: WriterLock
    /// The access to the commit log of the house; nil without one.
    private let logAccess: LogAccess?
    /// What this process knows of that log.
    private let meter: LogMeter
    /// The readers of other services' events.
    private let cursors = EventCursors()
    private let start = ContinuousClock.now
    /// This machine among those of the house; nil in a house on one machine.
    private let replica: ReplicaHost?

    private init(
        service: HouseService, settings: CommonSettings, log: Log, lock: WriterLock, keys: KeyDirectory,
        logAccess: LogAccess?, house: SharedHouse?
    ) throws {
        self.service = service
        self.settings = settings
        self.log = log
        self.lock = lock
        self.keys = keys
        self.logAccess = logAccess
        self.house = house
        authenticator = TokenAuthenticator(service: service, keys: keys, clock: settings.clock)
        let tokens = ServiceTokens(service: service, key: try keys.signingKey(of: service), clock: settings.clock)
        self.tokens = tokens
        root = RelayCoordinator { context, method in
            if method.belongs(to: service.rawValue) { return nil }
            let extra = settings.extraRights.names[service.rawValue] ?? []
            return ServiceRights.context(of: service, sending: method, in: context, tokens, extra: extra)
        }
        meter = LogMeter(clock: settings.clock)
        if let logAccess {
            replica = try ReplicaHost(service, logAccess, settings, loop, gate, meter, log)
        } else {
            replica = nil
        }
        // Every service reports to auth which sessions were used.
        if service != .auth { add(.auth) }
    }

    /// Takes the right to write the data of `service` and reads the keys.
    ///
    /// - Parameter house: The process, where it runs several services; nil in a process of its own.
    /// - Throws: `HostingError` (another process holds the data), `KeyDirectoryError`, `LogAccessError`.
    public static func prepare(
        _ service: HouseService, settings: CommonSettings, log: Log, in house: SharedHouse? = nil
    ) async throws -> ServiceHost {
        let lock = try await WriterLock.acquire(service: service.rawValue, dataDirectory: settings.dataDirectory)
        let extra = settings.extraServices.map { HouseService(extra: $0.name) }
        let keys = try KeyDirectory(dataDirectory: settings.dataDirectory, extra: extra) { added, removed in
            func names(_ keys: [KeyDirectory.TrustedKey]) -> LogValue {
                .string(keys.map { "\($0.owner.name) \($0.key.id)" }.sorted().joined(separator: ", "))
            }
            log.notice("keys changed", ["keys.added": names(added), "keys.removed": names(removed)])
        }
        let logAccess = try LogAccess.read(
            settings.layout.commitLog(of: service.rawValue), service: service.rawValue)
        if logAccess?.replica != nil { try ReplicaHost.requireKeys(of: service, settings.layout) }
        return try ServiceHost(
            service: service, settings: settings, log: log, lock: lock, keys: keys, logAccess: logAccess, house: house)
    }

    /// The path of the service's database.
    public var databasePath: String { settings.layout.database(of: service.rawValue) }

    /// Store options of the settings, which write failures to the log, with the commit log of the house if it has one.
    public var storeOptions: StoreOptions {
        var options = StoreOptions()
        (options.checkpointPages, options.keysInMemory) = (settings.checkpointPages, settings.keysInMemory)
        options.reportTrouble = { [log] in log.error("storage in trouble", ["storage.error": .error($0)]) }
        options.mustRestart = { [log] reason in
            log.critical("service must restart", ["storage.error": .string(reason)])
            _exit(ExitCode.flowFailed.rawValue)
        }
        guard let logAccess else { return options }
        if let replica { return replica.storeOptions(options) }
        options.reportLogTrouble = { [log] in log.error("commit log in trouble", ["log.error": .error($0)]) }
        options.commitLog = { [log, meter, clock = settings.clock] in
            PostgreSQLCommitLog(logAccess, clock: clock, meter: meter) {
                log.warning("commit in doubt", ["log.doubt": .string($0)])
            }
        }
        return options
    }

    /// The member that makes snapshots for the commit log; nil without one.
    private var snapshots: SnapshotMember? {
        guard let logAccess else { return nil }
        let (layout, name) = (settings.layout, service.rawValue)
        let own = ["secret", "storage"].map { "\(name).\($0)" }
        let keys =
            own.map { ($0, "\(layout.directory(of: name))/\($0)") }
            + [("\(name).public", "\(layout.publicKeys(of: name))/\(name).public")]
        return SnapshotMember(
            SnapshotKeeper(
                logAccess, SnapshotKeeper.Files(database: databasePath, keys: keys), clock: settings.clock,
                interval: settings.snapshotEvery, memory: settings.restorableFor), log: log)
    }

    /// Prepares a branch to each of `services`, and returns the transmitter for signals to them and to auth. The
    /// branches join the tree when the listener is created. They come after the use cases, which are asked first.
    ///
    /// A branch is a link. A service in this process needs none, because the house has its branch. None of the services
    /// needs to be running.
    ///
    /// - Parameter methods: Methods with a link of their own: their failures say nothing about other methods.
    public func tree(
        reaching services: HouseService..., apart methods: Set<SignalMethod> = []
    ) -> any Transmitter {
        // The first branch that accepts a signal gets it.
        for method in methods {
            guard let service = HouseService(rawValue: method.service), !isHere(service) else { continue }
            let link = makeLink(to: service)
            linksApart.withLock { $0.append(link) }
            branches.withLock { $0.append(LinkCoordinator(link, only: [method])) }
        }
        for service in services where service != .auth { add(service) }
        return exit
    }

    private func add(_ service: HouseService) {
        guard !isHere(service) else { return }
        let branch = LinkCoordinator(link(to: service))
        branches.withLock { $0.append(branch) }
    }

    private func isHere(_ service: HouseService) -> Bool { house?.services.contains(service) ?? false }

    /// Returns the one link to another service.
    private func link(to other: HouseService) -> ServiceLink {
        links.withLock { links in
            if let link = links[other] { return link }
            let link = makeLink(to: other)
            links[other] = link
            return link
        }
    }

    private func makeLink(to other: HouseService) -> ServiceLink {
        ServiceLink(
            service: other.rawValue, runDirectory: settings.runDirectory, loop: loop,
            maximumMessageBytes: settings.maximumMessageBytes)
    }

    /// Returns the ended sessions, which are refused from now on. They are kept in `store`, whose schema has their
    /// table.
    public func revocations(keptIn store: Store) async throws -> SessionRevocations {
        let revocations = SessionRevocations(store: store, clock: settings.clock) { [authenticator] in
            authenticator.revoke(sessionID: $0, until: $1)
        }
        try await revocations.restore()
        return revocations
    }

    /// Returns a reader of the events of another service; see ``EventSubscriber``. It reads from that service's
    /// sockets, also where both are in one process.
    public func follow(
        _ source: HouseService, cursor: @escaping @Sendable () async throws -> Int64,
        handle: @escaping @Sendable ([Event]) async throws -> Void
    ) -> EventSubscriber {
        cursors.add(source.rawValue, cursor)
        return EventSubscriber(
            source: source.rawValue, runDirectory: settings.runDirectory, link: link(to: source), loop: loop, log: log,
            session: { [tokens] in tokens.token(for: source) }, spans: spans, gate: source == .auth ? gate : nil,
            cursor: cursor, handle: handle)
    }

    /// Puts the use cases into the tree and returns the listener for them; see ``ListenerMember``. Other services have
    /// the rights of ``ServiceRights``.
    ///
    /// - Parameters:
    ///   - signals: The signals that the service answers: one entry per use case.
    ///   - told: The types of events that it tells; those of the contract when nil.
    ///   - eventReaders: The services whose rights to events apply; all when nil.
    ///   - events: The store with the event log, and the rule for which people may see which events.
    ///   - metrics: What is measured of the service besides what every service has.
    ///   - probe: Throws when the work path does not work.
    public func listener(
        answering signals: [ServedRoute], telling told: [EventDescription]? = nil,
        eventReaders: Set<HouseService>? = nil, events: (log: Store, visibility: any EventVisibility),
        metrics: [MetricsSource] = [], probe: @escaping @Sendable () async throws -> Void
    ) -> ListenerMember {
        // Before the use cases: a follower's are not asked for what the leader has to answer.
        if let replica { root.startFlow(replica.branch) }
        root.startFlow(UseCaseService(signals.map(\.served)))
        root.startFlow(exit)
        for branch in branches.withLock({ $0 }) { root.startFlow(branch) }
        let listener = ListenerMember(
            service: ServiceIdentity(
                name: service.rawValue, version: Version.current, reasons: ReasonCatalogue.house.all.map(\.name),
                events: told
                    ?? EventCatalogue.all.filter { $0.service == service.rawValue }.map {
                        EventDescription($0.type, $0.summary, schema: $0.schema)
                    }),
            signals: signals.map(\.route), root: root, authenticator: authenticator,
            rights: ServiceRights.rights(
                at: service, eventReaders: eventReaders, extra: settings.rightsByExtraService),
            events: (log: events.log, visibility: events.visibility), probe: probe,
            spans: spans, gate: gate, replicaPort: replica?.port, replica: { [replica] in replica?.health },
            commitLog: logAccess.map { [meter] in LogReporter($0, meter) },
            metrics: sources(events.log, metrics), settings: settings, loop: loop, log: log)
        if let house { listener.join(house.root) }
        return listener
    }

    /// Does the same for a service that does not need the fastest routes.
    public func listener(
        answering signals: [ServedSignal], telling told: [EventDescription]? = nil,
        events: (log: Store, visibility: any EventVisibility), metrics: [MetricsSource] = [],
        probe: @escaping @Sendable () async throws -> Void
    ) -> ListenerMember {
        listener(
            answering: signals.map { ServedRoute($0) }, telling: told, events: events, metrics: metrics, probe: probe)
    }

    /// Returns what is measured of a service: what every service has, then its own.
    private func sources(_ store: Store, _ own: [MetricsSource]) -> [MetricsSource] {
        var sources: [MetricsSource] = [
            .version(since: start), .process, .disk(database: databasePath), .storage(store), .events(store, cursors),
        ]
        if logAccess != nil { sources.append(.commitLog(meter)) }
        if let replica { sources.append(.replica(replica)) }
        return sources + own
    }

    /// Returns a member that periodically reports to `tell` which sessions were used last and when, according to the
    /// tokens of callers. All services but auth have it already, see ``members(over:members:everywhere:listener:)``.
    public func reportUses(to tell: @escaping @Sendable ([SessionUse]) async throws -> Void) -> any ProcessMember {
        SessionUseReporter(
            authenticator: authenticator, interval: settings.tellSessionUsesEvery, log: log,
            tell: { [replica, tokens, exit] uses in
                // The auth of a machine that follows reports to the one that leads.
                guard let replica, replica.service == .auth, !replica.replica.isLeading else {
                    return try await tell(uses)
                }
                let context = SignalContext(session: tokens.token(for: .auth))
                try await SessionUseReporter.telling(exit, context)(uses)
            })
    }

    /// Returns a member that reports to auth the zones that `store` kept before zones belonged to people. Its schema
    /// has `PersonZones`.
    public func tellZones(keptIn store: Store) -> ZoneTeller {
        ZoneTeller(store: store, log: log, tree: exit)
    }

    /// Returns the members of the process in the order of their start; they stop in reverse order.
    ///
    /// - Parameters:
    ///   - store: Closed when all its users have stopped.
    ///   - members: The service's work besides answering: readers of events, scheduled work. In a house of several
    ///     machines only the one that leads does it.
    ///   - everywhere: Work that every machine does.
    ///   - listener: Opened last, drained first.
    public func members(
        over store: Store, members: [any ProcessMember] = [], everywhere: [any ProcessMember] = [],
        listener: ListenerMember
    ) -> [any ProcessMember] {
        let base: [any ProcessMember] = [
            // The lock is released when the database is closed, not before.
            ResourceMember(name: "store") { [lock] in
                await store.close()
                withExtendedLifetime(lock) {}
            },
            loop,
            ResourceMember(name: "links") { [self] in
                let opened = links.withLock { Array($0.values) } + linksApart.withLock { $0 }
                for link in opened { await link.close() }
                await replica?.branch.close()
            },
            // The listener holds its parent weakly, so a member has to hold the tree. Jobs use it until they stop.
            ResourceMember(name: "coordinators") { [root] in (root.node.parent ?? root).finishFlow() },
        ]
        let reporter = service == .auth ? [] : [reportUses(to: SessionUseReporter.telling(exit))]
        let work = members + (snapshots.map { [$0] } ?? [])
        let own = replica?.members(over: store, leading: work, drainLimit: settings.drainLimit) ?? work
        return base + reporter + everywhere + own + [listener]
    }
}
