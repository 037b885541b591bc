import Domain
import Synchronization

/// What accompanies a signal: who sends it, until when, and how it is recognised when it comes again.
///
/// On the wire these are members of `params._meta`; every signal works without them, as far as its rules allow.
public struct SignalContext: Sendable {
    /// Who sends the signal, already verified.
    public var caller: Caller
    /// The moment after which nobody waits for the answer any more.
    public var deadline: Instant?
    /// Names one attempt of the caller's: the same key with the same content has its effect once. 1 ... 128 characters.
    public var idempotencyKey: String?
    /// The trace that the signal belongs to.
    public var trace: TraceContext?
    /// The token that proves ``caller``, kept to hand it on to another service. Never logged.
    public var session: String?
    /// Tells the caller how far the work is; nil when nobody asked.
    public var progress: ProgressReporter?
    /// The process that sent the signal; nil for one that came from within.
    public var peer: PeerProcess?
    /// Takes down whom the request concerns, for the log of security; nil where nobody asks.
    public var note: RequestNote?

    /// A context; by default nobody in particular, with all the time in the world.
    public init(
        caller: Caller = .anonymous, deadline: Instant? = nil, idempotencyKey: String? = nil,
        trace: TraceContext? = nil,
        session: String? = nil, progress: ProgressReporter? = nil, peer: PeerProcess? = nil, note: RequestNote? = nil
    ) {
        self.caller = caller
        self.deadline = deadline
        self.idempotencyKey = idempotencyKey
        self.trace = trace
        self.session = session
        self.progress = progress
        self.peer = peer
        self.note = note
    }
}

/// A process at the other end of a Unix socket, as the kernel saw it connect.
public struct PeerProcess: Hashable, Sendable {
    /// The user that it ran under.
    public let userID: UInt32
    /// Its number, which may belong to another one since.
    public let processID: Int32

    /// A process by its numbers.
    public init(userID: UInt32, processID: Int32) {
        self.userID = userID
        self.processID = processID
    }
}

/// Whom a request concerns, as the one who answers it found out: who signs in is known to nobody before.
public final class RequestNote: Sendable {
    private let noted = Mutex<(userID: String?, refusal: FaultCode?)>((nil, nil))

    /// Nobody yet.
    public init() {}

    /// Takes down a user.
    public func concerns(_ userID: String) { noted.withLock { $0.userID = userID } }

    /// Takes down that an answer which is no fault says no.
    public func says(_ refusal: FaultCode) { noted.withLock { $0.refusal = refusal } }

    /// The user, if somebody said so.
    public var userID: String? { noted.withLock { $0.userID } }

    /// What the answer said no with, if it did.
    public var refusal: FaultCode? { noted.withLock { $0.refusal } }
}

/// Who sends a signal.
public enum Caller: Hashable, Sendable {
    /// Somebody who showed no session.
    case anonymous
    /// A signed-in person.
    case user(UserSession)
    /// A service that acts on its own, by its name.
    case service(String)
    /// The one who runs the house, by a key that only they have.
    case `operator`

    /// The user who is signed in.
    /// - Throws: ``Fault`` `unauthenticated` for nobody, `permissionDenied` for a service.
    public func requireUser() throws(Fault) -> UserSession {
        switch self {
        case .user(let session): return session
        case .anonymous: throw Fault.unauthenticated("This needs a session: sign in first.")
        case .service: throw Fault(.permissionDenied, "Only a signed-in person can do this, not a service.")
        case .operator: throw Fault(.permissionDenied, "Only a signed-in person can do this, not the operator.")
        }
    }

    /// Whether it is a service that acts on its own. Which service may send a signal is decided before the use case.
    public var isService: Bool {
        if case .service = self { true } else { false }
    }
}

/// A session of a signed-in user, as its token states it.
public struct UserSession: Hashable, Sendable {
    /// The id of the user.
    public let userID: String
    /// The id of the session, by which it can be ended.
    public let sessionID: String
    /// When the token stops being valid.
    public let expiresAt: Instant

    /// A session as a verified token states it.
    public init(userID: String, sessionID: String, expiresAt: Instant) {
        self.userID = userID
        self.sessionID = sessionID
        self.expiresAt = expiresAt
    }
}

/// Tells who a token belongs to. Implemented by Identity; called on the path of every request, so it must be quick.
public protocol Authenticator: Sendable {
    /// The caller that `token` proves.
    /// - Throws: ``Fault`` `unauthenticated` for a token that is forged, expired, revoked, signed by nobody we
    ///   trust, or made for another service.
    func caller(presenting token: String) throws(Fault) -> Caller
}

/// Reports how far a long piece of work is.
public struct ProgressReporter: Sendable {
    private let send: @Sendable (Double, String?) -> Void

    /// A reporter that hands each report to `send`.
    public init(_ send: @escaping @Sendable (_ share: Double, _ message: String?) -> Void) { self.send = send }

    /// Reports that `share` (0 ... 1, never less than before) of the work is done.
    public func report(_ share: Double, message: String? = nil) { send(share, message) }
}
