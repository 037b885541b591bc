import Coordination
import Domain
import Hosting
import StrictJSON
import ZeroMQ

/// Reads the events of another service, in order, each once.
///
/// Whoever handles a page keeps its last sequence in its own database, in the same transaction as what it does with
/// the events; so an event has its effect exactly once, whoever was down and however long. The bell only saves waiting.
public actor EventSubscriber: Flow {
    /// For logs.
    public nonisolated let name: String
    /// How long to wait for the bell before looking anyway when there just was something, unless said otherwise; twice as
    /// long after each look that finds nothing.
    public static let firstInterval = Duration.seconds(1)
    /// The bell rings for whoever connects to it, so where nothing happens nobody has to look often.
    private static let longestInterval = Duration.seconds(30)
    private static let longestPause = Duration.seconds(2)
    /// A page is read from an index; whoever takes longer has lost the request.
    private static let longestRead = Duration.seconds(3)
    private static let pageSize: Int64 = 500

    private let source: String
    private let firstInterval: Duration
    private let link: ServiceLink
    private let bellPath: String
    private let session: @Sendable () throws -> String
    private let cursor: @Sendable () async throws -> Int64
    private let handle: @Sendable ([Event]) async throws -> Void
    private let loop: SocketLoop
    private let log: Log
    private let spans: SpanRing
    private let gate: NewsGate?
    private var bell: Socket?
    private var waiter: CheckedContinuation<Void, Never>?
    private var restTimer: TimerID?
    private var callInHand: Task<JSONNode, any Error>?
    private var hasRung = false
    /// The first event of the page that was not handled last.
    private var failedAt: Int64?
    private var isStopped = false
    private var isRunning = false
    private let ended = StopGate()

    /// Runs on the socket thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// A reader of the events of `source`.
    ///
    /// - Parameters:
    ///   - session: The token by which the source knows this service.
    ///   - interval: How long to wait for the bell before looking anyway.
    ///   - spans: Where it is kept what was done for events of requests that are traced.
    ///   - gate: Opened when there is nothing more to handle; when it is shut, that is looked for at once.
    ///   - cursor: The sequence of the last event that was handled, from the handler's own database.
    ///   - handle: Does what the events ask for and keeps the sequence of the last, in one transaction. Pages come one
    ///     at a time; one that fails comes again.
    public init(
        source: String, runDirectory: String, link: ServiceLink, loop: SocketLoop, log: Log,
        session: @escaping @Sendable () throws -> String,
        firstInterval: Duration = EventSubscriber.firstInterval, spans: SpanRing = SpanRing(),
        gate: NewsGate? = nil,
        cursor: @escaping @Sendable () async throws -> Int64,
        handle: @escaping @Sendable ([Event]) async throws -> Void
    ) {
        name = "events of \(source)"
        self.source = source
        self.firstInterval = firstInterval
        self.link = link
        self.loop = loop
        self.log = log
        self.spans = spans
        self.gate = gate
        self.session = session
        self.cursor = cursor
        self.handle = handle
        bellPath = ListeningSocket.path(of: "\(source).events", runDirectory: runDirectory)
    }

    /// Connects to the bell.
    public func start() async throws {
        var options = SocketOptions.client
        options.conflate = true
        options.subscriptions = [[]]
        let socket = try loop.open(.sub, options: options) { [weak self] in
            self?.assumeIsolated { $0.hear() }
        }
        try socket.connect("ipc://\(bellPath)")
        bell = socket
        gate?.onShutting { [weak self, loop] in
            loop.perform { [weak self] in self?.assumeIsolated { $0.lookNow() } }
        }
        beat()
    }

    /// Shows the gate that the process runs, twice a second.
    private func beat() {
        guard let gate, !isStopped else { return }
        _ = gate.isOpen
        loop.schedule(after: NewsGate.beat) { [weak self] in
            self?.assumeIsolated { $0.beat() }
        }
    }

    /// Reads until it is stopped.
    public func run() async throws {
        guard !isStopped else { return }
        isRunning = true
        defer { ended.open() }
        var pause = Duration.milliseconds(100)
        var interval = firstInterval
        while !isStopped {
            let turn = gate?.turn ?? 0
            do {
                // Of what was asked for before the process stood still nobody knows how old the answer is.
                if try await readPage() || turn != gate?.turn ?? 0 {
                    interval = firstInterval
                    continue
                }
                gate?.opens(after: turn)
                pause = .milliseconds(100)
                await rest(for: interval)
                interval = max(firstInterval, min(interval * 2, Self.longestInterval))
            } catch {
                // Whoever may only be slow is asked again, as long as the gate waits.
                if (error as? Fault)?.code != .deadlineExceeded { gate?.opens(after: turn) }
                if isStopped { break }
                log.warning("reading events failed", ["event.source": "\(source)", "error": "\(error)"])
                await rest(for: pause)
                pause = min(pause * 2, Self.longestPause)
            }
        }
    }

    /// Ends ``run()`` after the page in hand, and returns then: link, loop and database are needed until it has.
    public func stop() async {
        isStopped = true
        // Only the question is taken back, so that a source that is down holds nobody up; a page in hand is finished.
        callInHand?.cancel()
        if let bell { loop.close(bell) }
        bell = nil
        wake()
        if isRunning { await ended.wait() }
    }

    /// Reads and handles one page.
    /// - Returns: Whether there was something, so that there may be more.
    private func readPage() async throws -> Bool {
        let after = try await cursor()
        hasRung = false
        // Stopped meanwhile: a question asked now would be taken back by nobody.
        if isStopped { return false }
        let context = SignalContext(session: try session())
        let parameters = Array("{\"after\":\(after),\"limit\":\(Self.pageSize)}".utf8)
        let (link, method) = (link, SignalMethod("\(source).events"))
        let call = Task {
            try await link.call(
                method, parameters: parameters, effect: .reads, context: context, within: Self.longestRead)
        }
        callInHand = call
        defer { callInHand = nil }
        let page = try await call.value
        let events = try Self.events(in: page)
        guard let first = events.first else { return false }
        guard first.sequence == after + 1,
            events.indices.allSatisfy({ events[$0].sequence == first.sequence + Int64($0) })
        else {
            throw Fault(
                .internalFault, "The events of \(source) after \(after) have a gap; its log was cut or replaced.")
        }
        try await handleTraced(events)
        return true
    }

    /// Handles a page and keeps how long that took, for the requests it is a consequence of.
    private func handleTraced(_ events: [Event]) async throws {
        let causes = events.compactMap { event in
            event.trace.flatMap { $0.isSampled ? (event: event, cause: $0, work: $0.nextHop()) : nil }
        }
        guard let first = causes.first else { return try await handle(events) }
        let began = ContinuousClock.now
        func keep(fault: FaultCode?) {
            let took = ContinuousClock.now - began
            for (event, cause, work) in causes {
                spans.add(Span(of: work, causedBy: cause, .event, event.type, took: took, fault: fault))
            }
        }
        do {
            // What comes of a page goes on in the trace when all of the page is of one request.
            let isOfOne = causes.count == events.count && causes.allSatisfy { $0.cause.traceID == first.cause.traceID }
            try await TraceContext.$current.withValue(isOfOne ? first.work : nil) { try await handle(events) }
            failedAt = nil
            keep(fault: nil)
        } catch {
            // A page that fails comes again and again.
            if failedAt != first.event.sequence { keep(fault: (error as? Fault)?.code ?? .internalFault) }
            failedAt = first.event.sequence
            throw error
        }
    }

    private static func events(in page: JSONNode) throws -> [Event] {
        guard let list = page.member("events"), list.kind == .array else { throw malformed }
        return try list.elements.map { node in
            guard let sequence = node.member("sequence")?.int64, let type = node.member("type")?.string,
                let time = node.member("time")?.string.flatMap({ Instant($0) }), let data = node.member("data")
            else { throw malformed }
            return Event(
                sequence: sequence, type: type, subject: node.member("subject")?.string ?? "", time: time,
                data: Array(data.rawBytes),
                trace: node.member("traceparent")?.string.flatMap(TraceContext.init(traceparent:)))
        }
    }

    private static var malformed: Fault {
        Fault(.internalFault, "A page of events does not have the form it must have.")
    }

    // MARK: Waiting

    private func rest(for duration: Duration) async {
        guard !hasRung, !isStopped else { return }
        await withCheckedContinuation { waiter in
            self.waiter = waiter
            restTimer = loop.schedule(after: duration) { [weak self] in
                self?.assumeIsolated { $0.wake() }
            }
        }
        restTimer.map { loop.cancel($0) }
        restTimer = nil
    }

    private func hear() {
        do {
            while try bell?.receiveFrames() != nil { hasRung = true }
        } catch {
            log.debug("the bell failed", ["event.source": "\(source)", "error": "\(error)"])
        }
        if hasRung { wake() }
    }

    private func lookNow() {
        hasRung = true
        wake()
    }

    private func wake() {
        waiter?.resume()
        waiter = nil
    }
}
