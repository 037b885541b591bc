/// The things that people name by an id, a name or a code, and where the gateway lists them.
package enum NamedThing: CaseIterable, Sendable {
    case account, payee, transaction, hold, schedule, template, mandate, rate, rule, filter, session, passkey
    case bankFile, layout
    case security, split, watch, pattern, bond
    case subscription, service, suggestion, notification, channel, message, challenge

    /// Returns the kind of thing that a field of a command names.
    ///
    /// - Parameters:
    ///   - field: The field at fault; nil when the whole request failed.
    ///   - words: The words of the command.
    package static func named(by field: String?, in words: [String]) -> NamedThing? {
        // The gateway cannot list what the Moscow Exchange does not know.
        if words.last == "fetch" { return nil }
        switch field {
        case "service" where words.first == "subs": return .service
        case "from" where words.first == "rate": return .rate
        case "account", "from", "to", "payFrom", "bufferAccount", "query": return .account
        case "hold": return .hold
        case "transfer": return .transaction
        case "filter": return .filter
        case "template": return .template
        case "suggestion": return .suggestion
        case "channel": return .channel
        case "challenge": return .challenge
        case "isin": return .bond
        case "day" where words.first == "market": return .split
        case "ids": return .notification
        default: return byCommand(words, hasField: field != nil)
        }
    }

    private static func byCommand(_ words: [String], hasField: Bool) -> NamedThing? {
        switch (words.first, words.dropFirst().first) {
        case ("post", _), ("void", _): .hold
        case ("reverse", _), ("transfer", _), ("history", _), ("category", _): .transaction
        case ("confirm", _): .challenge
        case ("import", "forget"): .layout
        case ("import", _): .bankFile
        case ("schedule", _): .schedule
        case ("template", _): .template
        case ("payee", _): .payee
        case ("mandate", _): .mandate
        case ("rate", _): .rate
        case ("rule", _): .rule
        case ("filter", _): .filter
        case ("sessions", _): .session
        case ("passkeys", _): .passkey
        case ("market", _), ("scan", _): .security
        case ("patterns", "show"): .pattern
        case ("patterns", _): .watch
        case ("bonds", _): .bond
        case ("subs", _): .subscription
        case ("notify", "resend"): .message
        case ("notify", _): .channel
        // Without a field there is nothing to look up.
        case ("inbox", _): hasField ? .notification : nil
        default: nil
        }
    }

    /// Tells where to look for it.
    package var hint: Text {
        switch self {
        case .account: Self.lists("accounts", Text("your accounts", "ваши счета"))
        case .transaction: Self.lists("history", Text("your transactions", "операции"))
        case .hold: Self.lists("holds", Text("what is held", "отложенное"))
        case .schedule: Self.lists("schedule list", Text("your scheduled transfers", "регулярные переводы"))
        case .payee: Self.lists("payee list", Text("your payees", "ваши получатели"))
        case .template: Self.lists("template list", Text("your templates", "ваши шаблоны"))
        case .mandate: Self.lists("mandate list", Text("your mandates", "ваши разрешения"))
        case .rate: Self.lists("rate list", Text("your rates", "ваши курсы"))
        case .rule: Self.lists("rule list", Text("your rules", "ваши правила"))
        case .filter: Self.lists("filter list", Text("your filters", "ваши фильтры"))
        case .session: Self.lists("sessions", Text("your sessions", "ваши сеансы"))
        case .passkey: Self.lists("passkeys", Text("your passkeys", "ваши ключи доступа"))
        case .bankFile: Self.lists("import list", Text("your imports", "ваши импорты"))
        case .layout: Self.lists("import layouts", Text("what was learned of CSV files", "разметки файлов CSV"))
        case .security: Self.lists("market list", Text("the securities there are", "бумаги"))
        case .split: Self.lists("market splits", Text("the splits of a security", "дробления бумаги"))
        case .watch: Self.lists("patterns watch list", Text("what you watch", "то, за чем вы следите"))
        case .pattern: Self.lists("patterns list", Text("the patterns there are now", "нынешние паттерны"))
        case .bond: Self.lists("bonds list", Text("the bonds there are", "облигации"))
        case .subscription: Self.lists("subs list", Text("your subscriptions", "ваши подписки"))
        case .service: Self.lists("subs services", Text("the services there are", "службы, за которые платят"))
        case .suggestion: Self.lists("subs suggest", Text("what is suggested now", "то, что сейчас предлагается"))
        case .notification: Self.lists("inbox", Text("your notifications", "ваши уведомления"))
        case .channel: Self.lists("notify channels", Text("your channels", "ваши каналы"))
        case .message: Self.lists("notify failed", Text("what could not be delivered", "недоставленное"))
        case .challenge:
            Text("ask for it again, without the code; nothing was done", "начните заново, без кода; ничего не сделано")
        }
    }

    /// The Russian sentence for a missing thing, where it says everything; nil where the service's own sentence says
    /// more.
    var missing: String? {
        switch self {
        case .account: "Такого счёта нет."
        case .transaction: "Такой операции нет."
        case .hold: "Так ничего не отложено."
        case .schedule: "Такого регулярного перевода нет."
        case .payee: "Такого получателя нет."
        case .template: "Такого шаблона нет."
        case .mandate: "Такого разрешения нет."
        case .rule: "Такого правила нет."
        case .filter: "Такого фильтра нет."
        case .session: "Такого сеанса нет."
        case .passkey: "Такого ключа доступа нет."
        case .bankFile: "Такого импорта нет."
        case .layout: "Такой разметки нет."
        case .pattern: "Такого паттерна нет."
        case .bond: "Такой облигации здесь нет."
        case .subscription: "Такой подписки нет."
        case .service: "Такой службы нет."
        case .suggestion: "Такого предложения нет."
        case .notification: "Такого уведомления нет."
        case .channel: "Такого канала нет."
        case .message: "Такого сообщения нет."
        case .challenge: "Подтверждать нечего."
        case .rate, .security, .split, .watch: nil
        }
    }

    private static func lists(_ command: String, _ what: Text) -> Text {
        Text("gateway \(command) lists \(what)", "gateway \(command) перечисляет \(what)")
    }
}
