import Coordination
import Domain
import Hosting
import Reasons
import StrictJSON
import ZeroMQ

/// Reads the events of another service, in order, each once.
///
/// The handler of a page stores the page's last sequence in its own database, in the transaction of its changes. So
/// each event takes effect exactly once, however long either side was down. Wake-ups only shorten the wait.
public actor EventSubscriber: ProcessMember {
    public nonisolated let name: String
    /// The default wait for a wake-up before the next look, after a look that found events. It doubles with each look
    /// that finds nothing.
    public static let firstInterval = Duration.seconds(1)
    /// The longest wait. The feed sends a wake-up on connection, so a quiet feed needs no frequent looks.
    private static let longestInterval = Duration.seconds(30)
    /// The pause after a failed look, which doubles with each further failure. A wake-up shortens only what is longer.
    private static let firstPause = Duration.milliseconds(100)
    private static let longestPause = Duration.seconds(2)
    /// The time limit of one read. A page is read from an index; a read that takes longer is lost.
    private static let longestRead = Duration.seconds(3)
    private static let pageSize = 500
    /// Longer pages are handled off the socket thread, so that requests do not wait for them.
    private static let fewEvents = 16

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
    private let gate: RevocationGate?
    private var wakeUp: Socket?
    private var waiter: CheckedContinuation<Void, Never>?
    private var restTimer: TimerID?
    private var callInHand: Task<JSONNode, any Error>?
    private var hasRung = false
    /// The first event of the page that failed last.
    private var failedAt: Int64?
    private var isStopped = false
    private var isRunning = false
    private let ended = StopGate()

    /// Runs on the socket thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Creates a reader of the events of `source`.
    ///
    /// - Parameters:
    ///   - session: Returns the token by which the source knows this service.
    ///   - firstInterval: How long to wait for a wake-up before the next look.
    ///   - spans: Stores the spans of events that traced requests caused.
    ///   - gate: Opened when all events are handled. When it shuts, the reader looks for events at once.
    ///   - cursor: Returns the sequence of the last handled event, from the handler's own database.
    ///   - handle: Handles the events and stores the last sequence, in one transaction. Pages come one at a time. A
    /// failed page comes again.
    public init(
        source: String, runDirectory: String, link: ServiceLink, loop: SocketLoop, log: Log,
        session: @escaping @Sendable () throws -> String,
        firstInterval: Duration = EventSubscriber.firstInterval, spans: SpanRing = SpanRing(),
        gate: RevocationGate? = nil,
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

    /// Connects to the socket of wake-ups.
    public func start() async throws {
        var options = SocketOptions.client
        options.conflate = true
        options.subscriptions = [[]]
        let socket = try loop.open(.sub, options: options) { [weak self] in
            self?.assumeIsolated { $0.hear() }
        }
        try socket.connect("ipc://\(bellPath)")
        wakeUp = socket
        gate?.onShutting { [weak self, loop] in
            loop.perform { [weak self] in self?.assumeIsolated { $0.lookNow() } }
        }
        beat()
    }

    /// Records a beat of the process at the gate, twice a second.
    private func beat() {
        guard let gate, !isStopped else { return }
        _ = gate.isOpen
        loop.schedule(after: RevocationGate.beatInterval) { [weak self] in
            self?.assumeIsolated { $0.beat() }
        }
    }

    public func run() async throws {
        guard !isStopped else { return }
        isRunning = true
        defer { ended.open() }
        // An event takes a dozen steps. On another executor, each of them would switch threads twice.
        await withTaskExecutorPreference(loop.tasks) { await read() }
    }

    private func read() async {
        var pause = Self.firstPause
        var interval = firstInterval
        while !isStopped {
            let turn = gate?.turn ?? 0
            do {
                let found = try await readPage()
                if found > 0 { interval = firstInterval }
                // After a full page there may be more. An answer to a read that was sent before the process stood still
                // may be stale.
                if found == Self.pageSize || turn != gate?.turn ?? 0 { continue }
                gate?.opens(after: turn)
                pause = Self.firstPause
                await rest(for: interval)
                interval = max(firstInterval, min(interval * 2, Self.longestInterval))
            } catch {
                // After a timeout the source may only be slow: it is asked again as long as the gate waits.
                if (error as? Fault)?.code != .deadlineExceeded { gate?.opens(after: turn) }
                if isStopped { break }
                log.warning("reading events failed", ["event.source": "\(source)", "error": "\(error)"])
                // However often the source rings: a failure of this service's own database would only come again.
                await pass(Self.firstPause)
                await rest(for: pause - Self.firstPause)
                pause = min(pause * 2, Self.longestPause)
            }
        }
    }

    /// Ends ``run()`` after the current page, and returns when it has ended. Link, loop and database are needed until
    /// then.
    public func stop() async {
        isStopped = true
        // Only the read is cancelled, so that a source that is down delays nobody. The current page is finished.
        callInHand?.cancel()
        if let wakeUp { loop.close(wakeUp) }
        wakeUp = nil
        wake()
        if isRunning { await ended.wait() }
    }

    /// Reads and handles one page.
    /// - Returns: The number of events in it.
    private func readPage() async throws -> Int {
        hasRung = false
        let after = try await cursor()
        // Stopped meanwhile: nothing would cancel a read that starts now.
        if isStopped { return 0 }
        let context = SignalContext(session: try session())
        let parameters = Array("{\"after\":\(after),\"limit\":\(Self.pageSize)}".utf8)
        let (link, method) = (link, SignalMethod("\(source).events"))
        let call = Task(executorPreference: loop.tasks) {
            try await link.call(
                method, parameters: parameters, effect: .reads, context: context, within: Self.longestRead)
        }
        callInHand = call
        defer { callInHand = nil }
        let page = try await call.value
        let events = try Self.events(in: page)
        guard let first = events.first else { return 0 }
        guard first.sequence == after + 1,
            events.indices.allSatisfy({ events[$0].sequence == first.sequence + Int64($0) })
        else {
            throw Fault(
                .internalFault, .eventGap, ["service": .text("\(source)"), "sequence": .text(String(after))])
        }
        let isLong = events.count > Self.fewEvents
        try await withTaskExecutorPreference(isLong ? globalConcurrentExecutor : loop.tasks) {
            try await handleTraced(events)
        }
        return events.count
    }

    /// Handles a page, and records spans for the sampled requests that caused its events.
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
            // The trace continues only when one request caused every event of the page.
            let isOfOne = causes.count == events.count && causes.allSatisfy { $0.cause.traceID == first.cause.traceID }
            try await TraceContext.$current.withValue(isOfOne ? first.work : nil) { try await handle(events) }
            failedAt = nil
            keep(fault: nil)
        } catch {
            // A page that fails comes again, but its span is recorded once.
            if failedAt != first.event.sequence { keep(fault: (error as? Fault)?.code ?? .internalFault) }
            failedAt = first.event.sequence
            throw error
        }
    }

    /// Reads a page of events.
    /// - Throws: ``Fault`` `internal` for a malformed page.
    package static func events(in page: JSONNode) throws -> [Event] {
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
        Fault(.internalFault, .badEventPage)
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

    /// Waits whatever rings.
    private func pass(_ duration: Duration) async {
        await withCheckedContinuation { continuation in
            _ = loop.schedule(after: duration) { continuation.resume() }
        }
    }

    private func hear() {
        do {
            while try wakeUp?.receiveFrames() != nil { hasRung = true }
        } catch {
            log.debug("the wake-up socket failed", ["event.source": "\(source)", "error": "\(error)"])
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
