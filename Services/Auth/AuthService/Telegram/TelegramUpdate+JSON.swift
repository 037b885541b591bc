import StrictJSON

extension TelegramUpdate {
    /// The longest text of an update from a webhook.
    package static let longestText = 65_536

    /// Reads an `Update`. Nil without an id that another can follow; an update that is not for auth is `other`.
    package init?(json: JSONNode) {
        guard let id = json.member("update_id")?.int64, id < .max else { return nil }
        self.init(
            id: id, content: Self.start(json.member("message")) ?? Self.press(json.member("callback_query")) ?? .other)
    }

    /// Reads an `Update` from the text that a webhook receives.
    package init?(text: String) {
        guard let document = try? JSONDocument(text: text, limits: JSONLimits(maximumBytes: Self.longestText)) else {
            return nil
        }
        self.init(json: document.root)
    }

    /// Reads `/start` in a private chat. Groups are ignored.
    private static func start(_ message: JSONNode?) -> Content? {
        guard let message, message.member("chat")?.member("type")?.string == "private",
            let person = TelegramPerson(json: message.member("from")),
            let text = message.member("text")?.string, text.utf8.count <= 4096
        else { return nil }
        let words = text.split(separator: " ", maxSplits: 1)
        // The command may name the bot: /start@kopilka_bot.
        guard let command = words.first, command == "/start" || command.hasPrefix("/start@") else { return nil }
        return .start(payload: words.count > 1 ? String(words[1]) : nil, person)
    }

    private static func press(_ query: JSONNode?) -> Content? {
        guard let query, let id = query.member("id")?.string, id.utf8.count <= 128,
            let person = TelegramPerson(json: query.member("from")), let data = query.member("data")?.string
        else { return nil }
        let message = query.member("message")
        // A message forwarded to another chat is not the bot's any more.
        guard message == nil || message?.member("chat")?.member("id")?.int64 == person.id else { return nil }
        return .press(
            TelegramPress(
                queryID: id, person: person, messageID: message?.member("message_id")?.int64,
                data: String(data.prefix(100))))
    }
}

extension TelegramPerson {
    private static let longestName = 100

    /// Reads a `User`; nil for another bot.
    init?(json: JSONNode?) {
        guard let json, let id = json.member("id")?.int64, json.member("is_bot")?.bool != true else { return nil }
        let names = ["first_name", "last_name"].compactMap { json.member($0)?.string }
        let name = TelegramNames.cleaned(names.joined(separator: " "), longest: Self.longestName)
        self.init(
            id: id, name: name ?? "Telegram \(id)",
            language: TelegramLanguage(code: json.member("language_code")?.string))
    }
}
