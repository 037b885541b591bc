import Coordination
import Domain

extension AuthSignal {
    /// Begins to set up one-time codes: makes a secret for an authenticator app. It takes effect once ``ConfirmTOTP``
    /// has proved, within 15 minutes, that the app has it. Beginning again makes another secret.
    ///
    /// - Answer: ``TOTPSecret``.
    /// - Faults, first match wins: `emptyField`, `tooManyAttempts`, `invalidCredentials`, `conflict` (set up already).
    public struct BeginTOTP: Signal {
        public typealias Answer = TOTPSecret
        public static let method: SignalMethod = "auth.totp.begin"
        public static let summary = "Starts setting up one-time codes in an authenticator app."
        public static let isNoted = true
        /// Only compared, never shown.
        public static let rawTexts: Set<String> = ["password"]

        /// The user's password, once more.
        public let password: String

        public init(password: String) {
            self.password = password
        }
    }

    /// The secret from which an authenticator app makes codes.
    public struct TOTPSecret: Codable, Hashable, Sendable {
        /// The secret in base 32, to be typed. Secret.
        public let secret: String
        /// The same as an `otpauth://` address, to be shown as a QR code. Secret.
        public let uri: String
        /// Until when it can be confirmed.
        public let expiresAt: Instant

        public init(secret: String, uri: String, expiresAt: Instant) {
            self.secret = secret
            self.uri = uri
            self.expiresAt = expiresAt
        }
    }

    /// Turns one-time codes on, with a first code of the app. From now on signing in needs one.
    ///
    /// - Answer: ``RecoveryCodes``, shown this once.
    /// - Faults, first match wins: `emptyField`, `conflict` (nothing was begun, or it is on already),
    ///   `tooManyAttempts`, `wrongCode`.
    public struct ConfirmTOTP: Signal {
        public typealias Answer = RecoveryCodes
        public static let method: SignalMethod = "auth.totp.confirm"
        public static let summary = "Turns one-time codes on with a first code from the app."
        public static let isNoted = true
        /// Only compared, never shown.
        public static let rawTexts: Set<String> = ["code"]

        /// Six digits; spaces do not count.
        public let code: String
        /// Whether to end all other sessions of the user, which began without a code.
        public let endOtherSessions: Bool?

        public init(code: String, endOtherSessions: Bool? = nil) {
            self.code = code
            self.endOtherSessions = endOtherSessions
        }
    }

    /// Codes that stand in for the app, each once.
    public struct RecoveryCodes: Codable, Hashable, Sendable {
        /// Ten of them. Secret.
        public let recoveryCodes: [String]

        public init(recoveryCodes: [String]) {
            self.recoveryCodes = recoveryCodes
        }
    }

    /// Turns one-time codes off and forgets the secret and the recovery codes.
    ///
    /// - Answer: ``Done``.
    /// - Faults, first match wins: `emptyField`, `tooManyAttempts`, `invalidCredentials`, `conflict` (it is off),
    ///   `wrongCode`.
    public struct DisableTOTP: Signal {
        public typealias Answer = Done
        public static let method: SignalMethod = "auth.totp.disable"
        public static let summary = "Turns one-time codes off."
        public static let isNoted = true
        /// Only compared, never shown.
        public static let rawTexts: Set<String> = ["password", "code"]

        /// The user's password, once more.
        public let password: String
        /// A code of the app, or a recovery code.
        public let code: String
        /// Whether to end all other sessions of the user.
        public let endOtherSessions: Bool?

        public init(password: String, code: String, endOtherSessions: Bool? = nil) {
            self.password = password
            self.code = code
            self.endOtherSessions = endOtherSessions
        }
    }

    /// Makes ten new recovery codes. The previous ones stop working.
    ///
    /// - Answer: ``RecoveryCodes``, shown this once.
    /// - Faults, first match wins: `emptyField`, `tooManyAttempts`, `invalidCredentials`, `conflict` (one-time codes
    ///   are off), `wrongCode`.
    public struct RenewRecoveryCodes: Signal {
        public typealias Answer = RecoveryCodes
        public static let method: SignalMethod = "auth.recoveryCodes.renew"
        public static let summary = "Replaces the recovery codes with ten new ones."
        public static let isNoted = true
        /// Only compared, never shown.
        public static let rawTexts: Set<String> = ["password", "code"]

        /// The user's password, once more.
        public let password: String
        /// A code of the app, or a recovery code.
        public let code: String

        public init(password: String, code: String) {
            self.password = password
            self.code = code
        }
    }
}
