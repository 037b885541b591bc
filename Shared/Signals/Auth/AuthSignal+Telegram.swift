import Coordination
import Domain

extension AuthSignal {
    /// Begins a sign-in by Telegram: returns a link to the bot and the number to pick there.
    ///
    /// The link alone signs nobody in. The bot says which device asks and since when. The person who pressed its button
    /// must pick the number of this answer among several. It works once, within five minutes, with three tries.
    /// - Answer: ``TelegramAttempt``.
    /// - Faults, first match wins: `invalidArgument`, `telegramUnavailable`, `unavailable`, `tooManyAttempts`.
    public struct StartTelegram: Signal {
        public typealias Answer = TelegramAttempt
        public static let method: SignalMethod = "auth.telegram.start"
        public static let summary = "Starts a sign-in with Telegram."
        public static let access = SignalAccess.open

        /// The name of the asking device, at most 100 characters; the bot shows it.
        public let device: String?

        public init(device: String? = nil) {
            self.device = device
        }
    }

    /// A sign-in by Telegram, or the linking of a Telegram account, that has begun.
    public struct TelegramAttempt: Codable, Hashable, Sendable {
        /// Identifies the attempt when polling for its outcome. Secret: its holder receives the session.
        public let attempt: String
        /// Opens the bot.
        public let link: String
        /// The number to pick there: two digits.
        public let number: Int
        /// When the attempt expires.
        public let expiresAt: Instant

        public init(attempt: String, link: String, number: Int, expiresAt: Instant) {
            self.attempt = attempt
            self.link = link
            self.number = number
            self.expiresAt = expiresAt
        }
    }

    /// Polls the outcome of an attempt, about every second.
    ///
    /// The first answer after a confirmation begins the session and contains it. The same client, known by its
    /// idempotency key, may ask again if the answer was lost, and receives new secrets of the same session. Other
    /// callers learn only that the attempt was confirmed.
    /// - Answer: ``TelegramProgress``.
    /// - Faults: `notFound`.
    public struct PollTelegram: Signal {
        public typealias Answer = TelegramProgress
        public static let method: SignalMethod = "auth.telegram.poll"
        public static let summary = "Returns the state of a sign-in with Telegram, and the session once."
        public static let isNoted = true
        public static let access = SignalAccess.open

        /// The attempt that ``StartTelegram`` or ``LinkTelegram`` returned.
        public let attempt: String

        public init(attempt: String) {
            self.attempt = attempt
        }
    }

    /// The state of an attempt.
    public enum TelegramOutcome: String, Codable, CaseIterable, Hashable, Sendable {
        /// Nobody has picked the right number yet.
        case waiting
        /// The right number was picked.
        case confirmed
        /// It was refused: by the person, after three wrong numbers, or since the Telegram account is nobody's here.
        case refused
        /// The time is over.
        case expired
    }

    /// How an attempt stands.
    public struct TelegramProgress: Codable, Hashable, Sendable {
        /// Its state.
        public let state: TelegramOutcome
        /// The user who signed in, or whose account was linked. Present beside the session, and for the owner of the
        /// link.
        public let user: User?
        /// The session, once.
        public let session: Session?

        public init(state: TelegramOutcome, user: User? = nil, session: Session? = nil) {
            self.state = state
            self.user = user
            self.session = session
        }
    }

    /// Signs in with the fields that Telegram's Login Widget passed to a web page, under Telegram's names. Only for
    /// people whose Telegram account is linked.
    ///
    /// The hash proves that Telegram wrote the fields for our bot. They are valid once, for five minutes. The data of
    /// Mini Apps are signed differently and are refused.
    /// - Answer: ``SignedIn``.
    /// - Faults, first match wins: `telegramUnavailable`, `invalidCredentials`, `notFound`.
    public struct TelegramWidget: Signal {
        public typealias Answer = SignedIn
        public static let method: SignalMethod = "auth.telegram.widget"
        public static let summary = "Signs in with the data of Telegram's Login Widget."
        public static let isNoted = true
        public static let access = SignalAccess.open
        /// As Telegram signed them.
        public static let rawTexts: Set<String> = ["firstName", "lastName", "username", "photoURL"]

        /// The id of the Telegram account.
        public let id: Int64
        /// Seconds since 1970 at which Telegram wrote this.
        public let authDate: Int64
        /// 64 hexadecimal digits: the HMAC-SHA-256 of all the other fields. Secret while it counts.
        public let hash: String
        /// The first name there.
        public let firstName: String?
        /// The last name there.
        public let lastName: String?
        /// The name after the @ there.
        public let username: String?
        /// The address of the picture there.
        public let photoURL: String?

        /// Telegram's names of the fields.
        public enum CodingKeys: String, CodingKey {
            /// As Telegram has it.
            case id
            /// As Telegram has it.
            case authDate = "auth_date"
            /// As Telegram has it.
            case hash
            /// As Telegram has it.
            case firstName = "first_name"
            /// As Telegram has it.
            case lastName = "last_name"
            /// As Telegram has it.
            case username
            /// As Telegram has it.
            case photoURL = "photo_url"
        }

        public init(
            id: Int64, firstName: String? = nil, lastName: String? = nil, username: String? = nil,
            photoURL: String? = nil, authDate: Int64, hash: String
        ) {
            self.id = id
            self.firstName = firstName
            self.lastName = lastName
            self.username = username
            self.photoURL = photoURL
            self.authDate = authDate
            self.hash = hash
        }
    }
}
