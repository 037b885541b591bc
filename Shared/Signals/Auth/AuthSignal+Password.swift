import Coordination
import Domain

extension AuthSignal {
    /// Changes the password and ends all other sessions of the user.
    ///
    /// - Answer: ``Done``.
    /// - Faults, first match wins: `emptyField`, `tooManyAttempts`, `invalidCredentials`, `invalidArgument`, `weakPassword`, `conflict`.
    public struct ChangePassword: Signal {
        /// What comes back.
        public typealias Answer = Done
        /// The name on the wire.
        public static let method: SignalMethod = "auth.changePassword"
        /// For people.
        public static let summary = "Changes the password and ends all other sessions."

        /// The password until now.
        public let current: String
        /// The password from now on, by the rules of ``Register``.
        public let new: String

        /// A value of these parts.
        public init(current: String, new: String) {
            self.current = current
            self.new = new
        }
    }
}
