/// An update from Telegram, reduced to the parts that auth needs.
package struct TelegramUpdate: Hashable, Sendable {
    /// The kind of update.
    package enum Content: Hashable, Sendable {
        /// `/start`, with the payload of the link if it has one.
        case start(payload: String?, TelegramPerson)
        /// A pressed button under a message of the bot.
        case press(TelegramPress)
        /// Any other update.
        case other
    }

    /// The id by which a repeated update is recognized.
    package let id: Int64
    package let content: Content
}

/// A pressed button.
package struct TelegramPress: Hashable, Sendable {
    /// The id of the query to answer.
    package let queryID: String
    /// The person who pressed it.
    package let person: TelegramPerson
    /// The message with the button; nil when Telegram no longer knows it.
    let messageID: Int64?
    /// The data of the button.
    package let data: String
}

/// The data of a button of the bot: at most 64 bytes.
package enum TelegramButtonData: Hashable, Sendable {
    /// A number in a round of an attempt.
    case number(key: String, round: Int, Int)
    /// The button "It was not me".
    case deny(key: String)
    /// The button "Create a new account".
    case create(key: String)

    /// The button key of the attempt.
    var key: String {
        switch self {
        case .number(let key, _, _), .deny(let key), .create(let key): key
        }
    }

    /// The encoded form.
    package var text: String {
        switch self {
        case .number(let key, let round, let number): "n:\(key):\(round):\(number)"
        case .deny(let key): "d:\(key)"
        case .create(let key): "c:\(key)"
        }
    }

    /// Nil for data that is not of a button of auth.
    package init?(_ text: String) {
        guard text.utf8.count <= 64 else { return nil }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        switch (parts.first, parts.count) {
        case ("n", 4):
            guard let round = Int(parts[2]), let number = Int(parts[3]) else { return nil }
            self = .number(key: parts[1], round: round, number)
        case ("d", 2): self = .deny(key: parts[1])
        case ("c", 2): self = .create(key: parts[1])
        default: return nil
        }
    }
}
