import Coordination
import Hosting
import Identity
import Reasons
import Signals
import Storage
import Transport

/// The common base of every service of the house: the right to write its data, keys and tokens, the thread of its
/// sockets, the root of its tree, and the order of start and stop.
///
/// An assembly prepares one, puts its action service below ``root`` and passes to the process the members that
/// ``flows(over:links:members:listener:)`` orders.
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
    /// The root of the tree that answers signals.
    public let root = RelayCoordinator()
    /// The spans of traced requests.
    let spans = SpanRing()
    /// Shut when the process continues after it was stopped, until it has read which sessions ended meanwhile.
    private let gate = NewsGate()
    private let lock: WriterLock

    private init(
        service: HouseService, settings: CommonSettings, log: Log, lock: WriterLock, keys: KeyDirectory
    ) throws(KeyDirectoryError) {
        self.service = service
        self.settings = settings
        self.log = log
        self.lock = lock
        self.keys = keys
        authenticator = TokenAuthenticator(service: service, keys: keys, clock: settings.clock)
        tokens = ServiceTokens(service: service, key: try keys.signingKey(of: service), clock: settings.clock)
    }

    /// Takes the right to write the data of `service` and reads the keys.
    ///
    /// - Throws: `HostingError` (another process holds the data), `KeyDirectoryError`.
    public static func prepare(
        _ service: HouseService, settings: CommonSettings, log: Log
    ) async throws -> ServiceHost {
        let lock = try await WriterLock.acquire(service: service.rawValue, dataDirectory: settings.dataDirectory)
        let keys = try KeyDirectory(dataDirectory: settings.dataDirectory) { added, removed in
            func names(_ keys: [KeyDirectory.TrustedKey]) -> LogValue {
                .string(keys.map { "\($0.owner.name) \($0.key.id)" }.sorted().joined(separator: ", "))
            }
            log.notice("keys changed", ["keys.added": names(added), "keys.removed": names(removed)])
        }
        return try ServiceHost(service: service, settings: settings, log: log, lock: lock, keys: keys)
    }

    /// The path of the service's database.
    public var databasePath: String { settings.layout.database(of: service.rawValue) }

    /// Store options that write failures to the log.
    public var storeOptions: StoreOptions {
        var options = StoreOptions()
        options.reportTrouble = { [log] in log.error("storage in trouble", ["storage.error": .error($0)]) }
        return options
    }

    /// Returns a link to another service, which need not be running.
    public func link(to other: HouseService) -> HouseLink {
        let link = ServiceLink(
            service: other.rawValue, runDirectory: settings.runDirectory, loop: loop,
            maximumMessageBytes: settings.maximumMessageBytes)
        return HouseLink(to: other, over: link, tokens: tokens)
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

    /// Returns a reader of the events of the service at the other end of `link`; see ``EventSubscriber``.
    public func follow(
        _ link: HouseLink, cursor: @escaping @Sendable () async throws -> Int64,
        handle: @escaping @Sendable ([Event]) async throws -> Void
    ) -> EventSubscriber {
        EventSubscriber(
            source: link.service.rawValue, runDirectory: settings.runDirectory, link: link.link, loop: loop, log: log,
            session: link.token, spans: spans, gate: link.service == .auth ? gate : nil, cursor: cursor,
            handle: handle)
    }

    /// Puts the use cases into the tree and returns the listener for them; see ``ListenerFlow``. Other services have the
    /// rights of ``ServiceRights``.
    ///
    /// - Parameters:
    ///   - signals: The signals that the service answers: one entry per use case.
    ///   - eventReaders: The services whose rights to events apply; all when nil.
    ///   - events: The event log, and the rule for which people may see which events.
    ///   - probe: Throws when the work path does not work.
    public func listener(
        answering signals: [ServedRoute], eventReaders: Set<HouseService>? = nil,
        events: (log: any EventLog, visibility: any EventVisibility),
        probe: @escaping @Sendable () async throws -> Void
    ) -> ListenerFlow {
        root.startFlow(UseCaseService(signals.map(\.served)))
        return ListenerFlow(
            service: ServiceIdentity(
                name: service.rawValue, version: Version.current, reasons: ReasonCatalogue.house.all.map(\.name)),
            signals: signals.map(\.route), root: root, authenticator: authenticator,
            grants: ServiceRights.grants(at: service, eventReaders: eventReaders), events: events, probe: probe,
            spans: spans, gate: gate, settings: settings, loop: loop, log: log)
    }

    /// Does the same for a service that has no need of the quickest routes.
    public func listener(
        answering signals: [ServedSignal], events: (log: any EventLog, visibility: any EventVisibility),
        probe: @escaping @Sendable () async throws -> Void
    ) -> ListenerFlow {
        listener(answering: signals.map { ServedRoute($0) }, events: events, probe: probe)
    }

    /// Returns a flow that periodically reports to `tell` which sessions were used last and when, according to the
    /// tokens of callers. A service with a link to auth has it already, see ``flows(over:links:members:listener:)``.
    public func reportUses(to tell: @escaping @Sendable ([SessionUse]) async throws -> Void) -> any Flow {
        SessionUseReporter(
            authenticator: authenticator, interval: settings.tellSessionUsesEvery, log: log, tell: tell)
    }

    /// Returns a flow that reports to auth the zones that `store` kept before zones belonged to people. Its schema has
    /// `PersonZones`.
    public func tellZones(keptIn store: Store, to auth: HouseLink) -> ZoneTeller {
        ZoneTeller(store: store, log: log, tell: ZoneTeller.telling(auth))
    }

    /// Returns the members of the process in the order of their start; they stop in reverse order.
    ///
    /// With a link to auth, a member is added that reports to auth when sessions were used.
    ///
    /// - Parameters:
    ///   - store: Closed when all its users have stopped.
    ///   - links: Closed when no member needs them any more.
    ///   - members: The service's work besides answering: readers of events, scheduled work.
    ///   - listener: Opened last, drained first.
    public func flows(
        over store: Store, links: [HouseLink] = [], members: [any Flow] = [], listener: ListenerFlow
    ) -> [any Flow] {
        let base: [any Flow] = [
            // The lock is released when the database is closed, not before.
            ResourceFlow(name: "store") { [lock] in
                await store.close()
                withExtendedLifetime(lock) {}
            },
            loop,
            ResourceFlow(name: "links") { for link in links { await link.link.close() } },
        ]
        // The listener holds its parent weakly, so a member has to hold the tree.
        let reporters = links.filter { $0.service == .auth }.map { reportUses(to: SessionUseReporter.telling($0)) }
        let tree = ResourceFlow(name: "coordinators") { [root] in root.finishFlow() }
        return base + reporters + members + [tree, listener]
    }
}
