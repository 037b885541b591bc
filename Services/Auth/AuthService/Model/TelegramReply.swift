import Domain

/// What the bot is to do; kept with the change that it tells of, and done after that.
struct TelegramReply: Codable, Hashable, Sendable {
    /// What kind of thing.
    enum Kind: String, Codable, Sendable {
        /// A new message.
        case say
        /// Another text, and other buttons, in place of those of a message.
        case rewrite
        /// The end of the waiting sign on a button, perhaps with a text above the chat.
        case acknowledge
    }

    /// A button under a message.
    struct Button: Codable, Hashable, Sendable {
        let label: String
        let data: String
    }

    /// So long it is worth doing.
    static let life = TelegramAttempt.life

    let kind: Kind
    /// The chat, which is that of the person.
    let chat: Int64
    /// What to rewrite.
    var messageID: Int64?
    /// What to acknowledge.
    var queryID: String?
    var text: String?
    /// Rows of buttons.
    var buttons: [[Button]] = []

    static func say(_ text: String, to chat: Int64, _ buttons: [[Button]] = []) -> TelegramReply {
        TelegramReply(kind: .say, chat: chat, text: text, buttons: buttons)
    }

    static func acknowledge(_ press: TelegramPress, _ text: String? = nil) -> TelegramReply {
        TelegramReply(kind: .acknowledge, chat: press.person.id, queryID: press.queryID, text: text)
    }

    /// In place of the message that was pressed; a new one when Telegram does not know that any more.
    static func rewrite(_ press: TelegramPress, _ text: String, _ buttons: [[Button]] = []) -> TelegramReply {
        guard let messageID = press.messageID else { return say(text, to: press.person.id, buttons) }
        return TelegramReply(
            kind: .rewrite, chat: press.person.id, messageID: messageID, text: text, buttons: buttons)
    }
}

/// A reply that waits to be done.
struct QueuedTelegramReply: Hashable, Sendable {
    let id: Int64
    let reply: TelegramReply
    let createdAt: Instant
}
