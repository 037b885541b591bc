import Storage

/// The table of attempts to sign in or to link an account with Telegram.
enum TelegramAttemptTable: Table {
    enum Columns: Int, ColumnList {
        case secretDigest, nonceDigest, buttonKey, linkUserId, device, number, createdAtUs, state, telegramId,
            telegramName,
            language, round, choices, userId, sessionId, deliveryKeyDigest
    }

    static let name = "telegram_attempts"
    static let key = [Columns.secretDigest]
    static let constant: [Columns] = [.nonceDigest, .buttonKey, .linkUserId, .device, .number, .createdAtUs]

    static func write(_ attempt: TelegramAttempt, to row: inout NewRow<Columns>) {
        var linkUserID: String?
        if case .link(let userID) = attempt.purpose { linkUserID = userID }
        row.set(.secretDigest, attempt.secretDigest)
        row.set(.nonceDigest, attempt.nonceDigest)
        row.set(.buttonKey, attempt.buttonKey)
        row.set(.linkUserId, linkUserID)
        row.set(.device, attempt.device)
        row.set(.number, attempt.number)
        row.set(.createdAtUs, attempt.createdAt)
        row.set(.state, attempt.state.rawValue)
        row.set(.telegramId, attempt.person?.id)
        row.set(.telegramName, attempt.person?.name)
        row.set(.language, attempt.person?.language.rawValue)
        row.set(.round, attempt.round)
        row.set(.choices, attempt.choices.map { String($0) }.joined(separator: " "))
        row.set(.userId, attempt.userID)
        row.set(.sessionId, attempt.sessionID)
        row.set(.deliveryKeyDigest, attempt.deliveryKeyDigest)
    }

    static func read(_ row: borrowing NamedRow<Columns>) throws -> TelegramAttempt {
        let (linkUserID, choices): (String?, String) = (try row[.linkUserId], try row[.choices])
        var attempt = try TelegramAttempt(
            secretDigest: row[.secretDigest], nonceDigest: row[.nonceDigest], buttonKey: row[.buttonKey],
            purpose: linkUserID.map { .link(userID: $0) } ?? .signIn, device: row[.device], number: row[.number],
            createdAt: row[.createdAtUs])
        // An unknown state can only be a mistake. It lets nobody in.
        attempt.state = TelegramAttempt.State(rawValue: try row[.state]) ?? .refused
        if let id: Int64 = try row[.telegramId] {
            let name: String? = try row[.telegramName]
            attempt.person = TelegramPerson(
                id: id, name: name ?? "", language: TelegramLanguage(code: try row[.language]))
        }
        attempt.round = try row[.round]
        attempt.choices = choices.split(separator: " ").compactMap { Int($0) }
        attempt.userID = try row[.userId]
        attempt.sessionID = try row[.sessionId]
        attempt.deliveryKeyDigest = try row[.deliveryKeyDigest]
        return attempt
    }
}
