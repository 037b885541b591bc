import Coordination
import Domain

/// The signals of auth, who answers for people, passwords and sessions.
public enum AuthSignal {
    /// A person who can sign in.
    public struct User: Codable, Hashable, Sendable {
        /// The id, for ever the same.
        public let id: String
        /// The name of the person; the email when none was given.
        public let name: String
        /// The address, as it was given.
        public let email: String
        /// Another name to sign in by.
        public let username: String?
        /// The time zone, see ``SetZone``; absent while there is none.
        public let zone: String?

        public init(id: String, name: String, email: String, username: String? = nil, zone: String? = nil) {
            self.id = id
            self.name = name
            self.email = email
            self.username = username
            self.zone = zone
        }
    }

    /// A user and the new session.
    public struct SignedIn: Codable, Hashable, Sendable {
        /// The user who signed in.
        public let user: User
        /// The session that began.
        public let session: Session
        /// The device sends this at its next sign-in, see ``Login/deviceCookie``. It outlives the session. Secret.
        public let deviceCookie: String?

        public init(user: User, session: Session, deviceCookie: String? = nil) {
            self.user = user
            self.session = session
            self.deviceCookie = deviceCookie
        }
    }

    /// Makes a user and signs in.
    ///
    /// Sent again with its idempotency key and the same password it signs the same user in once more, until one-time
    /// codes are on: answers with secrets are not kept to be repeated.
    /// - Answer: ``SignedIn``.
    /// - Faults, first match wins: `emptyField`, `invalidEmail`, `invalidArgument`, `weakPassword`, `conflict`,
    ///   `tooManyAttempts`, `codeRequired`, `emailTaken`, `usernameTaken`.
    public struct Register: Signal {
        public typealias Answer = SignedIn
        public static let method: SignalMethod = "auth.register"
        public static let summary = "Registers a user and signs in."
        public static let isNoted = true
        public static let access = SignalAccess.open
        /// Only compared, never shown.
        public static let rawTexts: Set<String> = ["password"]

        /// An email address, at most 254 characters; compared without regard to case.
        public let email: String
        /// 8 ... 1024 characters, any; not among the commonest.
        public let password: String
        /// The name of the person, at most 100 characters.
        public let name: String?
        /// 3 ... 32 of a-z, 0-9, point, hyphen, underscore.
        public let username: String?
        /// The name under which its owner sees the session, at most 100 characters.
        public let device: String?

        public init(
            email: String, password: String, name: String? = nil, username: String? = nil, device: String? = nil
        ) {
            self.email = email
            self.password = password
            self.name = name
            self.username = username
            self.device = device
        }
    }

    /// Signs in with a password.
    ///
    /// - Answer: ``SignedIn``.
    /// - Faults, first match wins: `emptyField`, `invalidArgument`, `tooManyAttempts`, `invalidCredentials` (one text
    ///   and one duration for every way to fail, a wrong code among them), `codeRequired` (the password is right).
    public struct Login: Signal {
        public typealias Answer = SignedIn
        public static let method: SignalMethod = "auth.login"
        public static let summary = "Signs in with a password."
        public static let isNoted = true
        public static let access = SignalAccess.open
        /// Only compared, never shown.
        public static let rawTexts: Set<String> = ["login", "password", "code", "deviceCookie"]

        /// The email or the user name.
        public let login: String
        /// The password.
        public let password: String
        /// A one-time code or a recovery code, where the user has set them up; not looked at elsewhere.
        public let code: String?
        /// The name of the session in the list of sessions, at most 100 characters.
        public let device: String?
        /// The cookie of an earlier sign-in of this user on this device. With it failures are counted and attempts
        /// queued for this device alone, so that guessing elsewhere does not delay it. It signs nobody in. One that is
        /// not valid for this user is ignored. Secret.
        public let deviceCookie: String?

        public init(
            login: String, password: String, code: String? = nil, device: String? = nil, deviceCookie: String? = nil
        ) {
            self.login = login
            self.password = password
            self.code = code
            self.device = device
            self.deviceCookie = deviceCookie
        }
    }

    /// A session continued.
    public struct Refreshed: Codable, Hashable, Sendable {
        /// The same session with a new token and a new refresh token.
        public let session: Session

        public init(session: Session) {
            self.session = session
        }
    }

    /// Tells who is signed in.
    ///
    /// - Answer: ``MeAnswer``.
    public struct Me: Signal {
        public typealias Answer = MeAnswer
        public static let method: SignalMethod = "auth.me"
        public static let summary = "Shows who is signed in."
        public static let effect = SignalEffect.reads

        public init() {}
    }

    /// The signed-in user.
    public struct MeAnswer: Codable, Hashable, Sendable {
        /// The user.
        public let user: User
        /// Whether there is a password to sign in with.
        public let hasPassword: Bool
        /// Whether signing in needs a one-time code.
        public let totp: Bool
        /// How many recovery codes have not been used.
        public let recoveryCodesLeft: Int

        public init(user: User, hasPassword: Bool, totp: Bool, recoveryCodesLeft: Int) {
            self.user = user
            self.hasPassword = hasPassword
            self.totp = totp
            self.recoveryCodesLeft = recoveryCodesLeft
        }
    }

    /// Lists the public keys that tokens are checked with.
    ///
    /// - Answer: ``KeyList``.
    public struct Keys: Signal {
        public typealias Answer = KeyList
        public static let method: SignalMethod = "auth.keys"
        public static let summary = "Lists the public keys that verify tokens."
        public static let access = SignalAccess.open
        public static let effect = SignalEffect.reads

        public init() {}
    }

    /// Public keys.
    public struct KeyList: Codable, Hashable, Sendable {
        /// The one that signs now first.
        public let keys: [Key]

        public init(keys: [Key]) {
            self.keys = keys
        }
    }

    /// A public key.
    public struct Key: Codable, Hashable, Sendable {
        /// The key id, a PASERK `k4.pid.…`, which tokens carry as `kid` in their footer.
        public let id: String
        /// The key, a PASERK `k4.public.…`.
        public let key: String

        public init(id: String, key: String) {
            self.id = id
            self.key = key
        }
    }

    /// Nothing to tell but that it is done.
    public struct Done: Codable, Hashable, Sendable {
        /// Always true.
        public let done: Bool

        public init(done: Bool) {
            self.done = done
        }
    }
}
