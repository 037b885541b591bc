import Coordination
import Domain

extension AuthSignal {
    /// A session: who, by which token, until when.
    public struct Session: Codable, Hashable, Sendable {
        /// The id that ends the session.
        public let id: String
        /// The user it belongs to.
        public let userId: String
        /// A PASETO v4.public token, to be sent as `_meta.session`. Secret.
        public let token: String
        /// Trades for a new token once, see ``Refresh``. Secret.
        public let refreshToken: String
        /// When the token stops being valid.
        public let expiresAt: Instant
        /// The time zone of the user, see ``SetZone``; absent while there is none.
        public let zone: String?

        public init(
            id: String, userId: String, token: String, refreshToken: String, expiresAt: Instant, zone: String? = nil
        ) {
            self.id = id
            self.userId = userId
            self.token = token
            self.refreshToken = refreshToken
            self.expiresAt = expiresAt
            self.zone = zone
        }
    }

    /// Continues a session with a new token. A refresh token works once. Using it again ends the session, because one
    /// of the two uses was theft. Only the same client, known by its idempotency key, may repeat the request.
    ///
    /// - Answer: ``Refreshed``.
    /// - Faults: `unauthenticated`.
    public struct Refresh: Signal {
        public typealias Answer = Refreshed
        public static let method: SignalMethod = "auth.refresh"
        public static let summary = "Renews the token of a session."
        public static let isNoted = true
        public static let access = SignalAccess.open
        /// Only compared, never shown.
        public static let rawTexts: Set<String> = ["refreshToken"]

        /// The refresh token of the session.
        public let refreshToken: String

        public init(refreshToken: String) {
            self.refreshToken = refreshToken
        }
    }

    /// Ends this session; its token stops working at once here and within a moment at every other service.
    ///
    /// - Answer: ``Done``.
    public struct Logout: Signal {
        public typealias Answer = Done
        public static let method: SignalMethod = "auth.logout"
        public static let summary = "Ends this session."
        public static let isNoted = true

        public init() {}
    }

    /// Lists the sessions of the user.
    ///
    /// - Answer: ``SessionList``.
    public struct Sessions: Signal {
        public typealias Answer = SessionList
        public static let method: SignalMethod = "auth.sessions"
        public static let summary = "Lists the sessions of the user."
        public static let effect = SignalEffect.reads

        public init() {}
    }

    /// The sessions that have not ended, the newest first.
    public struct SessionList: Codable, Hashable, Sendable {
        /// One for each.
        public let sessions: [SessionSummary]

        public init(sessions: [SessionSummary]) {
            self.sessions = sessions
        }
    }

    /// A session without its secrets.
    public struct SessionSummary: Codable, Hashable, Sendable {
        /// The id that ends it.
        public let id: String
        /// The name given at sign-in.
        public let device: String?
        /// When it began.
        public let createdAt: Instant
        /// When a service last saw one of its tokens; services report this every minute. Now for the calling session.
        public let lastUsedAt: Instant
        /// Whether it is the calling session.
        public let isCurrent: Bool

        public init(id: String, device: String? = nil, createdAt: Instant, lastUsedAt: Instant, isCurrent: Bool) {
            self.id = id
            self.device = device
            self.createdAt = createdAt
            self.lastUsedAt = lastUsedAt
            self.isCurrent = isCurrent
        }
    }

    /// Ends one session of the user.
    ///
    /// - Answer: ``Done``.
    /// - Faults: `notFound`.
    public struct EndSession: Signal {
        public typealias Answer = Done
        public static let method: SignalMethod = "auth.endSession"
        public static let summary = "Ends one session of the user."
        public static let isNoted = true

        /// The session.
        public let id: String

        public init(id: String) {
            self.id = id
        }
    }

    /// Ends all sessions of the user except the calling one.
    ///
    /// - Answer: ``EndedSessions``.
    public struct EndOtherSessions: Signal {
        public typealias Answer = EndedSessions
        public static let method: SignalMethod = "auth.endOtherSessions"
        public static let summary = "Ends all sessions of the user except this one."
        public static let isNoted = true

        public init() {}
    }

    /// Ends all sessions of a user. The operator uses it when somebody else seems to have a session, or when a device
    /// is lost and its owner cannot sign in.
    ///
    /// - Answer: ``EndedSessions``.
    /// - Faults, first match wins: `permissionDenied`, `emptyField`, `notFound`.
    public struct EndSessions: Signal {
        public typealias Answer = EndedSessions
        public static let method: SignalMethod = "auth.endSessions"
        public static let summary = "Ends all sessions of a user."
        public static let isNoted = true
        public static let access = SignalAccess.operator
        /// Only compared, never shown.
        public static let rawTexts: Set<String> = ["login"]

        /// The email or the user name.
        public let login: String

        public init(login: String) {
            self.login = login
        }
    }

    /// The number of ended sessions.
    public struct EndedSessions: Codable, Hashable, Sendable {
        /// How many there were.
        public let ended: Int

        public init(ended: Int) {
            self.ended = ended
        }
    }
}
