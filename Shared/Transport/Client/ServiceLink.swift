import Coordination
import Domain
import Hosting
import Reasons
import StrictJSON
import Synchronization
import ZeroMQ

/// The client side of a service's socket, here or on another machine: a DEALER socket and the requests that wait for
/// answers.
///
/// Every request has a deadline. When the connection breaks, requests that are safe to repeat are sent again and wait
/// for the next generation of the service. These are reads, and changes with an idempotency key. All others fail at
/// once, because their outcome is unknown. A repeatable request that is refused as `overloaded` is retried after the
/// pause that the service asks for, while there is time.
public actor ServiceLink {
    /// The service at the other end.
    public nonisolated let service: String
    /// The time limit when the caller sets none.
    public static let defaultLimit = Duration.seconds(10)

    let loop: SocketLoop
    let endpoint: ServiceEndpoint
    /// See ``newestCommit``; 0 for none.
    let commit = Atomic<Int64>(0)
    private let limits: JSONLimits
    var socket: Socket?
    var monitor: Monitor?
    var isEstablished = false
    var isClosed = false
    var calls = PendingCalls()
    /// The calls that found the socket's queue full, or too much at the service, oldest first.
    var unsent: [UInt64] = []
    private var isRetryingUnsent = false
    private var breaker = Breaker()
    var reconnection = Reconnection()
    /// Set while the backoff forbids a new connection.
    var reconnectTimer: TimerID?
    /// Set while it is open whether libzmq tries again after an attempt that failed.
    var retryTimer: TimerID?
    private var alarm: (timer: TimerID, due: ContinuousClock.Instant)?

    /// Runs on the socket thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Creates a link to `service`, whose socket is in `runDirectory`. The link connects on first use.
    public init(service: String, runDirectory: String, loop: SocketLoop, maximumMessageBytes: Int = 4 << 20) {
        self.init(
            service: service, endpoint: .unix(runDirectory: runDirectory), loop: loop,
            maximumMessageBytes: maximumMessageBytes)
    }

    /// Creates a link to `service` at an endpoint. The link connects on first use.
    public init(service: String, endpoint: ServiceEndpoint, loop: SocketLoop, maximumMessageBytes: Int = 4 << 20) {
        self.service = service
        self.loop = loop
        self.endpoint = endpoint
        limits = JSONLimits(maximumBytes: maximumMessageBytes * 2, maximumDepth: 64, maximumValues: 1_000_000)
    }

    /// The newest commit of the service that an answer has told; nil before one has. A leader tells it to the machines
    /// that follow: whoever has that commit has everything that was answered.
    public nonisolated var newestCommit: Int64? {
        let number = commit.load(ordering: .acquiring)
        return number == 0 ? nil : number
    }

    /// Sends a signal and returns its answer.
    ///
    /// - Parameter limit: How long to wait; ``defaultLimit`` when nil. The context's deadline always applies, too.
    /// - Throws: The ``Fault`` of the service, or `unavailable`, `deadlineExceeded` or `cancelled` of the link.
    public nonisolated func send<S: Signal>(
        _ signal: S, context: SignalContext = SignalContext(), within limit: Duration? = nil
    ) async throws -> S.Answer {
        let parameters = try JSONEncoding.encode(signal)
        let result = try await call(S.method, parameters: parameters, effect: S.effect, context: context, within: limit)
        do {
            return try result.decode(S.Answer.self)
        } catch {
            throw answerDoesNotFit(S.method, error)
        }
    }

    /// Sends a request by its name and returns the JSON of its result.
    ///
    /// - Parameters:
    ///   - parameters: The bytes of a JSON object, without `_meta`.
    ///   - effect: A read is sent again when the connection breaks, a change only with an idempotency key.
    /// - Throws: As ``send(_:context:within:)``.
    public nonisolated func call(
        _ method: SignalMethod, parameters: [UInt8], effect: SignalEffect, context: SignalContext = SignalContext(),
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
            do { try await Task.sleep(for: pause) } catch { throw Fault(.cancelled, .takenBack) }
        }
    }

    /// Closes the link. Waiting calls fail with `unavailable`.
    public func close() {
        monitor.map { loop.close($0) }
        socket.map { loop.close($0) }
        (socket, monitor) = (nil, nil)
        for timer in [reconnectTimer, retryTimer] { timer.map { loop.cancel($0) } }
        (reconnectTimer, retryTimer) = (nil, nil)
        isClosed = true
        for (_, call) in calls.takeUnrepeatable() {
            call.waiter.resume(returning: .failure(unavailable(.doneIsUnknown, ["method": .text(call.method.name)])))
        }
        for (_, call) in calls.takeAll() { call.waiter.resume(returning: .failure(unavailable(.linkClosed))) }
    }

    private func attempt(
        _ method: SignalMethod, _ parameters: [UInt8], _ context: SignalContext, deadline: ContinuousClock.Instant,
        isRepeatable: Bool
    ) async -> Result<JSONNode, Fault> {
        guard breaker.admits(at: .now) else { return .failure(unavailable(.silentForAWhile)) }
        guard !calls.isFull else {
            return .failure(
                Fault(
                    .overloaded, .tooManyWaiting, ["service": .text(service)], retryAfterMilliseconds: 100))
        }
        let id = calls.newID()
        guard let body = Request.text(id, method, parameters, context, deadline: deadline) else {
            return .failure(Fault.invalidArgument("params", .paramsNotJSONObject))
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
                wake(at: deadline)
                // Cancelled before the call was registered.
                if Task.isCancelled { abandon(id, Fault(.cancelled, .takenBack)) }
            }
        } onCancel: {
            loop.perform { self.assumeIsolated { $0.abandon(id, Fault(.cancelled, .takenBack)) } }
        }
    }

    /// Sends a request, or keeps it until the socket's queue has room again.
    private func post(_ id: UInt64) {
        // Without a socket, it goes out with all others once there is one.
        guard let body = calls[id]?.body, let current = socket else { return }
        if unsent.isEmpty, calls.mayGoOut(body.count), transmit(body) {
            if socket === current { calls.noteSend(of: id) }
            return
        }
        unsent.append(id)
        guard !isRetryingUnsent else { return }
        isRetryingUnsent = true
        // libzmq does not report when there is room. An answer, if it comes earlier, triggers the retry, too.
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

    func post(_ ids: [UInt64]) {
        let current = socket
        // After a switch to a new socket, all calls have already been posted again.
        for id in ids where socket === current { post(id) }
    }

    /// - Returns: False when the queue is full. A broken socket is replaced, and the waiting calls are posted again.
    @discardableResult
    private func transmit(_ body: [UInt8]) -> Bool {
        do {
            return try socket?.send(Message(bytes: body), more: false) ?? true
        } catch {
            reconnect()
            return true
        }
    }

    func unavailable(_ cause: Reason, _ details: [String: ReasonDetail] = [:]) -> Fault {
        Fault(
            .unavailable, .unreachable, details.merging(["service": .text(service)]) { detail, _ in detail },
            cause: cause, retryAfterMilliseconds: 1000)
    }

    func unavailable(_ error: ZeroMQError) -> Fault {
        Fault(
            .unavailable, .unreachable, ["service": .text(service), "cause": .text("\(error)")],
            retryAfterMilliseconds: 1000)
    }

    private nonisolated func answerDoesNotFit(_ method: SignalMethod, _ error: JSONDecodingError) -> Fault {
        let facts: [String: ReasonDetail] = [
            "service": .text(service), "method": .text(method.name), "member": .text(error.path),
        ]
        return Fault(
            .internalFault, .answerDoesNotFit, facts.merging(error.refusal.details) { fact, _ in fact },
            cause: error.refusal.reason)
    }

    func receive() {
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
        if let number = reply.member("commit")?.int64 {
            commit.store(max(number, commit.load(ordering: .relaxed)), ordering: .releasing)
        }
        if let result = reply.member("result") {
            call.waiter.resume(returning: .success(result))
        } else {
            call.waiter.resume(returning: .failure(ReplyFault.read(reply.member("error"), from: service)))
        }
    }

    private func tellProgress(_ report: JSONNode?) {
        // The report may concern a request that is already answered. Nobody wants it then.
        guard let token = report?.member("token")?.int64, let value = report?.member("value"),
            let share = value.member("share")?.double
        else { return }
        let explanation = value.member("reason")?.string.map {
            Explanation(named: $0, ReplyFault.details(value.member("details")))
        }
        calls[UInt64(bitPattern: token)]?.progress?
            // Views expect 0 to 1.
            .report(min(1, max(0, share)), message: value.member("message")?.string, explanation: explanation)
    }

    private func abandon(_ id: UInt64, _ fault: Fault) {
        guard let call = calls.remove(id) else { return }
        transmit(Request.cancellation(of: id))
        call.waiter.resume(returning: .failure(fault))
    }

    private func wake(at due: ContinuousClock.Instant) {
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
            transmit(Request.cancellation(of: id))
            call.waiter.resume(returning: .failure(.deadlineExceeded(call.method)))
        }
        // At most every 10 ms, so that many calls in a row cost one pass over all of them.
        if let next = calls.nextDeadline { wake(at: max(next, now.advanced(by: .milliseconds(10)))) }
    }
}
