/// Why a signal was not done: a stable code for programs, a sentence for people.
///
/// On the wire `{"code": -32000, "message": message, "data": {"code", "field"?, "retryable", "retryAfterMs"?, "details"?}}`.
/// Two faults are equal when all their parts are.
public struct Fault: Error, Hashable, Sendable {
    /// What went wrong, from the catalogue in Signals/Faults.swift.
    public let code: FaultCode
    /// What went wrong and what to do about it. Holds no secret and nothing of another user.
    public let message: String
    /// The field at fault, as a path: `amount.currency`, `transfers[3].to`.
    public let field: String?
    /// Whether the same request may succeed later without being changed.
    public let isRetryable: Bool
    /// How long to wait before trying again.
    public let retryAfterMilliseconds: Int?
    /// More facts for programs, by name.
    public let details: [String: FaultDetail]

    /// A fault; whether it is retryable follows from its code.
    public init(
        _ code: FaultCode, _ message: String, field: String? = nil, retryAfterMilliseconds: Int? = nil,
        details: [String: FaultDetail] = [:]
    ) {
        self.code = code
        self.message = message
        self.field = field
        self.isRetryable = code.isRetryable
        self.retryAfterMilliseconds = retryAfterMilliseconds
        self.details = details
    }

    /// A fault as a peer reported it.
    public init(
        code: FaultCode, message: String, field: String?, isRetryable: Bool, retryAfterMilliseconds: Int?,
        details: [String: FaultDetail]
    ) {
        self.code = code
        self.message = message
        self.field = field
        self.isRetryable = isRetryable
        self.retryAfterMilliseconds = retryAfterMilliseconds
        self.details = details
    }
}

extension Fault: CustomStringConvertible {
    /// For logs: the code and the sentence.
    public var description: String { "\(code): \(message)" }
}

/// One fact of a fault.
public enum FaultDetail: Hashable, Sendable {
    /// A text, amounts among them.
    case text(String)
    /// A whole number.
    case number(Int)
    /// Yes or no.
    case flag(Bool)
}

/// The stable name of a kind of fault, `insufficientFunds`.
public struct FaultCode: Hashable, Sendable, CustomStringConvertible {
    /// The name on the wire.
    public let name: String
    /// Whether the same request may succeed later without being changed.
    public let isRetryable: Bool

    /// A code by its name on the wire.
    public init(_ name: String, isRetryable: Bool = false) {
        self.name = name
        self.isRetryable = isRetryable
    }

    /// The same as ``name``.
    public var description: String { name }

    /// Codes are equal when their names are.
    public static func == (left: FaultCode, right: FaultCode) -> Bool { left.name == right.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension FaultCode {
    /// The text is not JSON (JSON-RPC -32700).
    public static let parseError = FaultCode("parseError")
    /// The JSON is not a request (JSON-RPC -32600).
    public static let invalidRequest = FaultCode("invalidRequest")
    /// Nobody answers this signal (JSON-RPC -32601).
    public static let methodNotFound = FaultCode("methodNotFound")
    /// A value breaks a rule; `field` names it.
    public static let invalidArgument = FaultCode("invalidArgument")
    /// No session, or one that is forged, expired or revoked.
    public static let unauthenticated = FaultCode("unauthenticated")
    /// The caller is known and may not do this.
    public static let permissionDenied = FaultCode("permissionDenied")
    /// A limit of the user's stands in the way; `details` say what is left.
    public static let limitExceeded = FaultCode("limitExceeded")
    /// Too many failed sign-ins or look-ups; `retryAfterMs` says how long to wait.
    public static let tooManyAttempts = FaultCode("tooManyAttempts", isRetryable: true)
    /// What the request names does not exist, or is not the caller's to see.
    public static let notFound = FaultCode("notFound")
    /// The request contradicts what was done before, such as an idempotency key used again with other content.
    public static let conflict = FaultCode("conflict")
    /// The time for the answer ran out; whether the work was done is not known to the one who gets this.
    public static let deadlineExceeded = FaultCode("deadlineExceeded", isRetryable: true)
    /// The caller took the request back.
    public static let cancelled = FaultCode("cancelled")
    /// The service cannot be reached or cannot work now.
    public static let unavailable = FaultCode("unavailable", isRetryable: true)
    /// Too much to do; `retryAfterMs` says when to come again. Nothing was done.
    public static let overloaded = FaultCode("overloaded", isRetryable: true)
    /// The disk of a service is full or cannot be written; nothing was changed.
    public static let storageUnavailable = FaultCode("storageUnavailable", isRetryable: true)
    /// A fault of ours; the log has the details under the trace id.
    public static let internalFault = FaultCode("internal")
}

extension Fault {
    /// The value of `field` breaks `rule`: "must be …".
    public static func invalidArgument(_ field: String, _ rule: String) -> Fault {
        Fault(.invalidArgument, "\(field) \(rule).", field: field)
    }

    /// There is no session, or none that counts.
    public static func unauthenticated(_ message: String) -> Fault { Fault(.unauthenticated, message) }

    /// Nobody in the tree answers `method`.
    public static func methodNotFound(_ method: SignalMethod) -> Fault {
        // A peer may send megabytes for a name; they do not all go back.
        let name = String(method.name.unicodeScalars.prefix(100))
        return Fault(.methodNotFound, "There is no method \(name) here; rpc.discover lists those there are.")
    }

    /// The time allowed for `method` ran out.
    public static func deadlineExceeded(_ method: SignalMethod) -> Fault {
        Fault(.deadlineExceeded, "\(method) was not answered in time; ask again with the same idempotency key.")
    }
}
