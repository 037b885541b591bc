import Reasons

/// The reason why a signal failed: a stable code for programs, a sentence for people.
///
/// On the wire `{"code": -32000, "message": message, "data": {"code", "reason"?, "field"?, "retryable",
/// "retryAfterMs"?, "details"?}}`. Two faults are equal when all their parts are equal.
public struct Fault: Error, Hashable, Sendable {
    /// The kind of fault, from the catalogue in Signals/Faults.swift.
    public let code: FaultCode
    /// The name of the reason below the code; nil when a peer gave none.
    public let reason: String?
    /// What went wrong and what to do about it, in English. It contains no secret and no data of another user.
    public let message: String
    /// The path of the field at fault: `amount.currency`, `transfers[3].to`.
    public let field: String?
    /// True when the same request may succeed later without changes.
    public let isRetryable: Bool
    /// How long to wait before a retry, in milliseconds.
    public let retryAfterMilliseconds: Int?
    /// More facts for programs, by name.
    public let details: [String: ReasonDetail]

    /// Creates a fault. Its code decides whether it is retryable.
    public init(
        _ code: FaultCode, _ message: String, field: String? = nil, retryAfterMilliseconds: Int? = nil,
        details: [String: ReasonDetail] = [:]
    ) {
        self.code = code
        reason = nil
        self.message = message
        self.field = field
        self.isRetryable = code.isRetryable
        self.retryAfterMilliseconds = retryAfterMilliseconds
        self.details = details
    }

    /// Creates a fault with a reason below its code. Its code decides whether it is retryable.
    ///
    /// - Parameters:
    ///   - details: What the sentence of the reason shows, and more facts for programs.
    ///   - cause: The reason that the detail `cause` stands for.
    ///   - phrases: The reasons that other details name.
    public init(
        _ code: FaultCode, _ reason: Reason, _ details: [String: ReasonDetail] = [:], cause: Reason? = nil,
        phrases: [Reason] = [], field: String? = nil, retryAfterMilliseconds: Int? = nil
    ) {
        var details = details
        if let cause { details["cause"] = .text(cause.name) }
        let refusal = Refusal(reason, details, phrases: phrases + (cause.map { [$0] } ?? []))
        let text = refusal.description
        self.init(
            code: code, reason: refusal.reason.name, message: reason.isRule ? "\(field ?? "params") \(text)." : text,
            field: field, isRetryable: code.isRetryable, retryAfterMilliseconds: retryAfterMilliseconds,
            details: details)
    }

    /// Creates a fault as reported by a peer.
    public init(
        code: FaultCode, reason: String? = nil, message: String, field: String?, isRetryable: Bool,
        retryAfterMilliseconds: Int?, details: [String: ReasonDetail]
    ) {
        self.code = code
        self.reason = reason
        self.message = message
        self.field = field
        self.isRetryable = isRetryable
        self.retryAfterMilliseconds = retryAfterMilliseconds
        self.details = details
    }
}

extension Fault {
    /// Returns the same fault about another field, with more details.
    public func about(_ field: String?, adding details: [String: ReasonDetail] = [:]) -> Fault {
        Fault(
            code: code, reason: reason, message: message, field: field, isRetryable: isRetryable,
            retryAfterMilliseconds: retryAfterMilliseconds,
            details: self.details.merging(details) { _, added in added })
    }
}

extension Fault: CustomStringConvertible {
    /// The code and the sentence, for logs.
    public var description: String { "\(code): \(message)" }
}

/// The stable name of a kind of fault, `insufficientFunds`.
public struct FaultCode: Hashable, Sendable, CustomStringConvertible {
    /// The name on the wire.
    public let name: String
    /// True when the same request may succeed later without changes.
    public let isRetryable: Bool

    public init(_ name: String, isRetryable: Bool = false) {
        self.name = name
        self.isRetryable = isRetryable
    }

    public var description: String { name }

