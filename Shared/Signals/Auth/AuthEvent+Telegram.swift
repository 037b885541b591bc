extension AuthEvent {
    /// Event `auth.telegramLinked`: a Telegram account signs this user in from now on.
    public struct TelegramLinked: Codable, Hashable, Sendable {
        /// The user that the Telegram account belongs to.
        public let userId: String
        /// The name of the Telegram account.
        public let name: String

        public init(userId: String, name: String) {
            self.userId = userId
            self.name = name
        }
    }

    /// Event `auth.telegramUnlinked`: a Telegram account no longer signs this user in.
    public struct TelegramUnlinked: Codable, Hashable, Sendable {
        /// The user that the Telegram account belongs to.
        public let userId: String
        /// The name that the Telegram account had.
        public let name: String

        public init(userId: String, name: String) {
            self.userId = userId
            self.name = name
        }
    }

    /// Event `auth.telegramStarted`: somebody pressed Start in the bot with a code that is not one of signing in. Its
    /// subject is the chat, so that services see it and no user does. auth alone asks Telegram for updates, as a bot
    /// has one reader.
    public struct TelegramStarted: Codable, Hashable, Sendable {
        /// Codes with this prefix are handed on.
        public static let codeMark = "notify-"

        /// The account that pressed the button. Its private chat has the same id.
        public let telegramId: Int64
        /// The name of the account.
        public let name: String
        /// The language of the app: `ru`, or `en` for any other.
        public let language: String
        /// The code in the link.
        public let code: String

        public init(telegramId: Int64, name: String, language: String, code: String) {
            self.telegramId = telegramId
            self.name = name
            self.language = language
            self.code = code
        }
    }

    /// Event `auth.telegramPressed`: somebody pressed a button of the bot that is not one of signing in. Its subject is
    /// the chat.
    public struct TelegramPressed: Codable, Hashable, Sendable {
        /// The prefix of the data of such buttons.
        public static let dataMark = "i:"

        /// The account that pressed the button. Its private chat has the same id.
        public let telegramId: Int64
        /// The id of the query to answer.
        public let queryId: String
        /// The message above the button.
        public let messageId: Int64?
        /// The data of the button.
        public let data: String

        public init(telegramId: Int64, queryId: String, messageId: Int64?, data: String) {
            self.telegramId = telegramId
            self.queryId = queryId
            self.messageId = messageId
            self.data = data
        }
    }
}
