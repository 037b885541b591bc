import Coordination
import Hosting
import Identity
import Storage
import Transport

/// What every service of the house runs on, alike in all of them: the right to write its data, keys and tokens, the
/// thread of its sockets, the root of its tree, and the order in which all of that starts and ends.
///
/// An assembly prepares one, hangs its action service into ``root`` and hands the members that ``flows(over:links:members:listener:)``
/// puts in order to the process.
public final class ServiceHost: Sendable {
    /// Which service it is.
    public let service: HouseService
    /// What every service is told.
    public let settings: CommonSettings
    /// The service's log.
    public let log: Log
    /// Who is trusted.
    public let keys: KeyDirectory
    /// Checks the tokens that callers show.
    public let authenticator: TokenAuthenticator
    /// Makes the tokens by which other services know this one.
    private let tokens: ServiceTokens
    /// The thread of all sockets.
    public let loop = SocketLoop()
    /// The root of the tree that answers.
    public let root = RelayCoordinator()
    /// What was done for requests that are traced.
    let spans = SpanRing()
    /// Shut when the process goes on after it was stopped, until it knows which sessions ended meanwhile.
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
    /// - Throws: `HostingError` (another process has the data), `KeyDirectoryError`.
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

    /// Where the service's database lies.
    public var databasePath: String { settings.layout.database(of: service.rawValue) }

    /// Options that write what goes wrong into the log.
    public var storeOptions: StoreOptions {
        var options = StoreOptions()
        options.reportTrouble = { [log] in log.error("storage in trouble", ["storage.error": .error($0)]) }
        return options
    }

    /// A link to another service, which need not run.
    public func link(to other: HouseService) -> HouseLink {
        let link = ServiceLink(
            service: other.rawValue, runDirectory: settings.runDirectory, loop: loop,
            maximumMessageBytes: settings.maximumMessageBytes)
        return HouseLink(to: other, over: link, tokens: tokens)
    }

    /// The sessions that have ended, refused from now on; kept in `store`, whose schema has their table.
    public func revocations(keptIn store: Store) async throws -> SessionRevocations {
        let revocations = SessionRevocations(store: store, clock: settings.clock) { [authenticator] in
            authenticator.revoke(sessionID: $0, until: $1)
        }
        try await revocations.restore()
        return revocations
    }

    /// Reads the events of the service at the other end of `link`; see ``EventSubscriber``.
    public func follow(
        _ link: HouseLink, cursor: @escaping @Sendable () async throws -> Int64,
        handle: @escaping @Sendable ([Event]) async throws -> Void
    ) -> EventSubscriber {
        EventSubscriber(
            source: link.service.rawValue, runDirectory: settings.runDirectory, link: link.link, loop: loop, log: log,
            session: link.token, spans: spans, gate: link.service == .auth ? gate : nil, cursor: cursor,
            handle: handle)
    }

    /// The listener of the service; see ``ListenerFlow``. Other services have the rights of ``ServiceRights``.
    ///
    /// - Parameters:
    ///   - signals: The routes of the typed signals.
    ///   - eventReaders: The services whose rights to events count; all when nil.
    ///   - events: Which people may see what of the service's events.
    ///   - probe: Throws when the work path does not work.
    public func listener(
        signals: [SignalRoute], eventReaders: Set<HouseService>? = nil,
        events: (log: any EventLog, visibility: any EventVisibility),
        probe: @escaping @Sendable () async throws -> Void
    ) -> ListenerFlow {
        ListenerFlow(
            service: ServiceIdentity(name: service.rawValue, version: Version.current), signals: signals, root: root,
            authenticator: authenticator, grants: ServiceRights.grants(at: service, eventReaders: eventReaders),
            events: events, probe: probe, spans: spans, gate: gate, settings: settings, loop: loop, log: log)
    }

    /// Hangs the use cases into the tree and opens the listener to them.
    ///
    /// - Parameter signals: What the service answers: one entry a use case.
    public func listener(
        answering signals: [ServedSignal], events: (log: any EventLog, visibility: any EventVisibility),
        probe: @escaping @Sendable () async throws -> Void
    ) -> ListenerFlow {
        root.startFlow(UseCaseService(signals))
        return listener(signals: signals.map { SignalRoute($0.type) }, events: events, probe: probe)
    }

    /// Tells `tell` now and then which sessions were used last and when, as the tokens show that callers came with. A
    /// service with a link to auth has it already, see ``flows(over:links:members:listener:)``.
    public func reportUses(to tell: @escaping @Sendable ([SessionUse]) async throws -> Void) -> any Flow {
        SessionUseReporter(
            authenticator: authenticator, interval: settings.tellSessionUsesEvery, log: log, tell: tell)
    }

    /// Tells auth which zones of people `store` kept before there was one zone by person; its schema has `PersonZones`.
    public func tellZones(keptIn store: Store, to auth: HouseLink) -> ZoneTeller {
        ZoneTeller(store: store, log: log, tell: ZoneTeller.telling(auth))
    }

    /// The members of the process in the order of their start, which is the reverse of that of their end.
    ///
    /// One is added where there is a link to auth: the one that tells auth when sessions were used.
    ///
    /// - Parameters:
    ///   - store: Closed when all that uses it has ended.
    ///   - links: Closed when no member needs them any more.
    ///   - members: What the service does besides answering: readers of events, work that falls due.
    ///   - listener: Opened last, drained first.
    public func flows(
        over store: Store, links: [HouseLink] = [], members: [any Flow] = [], listener: ListenerFlow
    ) -> [any Flow] {
        let base: [any Flow] = [
            // The lock goes when the database is closed, not before.
            ResourceFlow(name: "store") { [lock] in
                await store.close()
                withExtendedLifetime(lock) {}
            },
            loop,
            ResourceFlow(name: "links") { for link in links { await link.link.close() } },
        ]
        // The door holds its parent weakly, so somebody has to hold the tree.
        let reporters = links.filter { $0.service == .auth }.map { reportUses(to: SessionUseReporter.telling($0)) }
        let tree = ResourceFlow(name: "coordinators") { [root] in root.finishFlow() }
        return base + reporters + members + [tree, listener]
    }
}
