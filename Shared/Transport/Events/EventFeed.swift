import Coordination
import Domain
import Hosting
import Reasons
import StrictJSON
import ZeroMQ

/// Serves the event log of a service, and sends a wake-up when the log grows.
///
/// The contract is reading by sequence. A wake-up is only a hint: everything works with its socket deleted.
public actor EventFeed {
    /// The most events in one page.
    public static let maximumPage = 1000
    /// The longest time that a reader may wait for events, in milliseconds.
    public static let longestWait = 30_000
    /// The most events that one request scans for those the caller may see.
    private static let looksThrough = 10_000

    /// The limits for subscriptions. libzmq keeps every subscription; a reader needs one.
    private static let wishes = ReceiveLimits(
        messageBytes: 64 << 10, messageFrames: 1, connectionBytes: 1 << 20, allBytes: 16 << 20, countsCommands: true)

    private let loop: SocketLoop
    private let service: String
    private let eventLog: any EventLog
    private let visibility: any EventVisibility
    private let rights: ListenerRights
    private var wakeUp: Socket?
    /// Kept because its path and lock live as long as it does.
    private var listening: ListeningSocket?
    private var waiters: [UInt64: (reader: CheckedContinuation<Void, Never>, timer: TimerID)] = [:]
    private var waiterCount: UInt64 = 0
    private var isClosed = false

    /// Runs on the socket thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Creates a feed of `eventLog`. `visibility` decides what people see of it; `rights` decides what services see.
    public init(
        service: String, eventLog: any EventLog, visibility: any EventVisibility,
        rights: ListenerRights = ListenerRights(),
        loop: SocketLoop
    ) {
        self.service = service
        self.eventLog = eventLog
        self.visibility = visibility
        self.rights = rights
        self.loop = loop
    }

    /// Starts to send wake-ups, on a listening socket of its own.
    /// - Throws: ``ZeroMQError``.
    public func open(_ listening: ListeningSocket) throws {
        var options = SocketOptions.server
        options.routerMandatory = nil
        options.useFileDescriptor = listening.takeDescriptor()
        options.receiveLimits = Self.wishes
        // A reader that connects, or reconnects, may have missed a wake-up. The welcome message makes it look at once,
        // so that it does not need to poll often.
        options.welcomeMessage = Array("0".utf8)
        // A publishing socket that nobody reads must still be polled, or libzmq leaks memory (libzmq#4189).
        let socket = try loop.open(.xpub, options: options) { [weak self] in
            self?.assumeIsolated { $0.swallowSubscriptions() }
        }
        try socket.bind("ipc://\(listening.path)")
        wakeUp = socket
        self.listening = listening
        eventLog.onAppend { [weak self, loop] newest in
            loop.perform { [weak self] in self?.assumeIsolated { $0.wake(newest) } }
        }
    }

    /// Stops sending wake-ups and releases waiting readers. From now on no reader waits.
    public func close() {
        isClosed = true
        if let wakeUp { loop.close(wakeUp) }
        wakeUp = nil
        wakeAll()
    }

    /// The route of `<service>.events`.
    public nonisolated var route: SignalRoute {
        Self.route(of: service) { [self] query, context in try await self.page(query, for: context.caller) }
    }

    /// Returns the route of `<service>.events`, answered by `page`.
    static func route(
        of service: String,
        page: @escaping @Sendable (EventQuery, SignalContext) async throws -> SignalRoute.WriteAnswer
    ) -> SignalRoute {
        let event = JSONSchema(.dictionary(of: JSONSchema(.any)), description: "A CloudEvent of version 1.0.")
        let answer = JSONSchema(
            .object(fields: [
                JSONSchema.Field("events", JSONSchema(.array(of: event))),
                JSONSchema.Field("last", JSONSchema(.integer)),
            ]))
        return SignalRoute(
            method: "\(service).events",
            summary:
                "Reads events after a sequence; wait (milliseconds) delays the answer until there is one.",
            access: .session, taking: EventQuery.self, answering: answer, page)
    }

    private func page(_ query: EventQuery, for caller: Caller) async throws -> SignalRoute.WriteAnswer {
        let limit = query.limit ?? 100
        guard query.after >= 0 else { throw Fault.invalidArgument("after", .mustBeAtLeast, ["least": 0]) }
        guard (1...Self.maximumPage).contains(limit) else {
            throw Fault.invalidArgument("limit", .mustBeBetween, ["least": 1, "most": .number(Self.maximumPage)])
        }
        let wait = query.wait ?? 0
        guard (0...Self.longestWait).contains(wait) else {
            throw Fault.invalidArgument("wait", .badWait, ["most": .number(Self.longestWait)])
        }
        let deadline = ContinuousClock.now.advanced(by: .milliseconds(wait))
        var last = query.after
        while true {
            let seen = try await visibleEvents(after: last, limit: limit, for: caller)
            last = seen.last
            try Task.checkCancellation()
            if !seen.events.isEmpty || isClosed || ContinuousClock.now >= deadline {
                return { [service, last] writer in Self.write(seen.events, last: last, of: service, to: &writer) }
            }
            if eventLog.newestSequence() <= last { await news(until: deadline) }
        }
    }

    private func visibleEvents(after: Int64, limit: Int, for caller: Caller) async throws -> (
        events: [Event], last: Int64
    ) {
        var (events, last, looked) = ([Event](), after, 0)
        while events.isEmpty, looked < Self.looksThrough {
            let page = try await eventLog.events(after: last, limit: limit)
            guard let newest = page.last else { break }
            looked += page.count
            last = newest.sequence
            events = try view(of: page, for: caller)
        }
        return (events, last)
    }

    /// Returns the events as the caller may see them.
    ///
    /// Only services see the trace of an event: for a person, the causing request may be somebody else's.
    private func view(of page: [Event], for caller: Caller) throws -> [Event] {
        if caller.isService { return page.map { rights.view(of: $0, for: caller) } }
        let user = try caller.requireUser().userID
        return try page.compactMap { event in
            var view = try visibility.view(of: event, for: user)
            view?.trace = nil
            return view
        }
    }

    // MARK: Waiting and waking

    private func news(until deadline: ContinuousClock.Instant) async {
        waiterCount += 1
        let number = waiterCount
        await withTaskCancellationHandler {
            await withCheckedContinuation { reader in
                // Cancelled before the waiter was registered.
                if Task.isCancelled { return reader.resume() }
                let timer = loop.schedule(after: max(.zero, deadline - .now)) { [weak self] in
                    self?.assumeIsolated { $0.wake(number) }
                }
                waiters[number] = (reader, timer)
            }
        } onCancel: {
            loop.perform { [weak self] in self?.assumeIsolated { $0.wake(number) } }
        }
    }

    private func wake(_ number: UInt64) {
        guard let waiter = waiters.removeValue(forKey: number) else { return }
        // Each new event wakes every reader: abandoned timers would pile up for half a minute.
        loop.cancel(waiter.timer)
        waiter.reader.resume()
    }

    private func wake(_ newest: Int64) {
        do {
            try wakeUp?.send(frames: [Array(String(newest).utf8)])
        } catch {
            // A lost hint only delays its reader until the next scheduled look.
        }
        wakeAll()
    }

    private func wakeAll() {
        for number in waiters.keys { wake(number) }
    }

    private func swallowSubscriptions() {
        do { while try wakeUp?.receiveFrames() != nil {} } catch {}
    }

    // MARK: CloudEvents 1.0

    private static func write(_ events: [Event], last: Int64, of service: String, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("events")
        writer.beginArray()
        for event in events {
            writer.beginObject()
            writer.member("specversion", "1.0")
            writer.member("id", "\(service)-\(event.sequence)")
            writer.member("source", "/kopilka/\(service)")
            writer.member("type", event.type)
            writer.member("subject", event.subject)
            writer.member("time", event.time.description)
            writer.member("datacontenttype", "application/json")
            writer.member("sequence", event.sequence)
            writer.member("traceparent", ifPresent: event.trace?.traceparent)
            writer.key("data")
            writer.raw(event.data)
            writer.endObject()
        }
        writer.endArray()
        writer.member("last", last)
        writer.endObject()
    }
}

/// The params of `<service>.events`.
struct EventQuery: Codable {
    let after: Int64
    let limit: Int?
    let wait: Int?
}
