import Domain

/// An action of the bot. It is stored with the change that it tells of, and performed afterwards.
struct TelegramReply: Codable, Hashable, Sendable {
    enum Kind: String, Codable, Sendable {
        /// Sends a new message.
        case say
        /// Replaces the text and the buttons of a message.
        case rewrite
        /// Ends the progress sign on a button, optionally with a text above the chat.
        case acknowledge
    }

    struct Button: Codable, Hashable, Sendable {
        let label: String
        let data: String
    }

    /// The time after which an action is dropped.
    static let life = TelegramAttempt.life

    let kind: Kind
    /// The chat, which has the id of the person.
    let chat: Int64
    /// The message to replace.
    var messageID: Int64?
    /// The query to acknowledge.
    var queryID: String?
    var text: String?
    var buttons: [[Button]] = []

    static func say(_ text: String, to chat: Int64, _ buttons: [[Button]] = []) -> TelegramReply {
        TelegramReply(kind: .say, chat: chat, text: text, buttons: buttons)
    }

    static func acknowledge(_ press: TelegramPress, _ text: String? = nil) -> TelegramReply {
        TelegramReply(kind: .acknowledge, chat: press.person.id, queryID: press.queryID, text: text)
    }

    /// Replaces the message of the pressed button, or sends a new one when Telegram no longer knows the message.
    static func rewrite(_ press: TelegramPress, _ text: String, _ buttons: [[Button]] = []) -> TelegramReply {
        guard let messageID = press.messageID else { return say(text, to: press.person.id, buttons) }
        return TelegramReply(
            kind: .rewrite, chat: press.person.id, messageID: messageID, text: text, buttons: buttons)
    }
}

/// A reply in the queue.
struct QueuedTelegramReply: Hashable, Sendable {
    let id: Int64
    let reply: TelegramReply
    let createdAt: Instant
}
