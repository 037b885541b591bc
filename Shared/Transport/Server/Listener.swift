import Coordination
import Domain
import Glibc
import Hosting
import Reasons
import StrictJSON
import ZeroMQ

/// The server side of a service's socket: a ROUTER on which requests come in and replies go out.
///
/// It serves REQ and DEALER peers alike: the body is the last frame, and all frames before it are echoed. A well-formed
/// and admitted request becomes a task. The task runs on the socket thread until it suspends, so a quick answer needs
/// no change of threads. Large requests are parsed on other threads.
public actor Listener {
    let loop: SocketLoop
    let service: ServiceIdentity
    let limits: ListenerLimits
    let log: Log
    let routes: [String: SignalRoute]
    let entrance: RelayCoordinator
    let authenticator: any Authenticator
    let rights: ListenerRights
    let security: SecurityLog
    private let spans: SpanRing
    let gate: RevocationGate

    /// The Unix socket.
    var socket: Socket?
    var replicas: OpenReplicaPort?
    /// Kept because its path and lock live as long as it does.
    private var listening: ListeningSocket?
    var peers: [PeerID: Peer] = [:]
    /// The number of peers above which idle peers are evicted.
    var peersKept = Listener.fewPeers
    var batches: [UInt64: Batch] = [:]
    var requestsInHand = 0
    var bytesInHand = 0
    /// The bytes that libzmq holds for all peers. ``unsentBytes`` counts those that wait here.
    let sentBytes = SentBytes()
    var unsentBytes = 0
    var requestCount: UInt64 = 0
    var isRetryingUnsent = false
    var isDraining = false
    var whenIdle: CheckedContinuation<Void, Never>?
    var statistics = ServiceStatistics()

    /// Runs on the socket thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Creates a listener that sends signals through `entrance`.
    ///
    /// - Parameters:
    ///   - routes: The served methods, each name once.
    ///   - entrance: The transmitter of typed signals; the tree behind it answers them.
    ///   - grants: The rights of services and of the operator.
    ///   - spans: Stores the spans of traced requests.
    ///   - gate: While it is shut, the listener receives nothing.
    public init(
        service: ServiceIdentity, routes: [SignalRoute], entrance: RelayCoordinator, authenticator: any Authenticator,
        rights: ListenerRights = ListenerRights(), loop: SocketLoop, log: Log,
        limits: ListenerLimits = ListenerLimits(),
        spans: SpanRing = SpanRing(),
        gate: RevocationGate = RevocationGate()
    ) {
        self.service = service
        self.entrance = entrance
        self.authenticator = authenticator
        self.rights = rights
        self.loop = loop
        self.log = log
        self.limits = limits
        self.spans = spans
        self.gate = gate
        self.routes = Dictionary(uniqueKeysWithValues: routes.map { ($0.method, $0) })
        security = SecurityLog(log: log)
    }

    /// Starts to serve a listening socket, and takes ownership of it.
    /// - Throws: ``ZeroMQError``.
    public func open(_ listening: ListeningSocket) throws {
        var options = serverOptions
        options.ipcFilterUserID = geteuid()
        options.useFileDescriptor = listening.takeDescriptor()
        options.receiveLimits = limits.receiving
        let socket = try openRouter(options, at: .house)
        try socket.bind("ipc://\(listening.path)")
        self.socket = socket
        self.listening = listening
    }

    func begin(_ node: JSONNode, _ arrival: Arrival, batch: UInt64?) {
        let request: Request
        do {
            request = try Request(node)
        } catch {
            security.write(SecurityLog.Entry(noRequest: .invalidRequest, from: arrival.peer))
            return deliver(error.reply, to: arrival.address, batch: batch)
        }
        if request.id == nil, request.method.hasPrefix("$/") {
            if request.method == "$/cancelRequest" { cancel(request, from: arrival.address.peer) }
            return deliver(nil, to: arrival.address, batch: batch)
        }
        guard let route = route(of: request.method, at: arrival.address.peer.door) else {
            let reply = request.id.map { Reply.fault(id: $0, .methodNotFound(SignalMethod(request.method))) }
            return deliver(reply, to: arrival.address, batch: batch)
        }
        var (cause, known): (TraceContext?, Caller?)
        do throws(Fault) {
            let meta = try RequestMeta(of: request.params)
            cause = meta.trace
            if let deadline = meta.deadline, deadline < WallClock.system.now() {
                throw .deadlineExceeded(SignalMethod(request.method))
            }
            let caller = try admit(meta, to: route, arrival)
            known = caller
            try rights.check(caller, calling: route.method, route.access)
            start(request, route, context(of: meta, caller: caller, route, arrival), arrival, batch: batch)
        } catch {
            if route.isNoted || error.isNoted {
                security.write(
                    SecurityLog.Entry(
                        method: route.method, refusal: error.code, who: known?.loggedName, peer: arrival.peer,
                        trace: cause))
            }
            let traced = cause.flatMap { $0.isSampled ? $0 : nil }
            count(route.method, work: traced?.nextHop(), cause: traced, fault: error.code, took: .zero)
            deliver(request.id.map { Reply.fault(id: $0, error) }, to: arrival.address, batch: batch)
        }
    }

    /// Checks that there is room, and returns the caller.
    private func admit(_ meta: RequestMeta, to route: SignalRoute, _ arrival: Arrival) throws(Fault) -> Caller {
        guard hasRoom(for: arrival.size, of: arrival.address.peer) else { throw overloaded }
        return try authenticate(meta.session, for: route)
    }

    /// Returns the caller that a token proves to be, where the route needs one.
    nonisolated func authenticate(_ session: String?, for route: SignalRoute) throws(Fault) -> Caller {
        switch route.access {
        case .open: return .anonymous
        case .session, .operator:
            if let session { return try authenticator.caller(presenting: session) }
            // ListenerRights refuse an anonymous caller with the sentence that only the operator may do this.
            if route.access == .operator { return .anonymous }
            throw .unauthenticated(.needsSession)
        }
    }

    var overloaded: Fault {
        Fault(.overloaded, .tooBusy, retryAfterMilliseconds: 100)
    }

    private func context(
        of meta: RequestMeta, caller: Caller, _ route: SignalRoute, _ arrival: Arrival
    ) -> SignalContext {
        SignalContext(
            caller: caller, deadline: meta.deadline, idempotencyKey: meta.idempotencyKey,
            maximumStaleness: meta.maximumStaleness, trace: meta.trace, session: meta.session,
            progress: meta.progressToken.flatMap { progress(token: $0, to: arrival.address) }, peer: arrival.peer,
            note: route.isNoted ? RequestNote() : nil)
    }

    private func start(
        _ request: Request, _ route: SignalRoute, _ context: SignalContext, _ arrival: Arrival, batch: UInt64?
    ) {
        requestCount += 1
        requestsInHand += 1
        let number = requestCount
        let began = ContinuousClock.now
        let (id, params, peer, size) = (request.id, request.params, arrival.address.peer, arrival.size)
        let cause = context.trace.flatMap { $0.isSampled ? $0 : nil }
        var context = context
        let work = cause?.nextHop()
        if let work { context.trace = work }
        let newestCommit = peer.door == .replicas ? replicas?.newestCommit : nil
        let task = Task.detached(executorPreference: arrival.executor) { [context, entrance, log, loop, security] in
            // Binding has a small cost, and most requests are not traced.
            let (reply, fault) =
                if let work {
                    await TraceContext.$current.withValue(work) {
                        await Self.serve(route, id: id, params, context, entrance, log, newestCommit)
                    }
                } else {
                    await Self.serve(route, id: id, params, context, entrance, log, newestCommit)
                }
            if let entry = SecurityLog.Entry(route, context, fault) { security.write(entry) }
            let result = ServedRequest(
                number: number, peer: peer, size: size, method: route.method, reply: reply, fault: fault, began: began,
                work: work, cause: cause)
            // A task that ended on the socket thread may continue at once; other tasks have to hop.
            if loop.isOnLoop { self.finishOnLoop(result) } else { await self.finish(result) }
        }
        if peers[peer] == nil { forgetQuietPeers() }
        bytesInHand += size
        peers[peer, default: Peer(total: sentBytes)].begin(
            number, RequestInHand(id: id, address: arrival.address, batch: batch, task: task), size: size)
    }

    /// Does the work and writes the reply. Never throws, whatever the service does.
    nonisolated(nonsending) private static func serve(
        _ route: SignalRoute, id: [UInt8]?, _ params: JSONNode?, _ context: SignalContext, _ entrance: RelayCoordinator,
        _ log: Log, _ newestCommit: (@Sendable () -> Int64?)?
    ) async -> (reply: [UInt8]?, fault: FaultCode?) {
        do {
            let write = try await route.serve(params, context, entrance)
            guard let id else { return (nil, nil) }
            return (try Reply.result(id: id, commit: newestCommit?(), write), nil)
        } catch {
            let fault = Self.fault(for: error, of: route, context, log)
            let number = error is InvalidParameters ? Reply.invalidParams : nil
            return (id.map { Reply.fault(id: $0, fault, number: number) }, fault.code)
        }
    }

    /// Returns the fault that callers see for an error. The log alone tells of an error that is no fault.
    static func fault(for error: any Error, of route: SignalRoute, _ context: SignalContext, _ log: Log) -> Fault {
        switch error {
        case let fault as Fault: return fault
        case let invalid as InvalidParameters: return invalid.fault
        case is CancellationError: return Fault(.cancelled, .takenBack)
        default:
            let trace = context.trace?.traceID ?? .random()
            log.traced(by: trace.description).error(
                "request failed", ["signal.kind": "\(route.method)", "error": "\(error)"])
            return Fault(.internalFault, .ourFault, ["trace": .text("\(trace)")])
        }
    }

    private nonisolated func finishOnLoop(_ served: ServedRequest) {
        assumeIsolated { $0.finish(served) }
    }

    private func finish(_ served: ServedRequest) {
        count(
            served.method, work: served.work, cause: served.cause, fault: served.fault,
            took: ContinuousClock.now - served.began)
        requestsInHand -= 1
        bytesInHand -= served.size
        guard let request = peers[served.peer]?.end(served.number, size: served.size) else {
            return becomeIdleIfDone()
        }
        deliver(served.reply, to: request.address, batch: request.batch)
        becomeIdleIfDone()
    }

    /// Counts an answered request, and keeps a span of a traced one.
    func count(_ method: String, work: TraceContext?, cause: TraceContext?, fault: FaultCode?, took: Duration) {
        statistics.count(method, fault: fault, took: took)
        if let work, let cause { keepSpan(of: work, causedBy: cause, method, took: took, fault: fault) }
    }

    private func keepSpan(
        of work: TraceContext, causedBy cause: TraceContext, _ method: String, took: Duration, fault: FaultCode?
    ) {
        spans.add(Span(of: work, causedBy: cause, .request, method, took: took, fault: fault))
    }

    private func cancel(_ request: Request, from peer: PeerID) {
        guard let id = request.params?.member("id")?.rawBytes else { return }
        // Ids are local to a peer, so no peer can cancel another's request.
        for inHand in peers[peer]?.requests.values.filter({ $0.id.map { $0.elementsEqual(id) } ?? false }) ?? [] {
            inHand.task.cancel()
        }
    }
}

/// A request in progress.
struct RequestInHand {
    let id: [UInt8]?
    let address: ReplyAddress
    let batch: UInt64?
    let task: Task<Void, Never>
}

/// A request that was answered.
struct ServedRequest: Sendable {
    let number: UInt64
    let peer: PeerID
    let size: Int
    let method: String
    let reply: [UInt8]?
    let fault: FaultCode?
    let began: ContinuousClock.Instant
    /// The trace with this request as its newest hop, and the trace that came in; nil where no span is kept.
    let work: TraceContext?
    let cause: TraceContext?
}
