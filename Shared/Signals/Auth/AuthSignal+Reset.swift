import Coordination
import Domain

extension AuthSignal {
    /// Makes a code with which a user who forgot the password sets a new one. An earlier code stops working. The event
    /// `auth.resetIssued` tells the user.
    ///
    /// - Answer: ``ResetCode``.
    /// - Faults, first match wins: `permissionDenied`, `emptyField`, `notFound`.
    public struct IssueReset: Signal {
        public typealias Answer = ResetCode
        public static let method: SignalMethod = "auth.issueReset"
        public static let summary = "Issues a code that lets a user reset a forgotten password."
        public static let isNoted = true
        /// The operator hands the code to a person they know.
        public static let access = SignalAccess.operator
        /// Only compared, never shown.
        public static let rawTexts: Set<String> = ["login"]

        /// The email or the user name.
        public let login: String

        public init(login: String) {
            self.login = login
        }
    }

    /// A code that works once.
    public struct ResetCode: Codable, Hashable, Sendable {
        /// For ``ResetPassword``. Secret.
        public let resetCode: String
        /// Until when it works: half an hour.
        public let expiresAt: Instant

        public init(resetCode: String, expiresAt: Instant) {
            self.resetCode = resetCode
            self.expiresAt = expiresAt
        }
    }

    /// Sets a new password for a user who forgot the old one, with a recovery code or with a code of ``IssueReset``.
    /// Ends all sessions of the user and begins none; one-time codes stay on.
    ///
    /// - Answer: ``Done``.
    /// - Faults, first match wins: `emptyField`, `invalidArgument` (not exactly one code, or too long), `weakPassword`,
    ///   `tooManyAttempts`, `invalidCredentials` (one text and one duration for every way to fail).
    public struct ResetPassword: Signal {
        public typealias Answer = Done
        public static let method: SignalMethod = "auth.resetPassword"
        public static let summary = "Sets a new password with a recovery code or a reset code."
        public static let isNoted = true
        public static let access = SignalAccess.open
        /// Only compared, never shown.
        public static let rawTexts: Set<String> = ["login", "recoveryCode", "resetCode", "new"]

        /// The email or the user name.
        public let login: String
        /// One of the user's recovery codes, which is used up.
        public let recoveryCode: String?
        /// The code that the operator made.
        public let resetCode: String?
        /// The password from now on, by the rules of ``Register``.
        public let new: String

        public init(login: String, recoveryCode: String? = nil, resetCode: String? = nil, new: String) {
            self.login = login
            self.recoveryCode = recoveryCode
            self.resetCode = resetCode
            self.new = new
        }
    }
}
