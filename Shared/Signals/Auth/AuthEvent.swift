import Domain

/// The facts of what auth tells others.
public enum AuthEvent {
    /// Event `auth.sessionEnded`: tokens of the session are worth nothing from now on.
    public struct SessionEnded: Codable, Hashable, Sendable {
        /// Whose session it was.
        public let userId: String
        /// The session.
        public let sessionId: String
        /// When the last token of the session expires by itself, after which nobody need remember this.
        public let expiresAt: Instant

        /// A value of these parts.
        public init(userId: String, sessionId: String, expiresAt: Instant) {
            self.userId = userId
            self.sessionId = sessionId
            self.expiresAt = expiresAt
        }
    }

    /// Event `auth.otherSessionsEnded`: a session ended others of its user, by name or all of them. Not told of sessions that end
    /// with a new password, which is told itself.
    public struct OtherSessionsEnded: Codable, Hashable, Sendable {
        /// Whose sessions they were.
        public let userId: String
        /// The session that ended them.
        public let sessionId: String
        /// What that session is called.
        public let device: String?
        /// How many ended.
        public let count: Int

        /// A value of these parts.
        public init(userId: String, sessionId: String, device: String? = nil, count: Int) {
            self.userId = userId
            self.sessionId = sessionId
            self.device = device
            self.count = count
        }
    }

    /// Event `auth.userRegistered`: there is a new user.
    public struct UserRegistered: Codable, Hashable, Sendable {
        /// The user.
        public let userId: String
        /// What the person is called.
        public let name: String

        /// A value of these parts.
        public init(userId: String, name: String) {
            self.userId = userId
            self.name = name
        }
    }

    /// Event `auth.signedIn`: a session began.
    public struct SignedInEvent: Codable, Hashable, Sendable {
        /// Who signed in.
        public let userId: String
        /// The session that began.
        public let sessionId: String
        /// What it was called.
        public let device: String?

        /// A value of these parts.
        public init(userId: String, sessionId: String, device: String? = nil) {
            self.userId = userId
            self.sessionId = sessionId
            self.device = device
        }
    }

    /// Event `auth.totpEnabled`: signing in needs a one-time code from now on. Event `auth.totpDisabled`: it no longer does.
    /// Event `auth.recoveryCodesRenewed`: there are new recovery codes, the old ones stopped working.
    public struct FactorChanged: Codable, Hashable, Sendable {
        /// Whose they are.
        public let userId: String

        /// A value of these parts.
        public init(userId: String) {
            self.userId = userId
        }
    }

    /// Event `auth.recoveryCodeUsed`: a recovery code stood in for a one-time code.
    public struct RecoveryCodeUsed: Codable, Hashable, Sendable {
        /// Whose it was.
        public let userId: String
        /// How many are left.
        public let left: Int

        /// A value of these parts.
        public init(userId: String, left: Int) {
            self.userId = userId
            self.left = left
        }
    }

    /// Event `auth.passwordChanged`.
    public struct PasswordChanged: Codable, Hashable, Sendable {
        /// Whose password it is.
        public let userId: String

        /// A value of these parts.
        public init(userId: String) {
            self.userId = userId
        }
    }

    /// Event `auth.resetIssued`: the one who runs the house made a code that resets the password.
    public struct ResetIssued: Codable, Hashable, Sendable {
        /// Whose password it is.
        public let userId: String
        /// Until when the code works.
        public let expiresAt: Instant

        /// A value of these parts.
        public init(userId: String, expiresAt: Instant) {
            self.userId = userId
            self.expiresAt = expiresAt
        }
    }

    /// Event `auth.passwordReset`: a forgotten password was replaced; all sessions have ended.
    public struct PasswordReset: Codable, Hashable, Sendable {
        /// Whose password it is.
        public let userId: String
        /// What proved the right to do it.
        public let by: ResetMeans

        /// A value of these parts.
        public init(userId: String, by: ResetMeans) {
            self.userId = userId
            self.by = by
        }
    }

    /// What a password was reset with.
    public enum ResetMeans: String, Codable, CaseIterable, Hashable, Sendable {
        /// A recovery code of the user's.
        case recoveryCode
        /// A code that the one who runs the house made.
        case resetCode
    }

    /// Event `auth.signInsFailed`: somebody fails to prove to be this user, so often that the user should know.
    ///
    /// Told at the 5th, 20th, 100th and 500th failure in a row. A day without a failure, or a success, begins the row anew.
    public struct SignInsFailed: Codable, Hashable, Sendable {
        /// Whose account it is about.
        public let userId: String
        /// How many failures in a row there were.
        public let count: Int
        /// What was wrong.
        public let by: FailedMeans

        /// A value of these parts.
        public init(userId: String, count: Int, by: FailedMeans) {
            self.userId = userId
            self.count = count
            self.by = by
        }
    }

    /// What somebody failed with.
    public enum FailedMeans: String, Codable, CaseIterable, Hashable, Sendable {
        /// The password at a sign-in.
        case password
        /// The password that is asked for again in a session.
        case passwordAgain
        /// A one-time code or a recovery code.
        case code
        /// A code that resets the password.
        case resetCode
    }

    /// Event `auth.userDeleted`: the user is gone for good; whoever keeps something of theirs forgets it.
    public struct UserDeleted: Codable, Hashable, Sendable {
        /// Who it was.
        public let userId: String

        /// A value of these parts.
        public init(userId: String) {
            self.userId = userId
        }
    }
}
