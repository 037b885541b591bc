import Domain

/// The data of the events of auth.
public enum AuthEvent {
    /// Event `auth.sessionEnded`: tokens of the session are no longer valid.
    public struct SessionEnded: Codable, Hashable, Sendable {
        /// The user of the session.
        public let userId: String
        /// The session.
        public let sessionId: String
        /// When the last token of the session expires. Nobody needs to remember this event after that.
        public let expiresAt: Instant

        public init(userId: String, sessionId: String, expiresAt: Instant) {
            self.userId = userId
            self.sessionId = sessionId
            self.expiresAt = expiresAt
        }
    }

    /// Event `auth.otherSessionsEnded`: a session ended others of its user, by name or all of them. Not told of
    /// sessions that end with a new password, which is told itself.
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
        /// The name of the person.
        public let name: String

        public init(userId: String, name: String) {
            self.userId = userId
            self.name = name
        }
    }

    /// Event `auth.signedIn`: a session began.
    public struct SignedInEvent: Codable, Hashable, Sendable {
        /// The user who signed in.
        public let userId: String
        /// The session that began.
        public let sessionId: String
        /// The name of the device.
        public let device: String?

        public init(userId: String, sessionId: String, device: String? = nil) {
            self.userId = userId
            self.sessionId = sessionId
            self.device = device
        }
    }

    /// Event `auth.totpEnabled`: signing in needs a one-time code from now on. Event `auth.totpDisabled`: signing in
    /// no longer needs one.
    ///
    /// Event `auth.recoveryCodesRenewed`: new recovery codes replace the old ones, which stopped working.
    public struct FactorChanged: Codable, Hashable, Sendable {
        /// The owner of the codes.
        public let userId: String

        public init(userId: String) {
            self.userId = userId
        }
    }

    /// Event `auth.recoveryCodeUsed`: a recovery code stood in for a one-time code.
    public struct RecoveryCodeUsed: Codable, Hashable, Sendable {
        /// The owner of the code.
        public let userId: String
        /// How many recovery codes are left.
        public let left: Int

        public init(userId: String, left: Int) {
            self.userId = userId
            self.left = left
        }
    }

    /// Event `auth.passwordChanged`.
    public struct PasswordChanged: Codable, Hashable, Sendable {
        /// The owner of the password.
        public let userId: String

        public init(userId: String) {
            self.userId = userId
        }
    }

    /// Event `auth.resetIssued`: the operator made a code that resets the password.
    public struct ResetIssued: Codable, Hashable, Sendable {
        /// The owner of the password.
        public let userId: String
        /// Until when the code works.
        public let expiresAt: Instant

        public init(userId: String, expiresAt: Instant) {
            self.userId = userId
            self.expiresAt = expiresAt
        }
    }

    /// Event `auth.passwordReset`: a forgotten password was replaced; all sessions have ended.
    public struct PasswordReset: Codable, Hashable, Sendable {
        /// The owner of the password.
        public let userId: String
        /// The proof of the right to reset it.
        public let by: ResetMeans

        public init(userId: String, by: ResetMeans) {
            self.userId = userId
            self.by = by
        }
    }

    /// The means by which a password was reset.
    public enum ResetMeans: String, Codable, CaseIterable, Hashable, Sendable {
        /// A recovery code of the user's.
        case recoveryCode
        /// A code that the operator made.
        case resetCode
    }

    /// Event `auth.signInsFailed`: repeated attempts to sign in as this user have failed.
    ///
    /// Sent at the 5th, 20th, 100th and 500th failure in a row. A success, or a day without a failure, resets the
    /// count.
    public struct SignInsFailed: Codable, Hashable, Sendable {
        /// The user whose account was tried.
        public let userId: String
        /// How many failures in a row there were.
        public let count: Int
        /// The means that failed.
        public let by: FailedMeans

        public init(userId: String, count: Int, by: FailedMeans) {
            self.userId = userId
            self.count = count
            self.by = by
        }
    }

    /// The means of a failed attempt.
    public enum FailedMeans: String, Codable, CaseIterable, Hashable, Sendable {
        /// The password at a sign-in.
        case password
        /// The password when it is asked for again in a session.
        case passwordAgain
        /// A one-time code or a recovery code.
        case code
        /// A code that resets the password.
        case resetCode
        /// A passkey.
        case passkey
    }

    /// Event `auth.userDeleted`: the user is deleted for good. Services erase the user's data.
    public struct UserDeleted: Codable, Hashable, Sendable {
        /// The user who was deleted.
        public let userId: String

        public init(userId: String) {
            self.userId = userId
        }
    }
}
