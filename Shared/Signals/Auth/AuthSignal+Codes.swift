import Coordination
import Domain

extension AuthSignal {
    /// Proves by the password, once more, that the user is the one who asks. Requests that a session alone must not make take
    /// the proof as their `code`, where the user has set up no one-time codes.
    ///
    /// - Answer: ``Proof``.
    /// - Faults, first match wins: `emptyField`, `conflict` (one-time codes are on: a code is the proof; or there is no
    ///   password: a new sign-in is), `tooManyAttempts`, `invalidCredentials`.
    public struct Prove: Signal {
        public typealias Answer = Proof
        public static let method: SignalMethod = "auth.prove"
        public static let summary = "Proves by the password that it is the user who asks."
        public static let isNoted = true
        /// Compared only, and shown nowhere.
        public static let rawTexts: Set<String> = ["password"]

        /// The user's password, once more.
        public let password: String

        public init(password: String) {
            self.password = password
        }
    }

    /// A proof, good in the session that it was given to.
    public struct Proof: Codable, Hashable, Sendable {
        /// Goes into the field `code` of the request that needs it. Secret.
        public let proof: String
        /// Until when it counts.
        public let expiresAt: Instant

        public init(proof: String, expiresAt: Instant) {
            self.proof = proof
            self.expiresAt = expiresAt
        }
    }

    /// Tells a service whether a request comes from the user, not only from a session: by a one-time code, which is used up;
    /// of a user without codes by a proof (``Prove``) or a recent sign-in. Ledger and notifications alone may send it; recovery
    /// codes are not taken. Sent again with its idempotency key it accepts the same code again.
    ///
    /// - Answer: ``CodeCheck``.
    /// - Faults, first match wins: `permissionDenied`, `emptyField`.
    public struct CheckCode: Signal {
        public typealias Answer = CodeCheck
        public static let method: SignalMethod = "auth.checkCode"
        public static let summary = "Tells a service whether a code or a proof is a user's."
        public static let isNoted = true
        /// Compared only, and shown nowhere.
        public static let rawTexts: Set<String> = ["code"]

        /// Whose code it is said to be.
        public let userId: String
        /// Six digits; spaces do not count. Of a user without codes a proof. Absent where a recent sign-in of `sessionId` is
        /// to stand for it.
        public let code: String?
        /// The session of the request: a proof counts in the one it was given to.
        public let sessionId: String?

        public init(userId: String, code: String? = nil, sessionId: String? = nil) {
            self.userId = userId
            self.code = code
            self.sessionId = sessionId
        }
    }

    /// What a code turned out to be.
    public struct CodeCheck: Codable, Hashable, Sendable {
        /// Whether it counts.
        public let result: CodeResult
        /// With `tooManyAttempts`: milliseconds after which the next code is looked at.
        public let retryAfterMs: Int?

        public init(result: CodeResult, retryAfterMs: Int? = nil) {
            self.result = result
            self.retryAfterMs = retryAfterMs
        }
    }

    /// Whether a code counts.
    public enum CodeResult: String, Codable, CaseIterable, Hashable, Sendable {
        /// It is the user's code, of now, and is used up with this answer.
        case accepted
        /// The user has set up no codes, and gave a proof, or signed in within the last ten minutes where that does.
        case proved
        /// It is not, or it was used before, or codes are on and none was given.
        case wrong
        /// The user has set up no codes and gave no proof that counts: the password makes one.
        case passwordNeeded
        /// The user has set up no codes, and only a new sign-in stands for one.
        case notEnrolled
        /// Too many were wrong of late; this one was not looked at.
        case tooManyAttempts
    }
}
