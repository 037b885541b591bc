import Coordination
import Domain

extension AuthSignal {
    /// Changes the password and ends all other sessions of the user.
    ///
    /// - Answer: ``Done``.
    /// - Faults, first match wins: `emptyField`, `tooManyAttempts`, `invalidCredentials`, `invalidArgument`,
    ///   `weakPassword`, `conflict`.
    public struct ChangePassword: Signal {
        public typealias Answer = Done
        public static let method: SignalMethod = "auth.changePassword"
        public static let summary = "Changes the password and ends all other sessions."
        public static let isNoted = true
        /// Only compared, never shown.
        public static let rawTexts: Set<String> = ["current", "new"]

        /// The password until now.
        public let current: String
        /// The password from now on, by the rules of ``Register``.
        public let new: String

        public init(current: String, new: String) {
            self.current = current
            self.new = new
        }
    }

    /// Sets an address and a password for a user who came by Telegram and has neither, and ends all other sessions. The
    /// user can then sign in either way. The session must have begun within the last ten minutes; an older one that was
    /// left open is not enough.
    ///
    /// - Answer: ``SetPasswordAnswer``.
    /// - Faults, first match wins: `emptyField`, `invalidEmail`, `conflict` (there is a password), `tooManyAttempts`
    ///   (sent again), `permissionDenied` (the session is older), `invalidArgument`, `weakPassword`, `emailTaken`.
    public struct SetPassword: Signal {
        public typealias Answer = SetPasswordAnswer
        public static let method: SignalMethod = "auth.setPassword"
        public static let summary = "Sets an email address and a password for a user who registered with Telegram."
        public static let isNoted = true
        /// Only compared, never shown.
        public static let rawTexts: Set<String> = ["new"]

        /// The address to sign in with.
        public let email: String
        /// The password, by the rules of ``Register``.
        public let new: String

        public init(email: String, new: String) {
            self.email = email
            self.new = new
        }
    }

    /// The user after ``SetPassword``.
    public struct SetPasswordAnswer: Codable, Hashable, Sendable {
        /// With the address.
        public let user: User

        public init(user: User) { self.user = user }
    }
}
