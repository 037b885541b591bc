import Coordination
import Domain

extension AuthSignal {
    /// Proves by the password that the request comes from the user. Requests for which a session is not enough take the
    /// proof as their `code` when the user has not set up one-time codes.
    ///
    /// - Answer: ``Proof``.
    /// - Faults, first match wins: `emptyField`, `conflict` (one-time codes are on: a code is the proof; or there is no
    ///   password: a new sign-in is), `tooManyAttempts`, `invalidCredentials`.
    public struct Prove: Signal {
        public typealias Answer = Proof
        public static let method: SignalMethod = "auth.prove"
        public static let summary = "Checks the password and returns a proof of it."
        public static let isNoted = true
        /// Only compared, never shown.
        public static let rawTexts: Set<String> = ["password"]

        /// The user's password, once more.
        public let password: String

        public init(password: String) {
            self.password = password
        }
    }

    /// A proof. It is valid in the session that it was issued to.
    public struct Proof: Codable, Hashable, Sendable {
        /// Sent in the field `code` of the request that needs it. Secret.
        public let proof: String
        /// When it expires.
        public let expiresAt: Instant

        public init(proof: String, expiresAt: Instant) {
            self.proof = proof
            self.expiresAt = expiresAt
        }
    }

    /// Tells a service whether a request comes from the user and not only from a session. A one-time code proves it and
    /// is used up; so does a proof by a passkey (``ProvePasskey``). For a user without codes a proof (``Prove``) or a
    /// recent sign-in does. Recovery codes are not
    /// accepted. Only ledger and notifications may send it. Repeated with its idempotency key, it accepts the same code
    /// again.
    ///
    /// - Answer: ``CodeCheck``.
    /// - Faults, first match wins: `permissionDenied`, `emptyField`, `invalidArgument`.
    public struct CheckCode: Signal {
        public typealias Answer = CodeCheck
        public static let method: SignalMethod = "auth.checkCode"
        public static let summary = "Checks a user's code or proof for a service."
        public static let isNoted = true
        /// Only compared, never shown.
        public static let rawTexts: Set<String> = ["code"]

        /// The user that the code is claimed to belong to.
        public let userId: String
        /// Six digits; spaces are ignored. A proof by a passkey, or for a user without codes by the password. Absent
        /// when a recent sign-in of
        /// `sessionId` takes its place.
        public let code: String?
        /// The session of the request. A proof is valid only in the session that it was issued to.
        public let sessionId: String?
        /// The order that is confirmed. A proof by a passkey for an order is valid for that order alone, and one for no
        /// order only without.
        public let order: String?

        public init(userId: String, code: String? = nil, sessionId: String? = nil, order: String? = nil) {
            self.userId = userId
            self.code = code
            self.sessionId = sessionId
            self.order = order
        }
    }

    /// The result of checking a code.
    public struct CodeCheck: Codable, Hashable, Sendable {
        /// Whether it is valid.
        public let result: CodeResult
        /// With `tooManyAttempts`: milliseconds until the next code is checked.
        public let retryAfterMs: Int?

        public init(result: CodeResult, retryAfterMs: Int? = nil) {
            self.result = result
            self.retryAfterMs = retryAfterMs
        }
    }

    /// Whether a code is valid.
    public enum CodeResult: String, Codable, CaseIterable, Hashable, Sendable {
        /// The code is the user's current one, or a proof by a passkey of theirs. This answer uses it up.
        case accepted
        /// The user has not set up codes, and sent a proof, or signed in within the last ten minutes where that
        /// suffices.
        case proved
        /// The code is not valid, or was used before, or is missing although codes are on.
        case wrong
        /// The user has not set up codes and sent no valid proof. The password makes one.
        case passwordNeeded
        /// The user has not set up codes. Only a new sign-in takes the place of one.
        case notEnrolled
        /// Too many recent codes were wrong. This one was not checked.
        case tooManyAttempts
    }
}
