import Coordination
import Hosting
import StrictJSON

/// The listener and the event feed of a service, as one member of the process. It opens after all members before it are
/// ready, and drains before the members it needs are closed.
public struct ListenerMember: ProcessMember {
    public let name = "listener"
    private let service: ServiceIdentity
    private let listener: Listener
    private let root: any Coordinator
    private let feed: EventFeed?
    private let runDirectory: String
    private let replicaPort: ReplicaPort?
    private let drainLimit: Duration
    private let gate = StopGate()

    /// Creates a listener for the tree.
    ///
    /// - Parameters:
    ///   - signals: The routes of the typed signals. Health, statistics, traces, events and `rpc.discover` are added.
    /// When a signal has the name of an added method, its members come first in the answer.
    ///   - root: The root of the tree whose coordinators answer the signals. The listener's relay becomes its child.
    ///   - events: The event log of the service, and the rule for who may see which event.
    ///   - grants: The rights of services and of the operator.
    ///   - probe: Called by `<service>.health` to test the work path; throws when the path does not work.
    ///   - spans: Stores the spans of traced requests.
    ///   - gate: While it is shut, the listener receives nothing.
    ///   - replica: Reports what this machine does for the service; nil in a house on one machine.
    ///   - commitLog: Reports on the commit log of the service; nil without one.
    ///   - metrics: What is measured besides the requests.
    ///   - replicaPort: Where the replicas of the house on other machines are served; nil without such.
    public init(
        service: ServiceIdentity, signals: [SignalRoute], root: any Coordinator, authenticator: any Authenticator,
        rights: ListenerRights = ListenerRights(), events: (log: any EventLog, visibility: any EventVisibility)?,
        probe: @escaping @Sendable () async throws -> Void = {},
        spans: SpanRing = SpanRing(), gate: RevocationGate = RevocationGate(), replicaPort: ReplicaPort? = nil,
        replica: @escaping @Sendable () -> ReplicaHealth? = { nil }, commitLog: LogReporter? = nil,
        metrics: [MetricsSource] = [], settings: CommonSettings, loop: SocketLoop, log: Log
    ) {
        self.service = service
        self.replicaPort = replicaPort
        runDirectory = settings.runDirectory
        drainLimit = settings.drainLimit
        feed = events.map {
            EventFeed(
                service: service.name, eventLog: $0.log, visibility: $0.visibility, rights: rights, loop: loop)
        }
        let reporter = ListenerReporter()
        var routes = signals
        let common = HealthRoutes(
            service: service, reporter: reporter, eventLog: events?.log, clock: settings.clock, spans: spans,
            probe: probe, replica: replica, commitLog: commitLog, metrics: MetricsReading(metrics, log: log))
        routes.join(common.routes)
        if let feed { routes.append(feed.route) }
        routes.append(HealthRoutes.discover(service, routes))
        var limits = ListenerLimits()
        limits.messageBytes = settings.maximumMessageBytes
        limits.inFlightPerPeer = settings.requestsPerPeer
        limits.inFlight = settings.requestsInAll
        let entrance = RelayCoordinator()
        listener = Listener(
            service: service, routes: routes, entrance: entrance, authenticator: authenticator, rights: rights,
            loop: loop, log: log, limits: limits, spans: spans, gate: gate)
        reporter.set(listener)
        root.startFlow(entrance)
        self.root = root
    }

    /// Hangs the service into the tree of a process that runs several: other services then reach it without a socket.
    public func join(_ house: any Coordinator) {
        let branch = ServiceCoordinator(listener)
        house.startFlow(branch)
        branch.startFlow(root)
    }

    /// Obtains the listening sockets and starts to serve.
    public func start() async throws {
        if let feed {
            try await feed.open(try ListeningSocket.obtain(name: "\(service.name).events", runDirectory: runDirectory))
        }
        try await listener.open(try ListeningSocket.obtain(name: service.name, runDirectory: runDirectory))
        if let replicaPort { try await listener.open(replicaPort) }
    }

    public func run() async throws { await gate.wait() }

    /// Takes a turn of the thread that answers requests. Not of the store: it may wait long for a log or a disk, and
    /// another process would wait as long.
    public func probe() async { _ = await listener.status }

    /// Releases who waits for events or commits, finishes the requests in progress, closes.
    public func stop() async {
        await feed?.close()
        replicaPort?.release()
        await listener.drain(within: drainLimit)
        gate.open()
    }
}

/// The loop as a member of the process: first to start, last to stop.
extension SocketLoop: ProcessMember {
    public var name: String { "sockets" }
    /// Does nothing: the thread already runs.
    public func start() async throws {}
    /// Returns when the thread has ended.
    public func run() async throws { await ended.wait() }
    /// Ends the thread. Messages handed to libzmq have one second to reach the kernel.
    public func stop() async {
        endThread()
        await ended.wait()
    }
}
