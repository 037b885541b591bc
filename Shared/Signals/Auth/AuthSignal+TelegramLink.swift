import Coordination
import Domain
import Reasons

extension AuthSignal {
    /// Begins to link a Telegram account to the user who is signed in; goes on like ``StartTelegram``. One account to
    /// one user. An earlier attempt of the user is refused by it. It opens another way in, so it takes what signing in
    /// takes.
    ///
    /// - Answer: ``TelegramAttempt``.
    /// - Faults, first match wins: `emptyField`, `telegramUnavailable`, `unavailable`, `conflict`, `tooManyAttempts`,
    ///   `invalidCredentials`, `codeRequired`, `wrongCode`.
    public struct LinkTelegram: Signal {
        public typealias Answer = TelegramAttempt
        public static let method: SignalMethod = "auth.telegram.link"
        public static let summary = "Starts linking your Telegram account for signing in."
        public static let isNoted = true
        /// Only compared, never shown.
        public static let rawTexts: Set<String> = ["password", "code"]

        /// The password of the user.
        public let password: String
        /// A one-time code or a recovery code, where codes are on.
        public let code: String?

        public init(password: String, code: String? = nil) {
            self.password = password
            self.code = code
        }
    }

    /// Takes the link to the Telegram account away. Refused to who has no password, since nobody could sign in any
    /// more.
    ///
    /// - Answer: ``Done``.
    /// - Faults, first match wins: `emptyField`, `notFound`, `conflict`, `tooManyAttempts`, `invalidCredentials`.
    public struct UnlinkTelegram: Signal {
        public typealias Answer = Done
        public static let method: SignalMethod = "auth.telegram.unlink"
        public static let summary = "Unlinks your Telegram account."
        public static let isNoted = true
        /// Only compared, never shown.
        public static let rawTexts: Set<String> = ["password"]

        /// The password of the user.
        public let password: String

        public init(password: String) {
            self.password = password
        }
    }

    /// Tells whether signing in by Telegram works here, and whether the user's Telegram account is linked.
    ///
    /// - Answer: ``TelegramStatusAnswer``.
    public struct TelegramStatus: Signal {
        public typealias Answer = TelegramStatusAnswer
        public static let method: SignalMethod = "auth.telegram.status"
        public static let summary = "Shows whether signing in with Telegram works and whether your account is linked."
        public static let effect = SignalEffect.reads
        public static let needsLeader = true

        public init() {}
    }

    /// How it stands with the bot.
    public enum TelegramBotState: String, Codable, CaseIterable, Hashable, Sendable {
        /// There is no token, or Telegram does not take it.
        case off
        /// Telegram was not reached yet, or cannot be reached now.
        case unreachable
        /// It works.
        case ready
    }

    /// How it stands with Telegram.
    public struct TelegramStatusAnswer: Codable, Hashable, Sendable {
        /// How it stands with the bot.
        public let state: TelegramBotState
        /// Why it does not work, for people.
        public let reason: String?
        /// The same by name, with its details.
        public let explanation: Explanation?
        /// The bot's name after the @, once known.
        public let bot: String?
        /// Whether the user's Telegram account is linked.
        public let isLinked: Bool
        /// The name of the linked account.
        public let name: String?
        /// Since when it is linked.
        public let linkedAt: Instant?

        public init(
            state: TelegramBotState, reason: String? = nil, explanation: Explanation? = nil, bot: String? = nil,
            isLinked: Bool, name: String? = nil, linkedAt: Instant? = nil
        ) {
            self.state = state
            self.reason = reason
            self.explanation = explanation
            self.bot = bot
            self.isLinked = isLinked
            self.name = name
            self.linkedAt = linkedAt
        }
    }

    /// A Telegram account that is linked to a user.
    public struct ExportedTelegram: Codable, Hashable, Sendable {
        /// The id of the account there.
        public let id: Int64
        /// The name that it had when it was linked.
        public let name: String
        /// Since when it is linked.
        public let linkedAt: Instant

        public init(id: Int64, name: String, linkedAt: Instant) {
            self.id = id
            self.name = name
            self.linkedAt = linkedAt
        }
    }

    /// Hands in an update that Telegram sent to a webhook. For whatever answers HTTPS for us, such as a script behind a
    /// reverse proxy; each update counts once, however often it comes.
    ///
    /// - Answer: ``Done``.
    /// - Faults, first match wins: `telegramUnavailable`, `permissionDenied`, `invalidArgument`.
    public struct TelegramUpdate: Signal {
        public typealias Answer = Done
        public static let method: SignalMethod = "auth.telegram.update"
        public static let summary = "Accepts an update that Telegram sent to a webhook."
        /// Needs no session: the secret token stands for it.
        public static let access = SignalAccess.open
        /// As Telegram wrote it.
        public static let rawTexts: Set<String> = ["update", "secretToken"]

        /// The body of the request as Telegram sent it: the text of one JSON object, at most 65,536 bytes.
        public let update: String
        /// The value of the header `X-Telegram-Bot-Api-Secret-Token`. Secret.
        public let secretToken: String

        public init(update: String, secretToken: String) {
            self.update = update
            self.secretToken = secretToken
        }
    }
}
