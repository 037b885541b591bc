import Domain
import GatewayWords

// The fields of commands that name something listed.
extension NamedThing {
    /// The kind of thing whose id or title a field holds; nil for other values, and for names of new things.
    ///
    /// Accounts are resolved by ``AccountReference``: commands find some on their own, and may pay accounts of others.
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
        case ("passkeys", "id"): .passkey
        case ("import", "import"): .bankFile
        case ("import", "name") where words.last == "forget": .layout
        case ("bonds", "isin") where !["import", "fetch", "check"].contains(words.last): .bond
        case ("market", "ticker") where !["import", "fetch", "simulate"].contains(words.last): .security
        case ("scan", "ticker"): .security
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

    /// True where the beginning of a title is enough. False for services: an unknown word may be a new one.
    var takesBeginnings: Bool { self != .service }

    /// True for a complete id, which needs no look-up.
    func isWhole(_ text: String) -> Bool {
        switch self {
        case .hold, .transaction: ShortIDs.isOfRecord(text, "t")
        case .template, .payee, .filter, .layout, .service: false
        case .bankFile: ShortIDs.isOfRecord(text, "i")
        case .bond: ISIN(text.uppercased()) != nil
        case .security: Ticker.normal(text) == text
        default: ShortIDs.isMade(text)
        }
    }
}
