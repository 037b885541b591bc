import Coordination
import Domain

extension AuthSignal {
    /// Returns everything that auth knows about the user, without secrets.
    ///
    /// - Answer: ``AccountExport``.
    public struct Export: Signal {
        public typealias Answer = AccountExport
        public static let method: SignalMethod = "auth.export"
        public static let summary = "Returns everything that auth knows about the user, without secrets."
        public static let isNoted = true
        public static let effect = SignalEffect.reads

        public init() {}
    }

    /// Everything that auth knows about a user.
    public struct AccountExport: Codable, Hashable, Sendable {
        /// The user.
        public let user: User
        /// Since when.
        public let registeredAt: Instant
        /// Every session that is remembered, ended ones as well.
        public let sessions: [ExportedSession]
        /// Since when signing in needs a one-time code; nil when it does not.
        public let totpSince: Instant?
        /// How many recovery codes have not been used.
        public let recoveryCodesLeft: Int
        /// When the code that resets the password expires; nil without one.
        public let resetCodeUntil: Instant?
        /// The passkeys that sign the user in.
        public let passkeys: [Passkey]?
        /// The Telegram account that signs the user in.
        public let telegram: ExportedTelegram?

        public init(
            user: User, registeredAt: Instant, sessions: [ExportedSession], totpSince: Instant? = nil,
            recoveryCodesLeft: Int, resetCodeUntil: Instant? = nil, passkeys: [Passkey]? = nil,
            telegram: ExportedTelegram? = nil
        ) {
            self.user = user
            self.registeredAt = registeredAt
            self.sessions = sessions
            self.totpSince = totpSince
            self.recoveryCodesLeft = recoveryCodesLeft
            self.resetCodeUntil = resetCodeUntil
            self.passkeys = passkeys
            self.telegram = telegram
        }
    }

    /// A session, going on or over, without its secrets.
    public struct ExportedSession: Codable, Hashable, Sendable {
        /// The session.
        public let id: String
        /// The name given at sign-in.
        public let device: String?
        /// When it began.
        public let createdAt: Instant
        /// When it was last begun or refreshed.
        public let lastUsedAt: Instant
        /// When it was ended; nil while it goes on.
        public let endedAt: Instant?

        public init(
            id: String, device: String? = nil, createdAt: Instant, lastUsedAt: Instant, endedAt: Instant? = nil
        ) {
            self.id = id
            self.device = device
            self.createdAt = createdAt
            self.lastUsedAt = lastUsedAt
            self.endedAt = endedAt
        }
    }

    /// Deletes the user for good: name, email, password, sessions and codes are erased, all sessions end at once, and
    /// by the event `auth.userDeleted` ledger closes the accounts and history forgets. The email is free again.
    ///
    /// - Answer: ``Done``.
    /// - Faults, first match wins: `emptyField`, `tooManyAttempts`, `invalidCredentials`, `permissionDenied` (there is
    ///   no password, and the session is too old), `invalidArgument` (the name is not the user's email), `conflict`
    ///   (changed by somebody else meanwhile), `codeRequired`, `wrongCode`.
    public struct DeleteUser: Signal {
        public typealias Answer = Done
        public static let method: SignalMethod = "auth.deleteUser"
        public static let summary = "Deletes the user for good."
        public static let isNoted = true
        /// Only compared, never shown.
        public static let rawTexts: Set<String> = ["password", "code", "name"]

        /// The user's password, once more. A user who has none leaves in a session that began within the last ten
        /// minutes.
        public let password: String?
        /// A code of the app or a recovery code, where they are on.
        public let code: String?
        /// The user's email, typed again, to show that this is meant; the name of a user who has no email.
        public let name: String

        public init(password: String? = nil, code: String? = nil, name: String) {
            self.password = password
            self.code = code
            self.name = name
        }
    }
}
