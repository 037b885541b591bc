import Coordination
import Hosting
import StrictJSON

/// A service's door and its feed of events, as one member of the process: opened when all before it is ready, drained
/// before anything it needs is closed.
public struct ListenerFlow: Flow {
    /// For logs.
    public let name = "listener"
    private let service: ServiceIdentity
    private let listener: Listener
    private let feed: EventFeed?
    private let runDirectory: String
    private let drainLimit: Duration
    private let gate = StopGate()

    /// A door to the tree.
    ///
    /// - Parameters:
    ///   - signals: The routes of the typed signals; health, statistics, traces, events and `rpc.discover` are added. What a signal
    ///     of the same name answers stands before what is added.
    ///   - root: The root of the tree whose coordinators answer the signals; the door becomes a child of it.
    ///   - events: The service's log of events and who may see what of it.
    ///   - grants: What services and the operator may do.
    ///   - probe: Asked by `<service>.health`, so that it tells of the work path; throws when that does not work.
    ///   - spans: Where it is kept what was done for requests that are traced.
    ///   - gate: Nothing is received while it is shut.
    public init(
        service: ServiceIdentity, signals: [SignalRoute], root: any Coordinator, authenticator: any Authenticator,
        grants: Grants = Grants(), events: (log: any EventLog, visibility: any EventVisibility)?,
        probe: @escaping @Sendable () async throws -> Void = {},
        spans: SpanRing = SpanRing(), gate: NewsGate = NewsGate(), settings: CommonSettings, loop: SocketLoop, log: Log
    ) {
        self.service = service
        runDirectory = settings.runDirectory
        drainLimit = settings.drainLimit
        feed = events.map {
            EventFeed(
                service: service.name, eventLog: $0.log, visibility: $0.visibility, grants: grants, loop: loop)
        }
        let reporter = ListenerReporter()
        var routes = signals
        let common = HealthRoutes(
            service: service, reporter: reporter, eventLog: events?.log, clock: settings.clock, spans: spans,
            probe: probe)
        for common in common.routes {
            guard let own = routes.firstIndex(where: { $0.method == common.method }) else {
                routes.append(common)
                continue
            }
            routes[own] = routes[own].followed(by: common)
        }
        if let feed { routes.append(feed.route) }
        routes.append(HealthRoutes.discover(service, routes))
        var limits = ListenerLimits()
        limits.messageBytes = settings.maximumMessageBytes
        limits.inFlightPerPeer = settings.requestsPerPeer
        limits.inFlight = settings.requestsInAll
        let door = RelayCoordinator()
        listener = Listener(
            service: service, routes: routes, entrance: door, authenticator: authenticator, grants: grants,
            loop: loop, log: log, limits: limits, spans: spans, gate: gate)
        reporter.set(listener)
        root.startFlow(door)
    }

    /// Takes the listening sockets and starts to serve.
    public func start() async throws {
        if let feed {
            try await feed.open(try ListeningSocket.obtain(name: "\(service.name).events", runDirectory: runDirectory))
        }
        try await listener.open(try ListeningSocket.obtain(name: service.name, runDirectory: runDirectory))
    }

    /// Serves until it is stopped.
    public func run() async throws { await gate.wait() }

    /// Lets readers of events go, finishes what is in hand, closes.
    public func stop() async {
        await feed?.close()
        await listener.drain(within: drainLimit)
        gate.open()
    }
}

/// The loop as a member of the process: the first to start, the last to end.
extension SocketLoop: Flow {
    /// For logs.
    public var name: String { "sockets" }
    /// The thread runs already.
    public func start() async throws {}
    /// Returns when the thread has ended.
    public func run() async throws { await ended.wait() }
    /// Ends the thread; what was handed to libzmq gets its second to reach the kernel.
    public func stop() async {
        endThread()
        await ended.wait()
    }
}
