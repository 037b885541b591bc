import Coordination
import Domain

extension AuthSignal {
    /// Begins a sign-in by Telegram: gives a link to the bot, and the number to be picked there.
    ///
    /// The link alone signs nobody in. The bot says which device asks and since when, and whoever pressed its button has to
    /// pick the number that this answer holds among many. Good for five minutes, once, with three tries.
    /// - Answer: ``TelegramAttempt``.
    /// - Faults, first match wins: `invalidArgument`, `telegramUnavailable`, `unavailable`, `tooManyAttempts`.
    public struct StartTelegram: Signal {
        public typealias Answer = TelegramAttempt
        public static let method: SignalMethod = "auth.telegram.start"
        public static let summary = "Begins a sign-in by Telegram."
        public static let access = SignalAccess.open

        /// What asks, at most 100 characters; the bot shows it.
        public let device: String?

        public init(device: String? = nil) {
            self.device = device
        }
    }

    /// A sign-in by Telegram, or the linking of a Telegram account, that has begun.
    public struct TelegramAttempt: Codable, Hashable, Sendable {
        /// What the outcome is asked by. Secret: whoever has it gets the session.
        public let attempt: String
        /// Opens the bot.
        public let link: String
        /// What to pick there: two digits.
        public let number: Int
        /// When it is too late.
        public let expiresAt: Instant

        public init(attempt: String, link: String, number: Int, expiresAt: Instant) {
            self.attempt = attempt
            self.link = link
            self.number = number
            self.expiresAt = expiresAt
        }
    }

    /// Asks what came of an attempt; to be asked every second or so.
    ///
    /// The first answer that finds a sign-in confirmed begins the session and holds it. The same client, known by its
    /// idempotency key, may ask again if it did not hear that, and gets new secrets of the same session; all others learn
    /// that it was confirmed and nothing else.
    /// - Answer: ``TelegramProgress``.
    /// - Faults: `notFound`.
    public struct PollTelegram: Signal {
        public typealias Answer = TelegramProgress
        public static let method: SignalMethod = "auth.telegram.poll"
        public static let summary = "Tells what came of a sign-in by Telegram, and gives the session once."
        public static let isNoted = true
        public static let access = SignalAccess.open

        /// What ``StartTelegram`` or ``LinkTelegram`` gave.
        public let attempt: String

        public init(attempt: String) {
            self.attempt = attempt
        }
    }

    /// What became of an attempt.
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
        /// What became of it.
        public let state: TelegramOutcome
        /// Who signed in, or whose account was linked; beside the session, and to a link's owner.
        public let user: User?
        /// The session, once.
        public let session: Session?

        public init(state: TelegramOutcome, user: User? = nil, session: Session? = nil) {
            self.state = state
            self.user = user
            self.session = session
        }
    }

    /// Signs in with what Telegram's Login Widget gave to a web page, the fields under the names that Telegram gives them.
    /// Only for people whose Telegram account is linked.
    ///
    /// The hash proves that Telegram wrote the fields for our bot. They count for five minutes, and once. What Mini Apps get
    /// is made otherwise and does not pass.
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

        /// The names that Telegram gives.
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
