extension AuthEvent {
    /// Event `auth.telegramLinked`: a Telegram account signs this user in from now on.
    public struct TelegramLinked: Codable, Hashable, Sendable {
        /// Whose account here it is.
        public let userId: String
        /// What the Telegram account is called.
        public let name: String

        /// A value of these parts.
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

        /// A value of these parts.
        public init(userId: String, name: String) {
            self.userId = userId
            self.name = name
        }
    }
}
