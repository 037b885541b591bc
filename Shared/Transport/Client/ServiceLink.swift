import Coordination
import Domain
import Hosting
import StrictJSON
import ZeroMQ

/// A link to one service: a DEALER socket, the requests that wait for answers, and the manners of a good caller.
///
/// Every request has a deadline. When the connection breaks, what is safe to repeat (reads, and changes with an
/// idempotency key) is sent again and waits for the next generation of the service; anything else fails at once, since
/// nobody can know what became of it. `overloaded` is obeyed and tried again while there is time.
public actor ServiceLink {
    /// The service at the other end.
    public nonisolated let service: String
    /// How long to wait when nobody said.
    public static let defaultLimit = Duration.seconds(10)

    let loop: SocketLoop
    private let runDirectory: String
    private let limits: JSONLimits
    private var socket: Socket?
    private var monitor: Monitor?
    private var isEstablished = false
    private var calls = PendingCalls()
    /// Those of the calls that found the socket's queue full, or too much at the service, the oldest first.
    private var unsent: [UInt64] = []
    private var isRetryingUnsent = false
    private var breaker = Breaker()
    private var reconnection = Reconnection()
    /// Set while no connection may be made.
    private var reconnectTimer: TimerID?
    private var alarm: (timer: TimerID, due: ContinuousClock.Instant)?

    /// Runs on the socket thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// A link to `service`, whose socket stands in `runDirectory`. It connects when it is first used.
    public init(service: String, runDirectory: String, loop: SocketLoop, maximumMessageBytes: Int = 4 << 20) {
        self.service = service
        self.loop = loop
        self.runDirectory = runDirectory
        limits = JSONLimits(maximumBytes: maximumMessageBytes * 2, maximumDepth: 64, maximumValues: 1_000_000)
    }

    /// Sends a signal and brings back its answer.
    ///
    /// - Parameter limit: How long to wait; ``defaultLimit`` when nil, and never past the context's deadline.
    /// - Throws: ``Fault``, of the service or `unavailable`, `deadlineExceeded`, `cancelled` of the link.
    public nonisolated func send<S: Signal>(
        _ signal: S, context: SignalContext = SignalContext(), within limit: Duration? = nil
    ) async throws -> S.Answer {
        let parameters = try JSONEncoding.encode(signal)
        let result = try await call(S.method, parameters: parameters, effect: S.effect, context: context, within: limit)
        do {
            return try result.decode(S.Answer.self)
        } catch {
            throw Fault(
                .internalFault,
                "\(service) gave an answer to \(S.method) that does not fit: \(error.path) \(error.rule).")
        }
    }

    /// Sends a request by its name and brings back the JSON of its result.
    ///
    /// - Parameter parameters: The bytes of a JSON object, without `_meta`.
    /// - Throws: As ``send(_:context:within:)``.
    public nonisolated func call(
        _ method: SignalMethod, parameters: [UInt8], effect: SignalEffect = .changes,
        context: SignalContext = SignalContext(),
        within limit: Duration? = nil
    ) async throws(Fault) -> JSONNode {
        let now = ContinuousClock.now
        var deadline = now.advanced(by: limit ?? Self.defaultLimit)
        if let given = context.deadline { deadline = min(deadline, now.advanced(by: given - WallClock.system.now())) }
        let isRepeatable = effect == .reads || context.idempotencyKey != nil
        while true {
            let result = await attempt(method, parameters, context, deadline: deadline, isRepeatable: isRepeatable)
            guard case .failure(let fault) = result, fault.code == .overloaded, isRepeatable else {
                return try result.get()
            }
            let pause = Duration.milliseconds(fault.retryAfterMilliseconds ?? 100)
            guard ContinuousClock.now.advanced(by: pause) < deadline else { throw fault }
            do { try await Task.sleep(for: pause) } catch { throw Fault(.cancelled, "The request was taken back.") }
        }
    }

    /// Closes the link; whoever waits gets `unavailable`.
    public func close() {
        monitor.map { loop.close($0.socket) }
        socket.map { loop.close($0) }
        (socket, monitor) = (nil, nil)
        reconnectTimer.map { loop.cancel($0) }
        reconnectTimer = nil
        for (_, call) in calls.takeAll() { call.waiter.resume(returning: .failure(unavailable("the link was closed"))) }
    }

    // MARK: Out

    private func attempt(
        _ method: SignalMethod, _ parameters: [UInt8], _ context: SignalContext, deadline: ContinuousClock.Instant,
        isRepeatable: Bool
    ) async -> Result<JSONNode, Fault> {
        guard breaker.admits(at: .now) else { return .failure(unavailable("it has not answered for a while")) }
        guard !calls.isFull else {
            return .failure(Fault(.overloaded, "Too many requests wait for \(service).", retryAfterMilliseconds: 100))
        }
        let id = calls.newID()
        guard let body = OutgoingRequest.text(id, method, parameters, context, deadline: deadline) else {
            return .failure(Fault(.invalidArgument, "params must be a JSON object.", field: "params"))
        }
        do throws(Fault) { try connect() } catch { return .failure(error) }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                calls.add(
                    PendingCalls.Call(
                        method: method, body: body, deadline: deadline, isRepeatable: isRepeatable,
                        progress: context.progress, waiter: waiter),
                    id: id)
                post(id)
                ring(at: deadline)
                // Cancelled before the call was there to be abandoned.
                if Task.isCancelled { abandon(id, Fault(.cancelled, "The request was taken back.")) }
            }
        } onCancel: {
            loop.perform { self.assumeIsolated { $0.abandon(id, Fault(.cancelled, "The request was taken back.")) } }
        }
    }

    /// Sends a request, or keeps it until the socket's queue has room again.
    private func post(_ id: UInt64) {
        // Without a socket it goes out with all others once there is one.
        guard let body = calls[id]?.body, let current = socket else { return }
        if unsent.isEmpty, calls.mayGoOut(body.count), transmit(body) {
            if socket === current { calls.noteSend(of: id) }
            return
        }
        unsent.append(id)
        guard !isRetryingUnsent else { return }
        isRetryingUnsent = true
        // libzmq does not say when there is room; an answer says so earlier than this.
        loop.schedule(after: .milliseconds(20)) { [weak self] in
            self?.assumeIsolated {
                $0.isRetryingUnsent = false
                $0.postUnsent()
            }
        }
    }

    private func postUnsent() {
        let waiting = unsent
        unsent = []
        post(waiting)
    }

    private func post(_ ids: [UInt64]) {
        let current = socket
        // On a new socket all have been posted again already.
        for id in ids where socket === current { post(id) }
    }

    /// - Returns: False when the queue is full; a broken socket is replaced, and what waits posted again.
    @discardableResult
    private func transmit(_ body: [UInt8]) -> Bool {
        do {
            return try socket?.send(Message(bytes: body), more: false) ?? true
        } catch {
            reconnect()
            return true
        }
    }

    /// Opens the socket. Later connections are libzmq's own affair; those are checked by its guard of `connect`.
    private func connect() throws(Fault) {
        guard socket == nil, reconnectTimer == nil else { return }
        do throws(HostingError) {
            try ListeningSocket.checkOwner(of: service, runDirectory: runDirectory)
        } catch {
            throw Fault(
                .permissionDenied, "\(service) cannot be reached: nothing was sent, because \(error).")
        }
        do throws(ZeroMQError) { try open() } catch { throw unavailable("\(error)") }
    }

    private func open() throws(ZeroMQError) {
        let socket = try loop.open(.dealer, options: .client) { [weak self] in
            self?.assumeIsolated { $0.receive() }
        }
        monitor = try loop.monitor(socket, kinds: [.handshakeSucceeded, .disconnected]) { [weak self] in
            self?.assumeIsolated { $0.noticeConnection() }
        }
        isEstablished = false
        try socket.connect("ipc://" + ListeningSocket.path(of: service, runDirectory: runDirectory))
        self.socket = socket
    }

    private func unavailable(_ reason: String) -> Fault {
        Fault(.unavailable, "\(service) cannot be reached: \(reason).", retryAfterMilliseconds: 1000)
    }

    // MARK: In

    private func receive() {
        defer { if !unsent.isEmpty { postUnsent() } }
        while let socket {
            do {
                guard let message = try socket.receive() else { return }
                guard !message.hasMore else { continue }
                let parsed = message.withBytes { bytes in
                    Result { () throws(JSONSyntaxError) in try JSONDocument(copying: bytes, limits: limits) }
                }
                if case .success(let document) = parsed { answer(document.root) }
            } catch {
                return reconnect()
            }
        }
    }

    private func answer(_ reply: JSONNode) {
        breaker.answered()
        reconnection.answered()
        if reply.member("method")?.string == "$/progress" { return tellProgress(reply.member("params")) }
        guard let id = reply.member("id")?.int64, let call = calls.remove(UInt64(bitPattern: id)) else { return }
        if let result = reply.member("result") {
            call.waiter.resume(returning: .success(result))
        } else {
            call.waiter.resume(returning: .failure(ReplyFault.read(reply.member("error"), from: service)))
        }
    }

    private func tellProgress(_ report: JSONNode?) {
        // Of a request that is answered already, perhaps: then nobody wants to know any more.
        guard let token = report?.member("token")?.int64, let value = report?.member("value"),
            let share = value.member("share")?.double
        else { return }
        calls[UInt64(bitPattern: token)]?.progress?.report(share, message: value.member("message")?.string)
    }

    // MARK: When things go wrong

    private func noticeConnection() {
        do {
            while let event = try monitor?.next() {
                if event.kind == .handshakeSucceeded {
                    isEstablished = true
                } else if isEstablished {
                    return reconnect()
                }
                // A connection that never was has taken nothing with it: libzmq tries again by itself.
            }
        } catch {
            reconnect()
        }
    }

    /// What was sent may be lost with the service, or wait in a queue of libzmq that nobody can look into; a new socket
    /// starts with empty queues, so that each request stands in them once.
    private func reconnect() {
        monitor.map { loop.close($0.socket) }
        socket.map { loop.close($0) }
        (socket, monitor, unsent) = (nil, nil, [])
        calls.noteLoss()
        for (_, call) in calls.takeUnrepeatable() {
            call.waiter.resume(
                returning: .failure(
                    unavailable("the connection broke, and whether \(call.method) was done is not known")))
        }
        for (_, call) in calls.takeSent(times: Reconnection.sendsPerRequest) {
            call.waiter.resume(
                returning: .failure(unavailable("the connection broke \(call.sends) times before an answer came")))
        }
        let pause = reconnection.pauseAfterLoss()
        guard pause > .zero else { return resume() }
        reconnectTimer = loop.schedule(after: pause) { [weak self] in
            self?.assumeIsolated {
                $0.reconnectTimer = nil
                $0.resume()
            }
        }
    }

    /// Sends all that waits on a new connection.
    private func resume() {
        guard !calls.isEmpty else { return }
        do throws(Fault) {
            try connect()
            post(calls.ids)
        } catch {
            for (_, call) in calls.takeAll() { call.waiter.resume(returning: .failure(error)) }
        }
    }

    private func abandon(_ id: UInt64, _ fault: Fault) {
        guard let call = calls.remove(id) else { return }
        transmit(OutgoingRequest.cancellation(of: id))
        call.waiter.resume(returning: .failure(fault))
    }

    private func ring(at due: ContinuousClock.Instant) {
        if let alarm {
            guard due < alarm.due else { return }
            loop.cancel(alarm.timer)
        }
        let timer = loop.schedule(after: max(.zero, due - .now)) { [weak self] in
            self?.assumeIsolated { $0.endOverdue() }
        }
        alarm = (timer, due)
    }

    private func endOverdue() {
        alarm = nil
        let now = ContinuousClock.now
        for (id, call) in calls.takeExpired(at: now) {
            breaker.timedOut(at: now)
            transmit(OutgoingRequest.cancellation(of: id))
            call.waiter.resume(returning: .failure(.deadlineExceeded(call.method)))
        }
        // Not more often than each 10 ms, so that many calls in a row cost one look at them all.
        if let next = calls.nextDeadline { ring(at: max(next, now.advanced(by: .milliseconds(10)))) }
    }
}
