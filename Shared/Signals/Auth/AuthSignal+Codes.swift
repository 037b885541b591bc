import Coordination

extension AuthSignal {
    /// Tells a service whether a one-time code is a user's, and uses the code up. Only ledger may send it, to have people
    /// confirm transfers; recovery codes are not taken. Sent again with its idempotency key it accepts the same code again.
    ///
    /// - Answer: ``CodeCheck``.
    /// - Faults, first match wins: `permissionDenied`, `emptyField`.
    public struct CheckCode: Signal {
        /// What comes back.
        public typealias Answer = CodeCheck
        /// The name on the wire.
        public static let method: SignalMethod = "auth.checkCode"
        /// For people.
        public static let summary = "Tells a service whether a one-time code is a user's, and uses it up."
        /// Stands in the log of security.
        public static let isNoted = true
        /// Compared only, and shown nowhere.
        public static let rawTexts: Set<String> = ["code"]

        /// Whose code it is said to be.
        public let userId: String
        /// Six digits; spaces do not count. Absent where a recent sign-in of `sessionId` is to stand for a code.
        public let code: String?
        /// A session of the user, looked at when there is no code.
        public let sessionId: String?

        /// A value of these parts.
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

        /// A value of these parts.
        public init(result: CodeResult, retryAfterMs: Int? = nil) {
            self.result = result
            self.retryAfterMs = retryAfterMs
        }
    }

    /// Whether a code counts.
    public enum CodeResult: String, Codable, CaseIterable, Hashable, Sendable {
        /// It is the user's, of now, and is used up with this answer. Without a code: the user has set up none, and the
        /// session began within the last ten minutes.
        case accepted
        /// It is not, or it was used before, or codes are on and none was given.
        case wrong
        /// The user has not set up one-time codes, and no session stands for one.
        case notEnrolled
        /// Too many were wrong of late; this one was not looked at.
        case tooManyAttempts
    }
}
