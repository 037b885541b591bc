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
        /// Six digits; spaces do not count.
        public let code: String

        /// A value of these parts.
        public init(userId: String, code: String) {
            self.userId = userId
            self.code = code
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
        /// It is the user's, of now, and is used up with this answer.
        case accepted
        /// It is not, or it was used before.
        case wrong
        /// The user has not set up one-time codes.
        case notEnrolled
        /// Too many were wrong of late; this one was not looked at.
        case tooManyAttempts
    }
}
