import Domain
import Reasons
import Synchronization

/// The circumstances of a signal: its caller, its deadline, and the key that identifies a repetition.
///
/// On the wire these are members of `params._meta`. All are optional as far as the rules of the signal allow.
public struct SignalContext: Sendable {
    /// The sender, already verified.
    public var caller: Caller
    /// The instant after which nobody waits for the answer.
    public var deadline: Instant?
    /// The name of one attempt of the caller. The same key with the same content takes effect once. 1 ... 128
    /// characters.
    public var idempotencyKey: String?
    /// How old the data may be that the answer is made from: zero asks for everything that was confirmed until the
    /// signal came. Nil takes what the machine has. It says nothing on a machine that leads.
    public var maximumStaleness: Duration?
    /// The trace that the signal belongs to.
    public var trace: TraceContext?
    /// The token that proves ``caller``, kept to be passed on to another service. Never logged.
    public var session: String?
    /// Reports progress to the caller; nil when the caller did not ask for it.
    public var progress: ProgressReporter?
    /// The process or the host that sent the signal; nil for a signal from within this process.
    public var peer: RequestPeer?
    /// Records the user concerned, for the security log; nil where nothing is recorded.
    public var note: RequestNote?

    /// Creates a context. By default it has an anonymous caller and no deadline.
    public init(
        caller: Caller = .anonymous, deadline: Instant? = nil, idempotencyKey: String? = nil,
        maximumStaleness: Duration? = nil, trace: TraceContext? = nil,
        session: String? = nil, progress: ProgressReporter? = nil, peer: RequestPeer? = nil, note: RequestNote? = nil
    ) {
        self.caller = caller
        self.deadline = deadline
        self.idempotencyKey = idempotencyKey
        self.maximumStaleness = maximumStaleness
        self.trace = trace
        self.session = session
        self.progress = progress
        self.peer = peer
        self.note = note
    }
}

/// The other end of the connection by which a request came.
public enum RequestPeer: Hashable, Sendable {
    /// A process of this machine with its user, as the kernel saw it connect. The kernel may have given the id to
    /// another process since.
    case process(userID: UInt32, processID: Int32)
    /// A replica of this service on another machine, which passes on a request. It is known by the name of its host.
    case host(String)
}

/// The user whom a request concerns, as its use case found out. At sign-in nobody knows the user before that.
public final class RequestNote: Sendable {
    private let noted = Mutex<(userID: String?, refusal: FaultCode?)>((nil, nil))

    /// Creates an empty note.
    public init() {}

    /// Records the user concerned.
    public func concerns(_ userID: String) { noted.withLock { $0.userID = userID } }

    /// Records a refusal that was answered without a fault.
    public func says(_ refusal: FaultCode) { noted.withLock { $0.refusal = refusal } }

    /// The user concerned, if recorded.
    public var userID: String? { noted.withLock { $0.userID } }

    /// The recorded refusal, if any.
    public var refusal: FaultCode? { noted.withLock { $0.refusal } }
}

/// The sender of a signal.
public enum Caller: Hashable, Sendable {
    /// A sender without a session.
    case anonymous
    /// A signed-in person.
    case user(UserSession)
    /// A service that acts on its own, by name.
    case service(String)
    /// The person who runs the house, proved by the operator's key.
    case `operator`

    /// Returns the session of the signed-in user.
    /// - Throws: ``Fault`` `unauthenticated` for an anonymous caller, `permissionDenied` for a service or the operator.
    public func requireUser() throws(Fault) -> UserSession {
        switch self {
        case .user(let session): return session
        case .anonymous: throw Fault.unauthenticated(.needsSession)
        case .service: throw Fault(.permissionDenied, .servicesMayNot)
        case .operator: throw Fault(.permissionDenied, .operatorMayNot)
        }
    }

    /// True for a service that acts on its own. Which service may send a signal is decided before the use case runs.
    public var isService: Bool {
        if case .service = self { true } else { false }
    }
}

/// A session of a signed-in user, as its token states it.
public struct UserSession: Hashable, Sendable {
    /// The id of the user.
    public let userID: String
    /// The id of the session, which is used to end it.
    public let sessionID: String
    /// The instant at which the token expires.
    public let expiresAt: Instant

    /// Creates a session from the claims of a verified token.
    public init(userID: String, sessionID: String, expiresAt: Instant) {
        self.userID = userID
        self.sessionID = sessionID
        self.expiresAt = expiresAt
    }
}

/// Verifies tokens. Identity implements it. Every request passes through it, so it must be quick.
public protocol Authenticator: Sendable {
    /// Returns the caller that `token` proves.
    /// - Throws: ``Fault`` `unauthenticated` for a token that is forged, expired, revoked, signed with an untrusted
    ///   key, or made for another service.
    func caller(presenting token: String) throws(Fault) -> Caller
}

/// Reports the progress of long work.
public struct ProgressReporter: Sendable {
    private let send: @Sendable (Double, String?, Explanation?) -> Void

    /// Creates a reporter that passes each report to `send`.
    ///
    /// - Parameter send: Gets the share, what is being done in English, and the same as a reason.
    public init(
        _ send: @escaping @Sendable (_ share: Double, _ message: String?, _ explanation: Explanation?) -> Void
    ) { self.send = send }

    /// Reports that `share` of the work is done: 0 ... 1, never less than before.
    public func report(_ share: Double, message: String? = nil, explanation: Explanation? = nil) {
        send(share, message, explanation)
    }

    /// Reports that `share` of the work is done, and what is being done.
    public func report(_ share: Double, _ reason: Reason, _ details: [String: ReasonDetail] = [:]) {
        let refusal = Refusal(reason, details)
        send(share, refusal.description, Explanation(refusal))
    }
}