    /// Compares the names.
    public static func == (left: FaultCode, right: FaultCode) -> Bool { left.name == right.name }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension FaultCode {
    /// The text is not JSON (JSON-RPC -32700).
    public static let parseError = FaultCode("parseError")
    /// The JSON is not a request (JSON-RPC -32600).
    public static let invalidRequest = FaultCode("invalidRequest")
    /// No receiver answers this signal (JSON-RPC -32601).
    public static let methodNotFound = FaultCode("methodNotFound")
    /// A value breaks a rule; `field` names the value.
    public static let invalidArgument = FaultCode("invalidArgument")
    /// There is no session, or it is forged, expired or revoked.
    public static let unauthenticated = FaultCode("unauthenticated")
    /// The caller is known but may not do this.
    public static let permissionDenied = FaultCode("permissionDenied")
    /// A limit of the user's stands in the way; `details` say what is left.
    public static let limitExceeded = FaultCode("limitExceeded")
    /// Too many failed sign-ins or look-ups; `retryAfterMs` says how long to wait.
    public static let tooManyAttempts = FaultCode("tooManyAttempts", isRetryable: true)
    /// What the request names does not exist, or is not the caller's to see.
    public static let notFound = FaultCode("notFound")
    /// The request contradicts an earlier one: for example, an idempotency key is reused with other content.
    public static let conflict = FaultCode("conflict")
    /// The deadline passed before an answer came. The sender does not know whether the work was done.
    public static let deadlineExceeded = FaultCode("deadlineExceeded", isRetryable: true)
    /// The caller cancelled the request.
    public static let cancelled = FaultCode("cancelled")
    /// The service cannot be reached or cannot work at the moment.
    public static let unavailable = FaultCode("unavailable", isRetryable: true)
    /// The service has too much work; `retryAfterMs` says when to retry. Nothing was done.
    public static let overloaded = FaultCode("overloaded", isRetryable: true)
    /// A service's disk is full or cannot be written. Nothing was changed.
    public static let storageUnavailable = FaultCode("storageUnavailable", isRetryable: true)
    /// An internal error. The log has the details under the trace id.
    public static let internalFault = FaultCode("internal")
}

extension Fault {
    /// Returns the fault for a value of `field` that breaks `rule`: "must be …".
    public static func invalidArgument(_ field: String, _ rule: String) -> Fault {
        Fault(.invalidArgument, "\(field) \(rule).", field: field)
    }

    /// Returns the fault for a value of `field` that breaks the rule `reason`.
    public static func invalidArgument(
        _ field: String, _ reason: Reason, _ details: [String: ReasonDetail] = [:]
    ) -> Fault {
        Fault(.invalidArgument, reason, details, field: field)
    }

    /// Returns the fault for a value of `field` that was refused.
    public static func invalidArgument(_ field: String, _ refusal: Refusal) -> Fault {
        Fault(.invalidArgument, refusal.reason, refusal.details, phrases: refusal.phrases, field: field)
    }

    /// Returns the fault for a missing or invalid session.
    public static func unauthenticated(_ reason: Reason) -> Fault { Fault(.unauthenticated, reason) }

    /// Returns the fault for a missing or invalid session.
    public static func unauthenticated(_ message: String) -> Fault { Fault(.unauthenticated, message) }

    /// Returns the fault for a `method` that nothing in the tree answers.
    public static func methodNotFound(_ method: SignalMethod) -> Fault {
        // A peer may send megabytes as a name; the reply does not echo them all.
        let name = String(method.name.unicodeScalars.prefix(100))
        return Fault(.methodNotFound, .noMethod, ["method": .text(name)])
    }

    /// Returns the fault for a `method` whose deadline passed.
    public static func deadlineExceeded(_ method: SignalMethod) -> Fault {
        Fault(.deadlineExceeded, .notAnsweredInTime, ["method": .text(method.name)])
    }
}
