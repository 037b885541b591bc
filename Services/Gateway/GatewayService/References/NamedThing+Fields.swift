// Which fields of commands name something that is listed, and how.
extension NamedThing {
    /// What the value of a field is the id, or the title, of; nil for other values, and for names that are still to be given.
    ///
    /// Accounts are another matter: commands find some of them by themselves, and may pay others' (``AccountReference``).
    static func meant(by field: String, in words: [String]) -> NamedThing? {
        switch (words.first, field) {
        case ("post", "hold"), ("void", "hold"): .hold
        case (_, "template"): .template
        case ("template", "name") where words.last == "remove": .template
        case ("payee", "name") where words.last != "add": .payee
        case (_, "filter"): .filter
        case ("filter", "name") where words.last == "remove": .filter
        case ("schedule", "id"): .schedule
        case ("mandate", "id"): .mandate
        case ("rule", "id"): .rule
        case ("sessions", "id"): .session
        case ("patterns", "id"): .pattern
        case ("subs", "id"): .subscription
        case ("subs", "suggestion"): .suggestion
        case ("subs", "chosen"): .service
        case ("notify", "channel"): .channel
        case ("notify", "id"): .message
        case ("inbox", "id"), ("inbox", "words"): .notification
        default: nil
        }
    }

    /// Whether the beginning of a title is enough. Not for services: a word that is none of them may be meant to be another.
    var takesBeginnings: Bool { self != .service && self != .account }

    /// Whether a text is an id as it is, so that nothing need be looked up.
    func isWhole(_ text: String) -> Bool {
        switch self {
        case .hold, .transaction: text.first == "t" && text.count > 1 && text.dropFirst().allSatisfy(\.isWholeNumber)
        case .template, .payee, .filter, .service: false
        default: ShortIDs.isMade(text)
        }
    }
}
