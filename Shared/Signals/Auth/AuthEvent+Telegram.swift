extension AuthEvent {
    /// Event `auth.telegramLinked`: a Telegram account signs this user in from now on.
    public struct TelegramLinked: Codable, Hashable, Sendable {
        /// Whose account here it is.
        public let userId: String
        /// What the Telegram account is called.
        public let name: String

        public init(userId: String, name: String) {
            self.userId = userId
            self.name = name
        }
    }

    /// Event `auth.telegramUnlinked`: it does not any more.
    public struct TelegramUnlinked: Codable, Hashable, Sendable {
        /// Whose account here it is.
        public let userId: String
        /// What the Telegram account was called.
        public let name: String

        public init(userId: String, name: String) {
            self.userId = userId
            self.name = name
        }
    }

    /// Event `auth.telegramStarted`: somebody pressed Start in the bot with a code that is not one of signing in. Its subject
    /// is the chat, so that services see it and no user does. auth alone asks Telegram for updates, as a bot has one reader.
    public struct TelegramStarted: Codable, Hashable, Sendable {
        /// The beginning of the codes that are handed on.
        public static let codeMark = "notify-"

        /// The account that pressed it, and its private chat.
        public let telegramId: Int64
        /// What the account is called.
        public let name: String
        /// The language of the app: `ru`, or `en` for any other.
        public let language: String
        /// What stood in the link.
        public let code: String

        public init(telegramId: Int64, name: String, language: String, code: String) {
            self.telegramId = telegramId
            self.name = name
            self.language = language
            self.code = code
        }
    }

    /// Event `auth.telegramPressed`: somebody pressed a button of the bot that is not one of signing in. Its subject is the
    /// chat.
    public struct TelegramPressed: Codable, Hashable, Sendable {
        /// The beginning of what such buttons hold.
        public static let dataMark = "i:"

        /// The account that pressed it, and its private chat.
        public let telegramId: Int64
        /// What the answer goes to.
        public let queryId: String
        /// The message that the button stands under.
        public let messageId: Int64?
        /// What the button holds.
        public let data: String

        public init(telegramId: Int64, queryId: String, messageId: Int64?, data: String) {
            self.telegramId = telegramId
            self.queryId = queryId
            self.messageId = messageId
            self.data = data
        }
    }
}
