/// What Telegram told the bot, as far as it matters here.
struct TelegramUpdate: Hashable, Sendable {
    /// What was done.
    enum Content: Hashable, Sendable {
        /// `/start`, perhaps with what stood in the link.
        case start(payload: String?, TelegramPerson)
        /// A button under a message of the bot.
        case press(TelegramPress)
        /// Nothing for us.
        case other
    }

    /// By which it is known when it comes again.
    let id: Int64
    /// What was done.
    let content: Content
}

/// A button that was pressed.
struct TelegramPress: Hashable, Sendable {
    /// What the answer to it goes to.
    let queryID: String
    /// Who pressed it.
    let person: TelegramPerson
    /// The message that the button stands under; nil when Telegram does not know any more.
    let messageID: Int64?
    /// What the button holds.
    let data: String
}

/// What a button of ours holds: at most 64 bytes.
enum TelegramButtonData: Hashable, Sendable {
    /// A number, of a round of an attempt.
    case number(key: String, round: Int, Int)
    /// "It was not me."
    case deny(key: String)
    /// "Make a new account."
    case create(key: String)

    /// The attempt that it belongs to.
    var key: String {
        switch self {
        case .number(let key, _, _), .deny(let key), .create(let key): key
        }
    }

    /// As it stands in the button.
    var text: String {
        switch self {
        case .number(let key, let round, let number): "n:\(key):\(round):\(number)"
        case .deny(let key): "d:\(key)"
        case .create(let key): "c:\(key)"
        }
    }

    /// Nil for what no button of ours holds.
    init?(_ text: String) {
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
