import Coordination
import Domain
import Hosting
import Reasons
import StrictJSON
import Synchronization
import TestSupport

@testable import Transport

enum EchoSignal {
    /// Echoes its text.
    struct Say: Signal {
        typealias Answer = Said
        static let method: SignalMethod = "echo.say"
        static let summary = "Says the same again."
        static let access = SignalAccess.open
        static let effect = SignalEffect.reads
        let text: String
        let count: Int?
    }

    struct Said: Codable, Sendable {
        let text: String
    }

    /// Waits until it is cancelled or released.
    struct Wait: Signal {
        typealias Answer = Said
        static let method: SignalMethod = "echo.wait"
        static let summary = "Waits until it is let go."
        static let access = SignalAccess.open
    }

    /// Returns the caller.
    struct Who: Signal {
        typealias Answer = Said
        static let method: SignalMethod = "echo.who"
        static let summary = "Tells who asks."
    }

    /// Serves the operator.
    struct Operate: Signal {
        typealias Answer = Said
        static let method: SignalMethod = "echo.operate"
        static let summary = "Works for the operator."
        static let access = SignalAccess.operator
    }

    /// Refuses.
    struct Refuse: Signal {
        typealias Answer = Said
        static let method: SignalMethod = "echo.refuse"
        static let summary = "Refuses."
        static let access = SignalAccess.open
        let code: String
    }

    /// A request that appears in the security log.
    struct Note: Signal {
        typealias Answer = Said
        static let method: SignalMethod = "echo.note"
        static let summary = "Does something that is noted."
        static let access = SignalAccess.open
        static let isNoted = true
        let user: String?
        let refusal: String?
    }

    /// Reports its progress.
    struct Work: Signal {
        typealias Answer = Said
        static let method: SignalMethod = "echo.work"
        static let summary = "Reports how far it is, then answers."
        static let access = SignalAccess.open
    }
}

/// A service in this process, with a listener on a real socket.
final class EchoService: Coordinator {
    let node = CoordinatorNode()
    let directory = TemporaryDirectory()
    let loop = SocketLoop()
    let calls = Mutex<[String]>([])
    let released = Mutex(false)
    private let log: Log

    init(log: Log = Log(service: "echo", level: .critical, clock: .system)) { self.log = log }

    var path: String { directory.file("echo.sock") }

    /// Starts a listener; call `stop` on it at the end.
    func open(
        limits: ListenerLimits = ListenerLimits(), rights: ListenerRights = ListenerRights(),
        on socket: ListeningSocket? = nil,
        spans: SpanRing = SpanRing(),
        gate: RevocationGate = RevocationGate()
    ) async throws -> Listener {
        let entrance = RelayCoordinator()
        startFlow(entrance)
        let listener = Listener(
            service: ServiceIdentity(name: "echo", version: "1.2.3"),
            routes: [
                SignalRoute(EchoSignal.Say.self), SignalRoute(EchoSignal.Wait.self), SignalRoute(EchoSignal.Who.self),
                SignalRoute(EchoSignal.Refuse.self), SignalRoute(EchoSignal.Work.self),
                SignalRoute(EchoSignal.Note.self), SignalRoute(EchoSignal.Operate.self), spans.route(of: "echo"),
            ],
            entrance: entrance, authenticator: KnownTokens(), rights: rights, loop: loop, log: log, limits: limits,
            spans: spans,
            gate: gate)
        try await listener.open(try socket ?? ListeningSocket.make(name: "echo", runDirectory: directory.path))
        return listener
    }

    func close(_ listener: Listener, within limit: Duration = .seconds(5)) async {
        released.withLock { $0 = true }
        await listener.drain(within: limit)
        await loop.stop()
    }

    func handler<S: Signal>(for type: S.Type) -> SignalHandler<S>? {
        var handlers = SignalHandlers()
        handlers.answer(EchoSignal.Say.self) { [weak self] say, _ in
            self?.calls.withLock { $0.append(say.text) }
            return EchoSignal.Said(text: say.text)
        }
        handlers.answer(EchoSignal.Wait.self) { [weak self] _, _ in
            while let self, !self.released.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
            return EchoSignal.Said(text: "let go")
        }
        handlers.answer(EchoSignal.Who.self) { _, context in
            if case .service(let name) = context.caller { return EchoSignal.Said(text: name) }
            return EchoSignal.Said(text: "\(try context.caller.requireUser().userID)")
        }
        handlers.answer(EchoSignal.Operate.self) { _, context in EchoSignal.Said(text: "\(context.caller)") }
        handlers.answer(EchoSignal.Refuse.self) { refuse, _ in
            if refuse.code == Broken.code { throw Broken() }
            throw Fault(
                FaultCode(refuse.code), "No.", field: "code", details: ["left": .text("5.00"), "tries": .number(3)])
        }
        handlers.answer(EchoSignal.Note.self) { note, context in
            if let user = note.user { context.note?.concerns(user) }
            if let refusal = note.refusal { context.note?.says(FaultCode(refusal)) }
            return EchoSignal.Said(text: "noted")
        }
        handlers.answer(EchoSignal.Work.self) { _, context in
            context.progress?.report(0.5, message: "half")
            context.progress?.report(1)
            return EchoSignal.Said(text: "done")
        }
        return handlers[type]
    }
}

/// An error that no use case should throw, with words that must not leak.
struct Broken: Error, CustomStringConvertible {
    static let code = "broken"
    let description = "SELECT secret FROM users"
}

/// Knows one token of a person, those of two services, and the operator's.
struct KnownTokens: Authenticator {
    func caller(presenting token: String) throws(Fault) -> Caller {
        if token == "operator" { return .operator }
        if token == "reader" || token == "stranger" { return .service(token) }
        guard token == "good" else { throw .unauthenticated("This session does not count.") }
        return .user(UserSession(userID: "u1", sessionID: "s1", expiresAt: Instant(microseconds: .max)))
    }
}
