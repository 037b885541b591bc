import Domain
import Signals
import Storage
import StrictJSON

extension SQLiteAuthQueries {
    func passwordReset(of userID: String) throws -> PasswordReset? {
        try connection.first(
            "SELECT user_id, digest, expires_at_us FROM password_resets WHERE user_id = ?", userID,
            as: PasswordReset.init)
    }

    func departedSessions(withTokensAt now: Instant) throws -> [DepartedSession] {
        try connection.all(
            "SELECT id, token_expires_at_us FROM departed_sessions WHERE token_expires_at_us > ?", now,
            as: DepartedSession.init)
    }
}

extension SQLiteAuthTransaction {
    func save(_ reset: PasswordReset) throws {
        try connection.run(
            "INSERT OR REPLACE INTO password_resets (user_id, digest, expires_at_us) VALUES (?, ?, ?)", reset.userID,
            reset.digest, reset.expiresAt)
    }

    func removePasswordReset(of userID: String) throws {
        try connection.run("DELETE FROM password_resets WHERE user_id = ?", userID)
    }

    func erase(_ user: User, at now: Instant) throws {
        // SQLite overwrites deleted data with zeros instead of only marking it free.
        try connection.run("PRAGMA secure_delete = ON")
        try connection.run(
            """
            INSERT INTO departed_sessions (id, token_expires_at_us)
            SELECT id, token_expires_at_us FROM sessions WHERE user_id = ? AND token_expires_at_us > ?
            """, user.id, now)
        if let link = try telegramLink(userID: user.id) {
            try connection.run("DELETE FROM telegram_replies WHERE chat_id = ?", link.telegramID)
            try transaction.redactEvents(of: AuthFact.chatSubject(link.telegramID), AuthFact.redacted)
        }
        try forgetTelegramLink(userID: user.id)
        try connection.run("DELETE FROM telegram_attempts WHERE user_id = ?1 OR link_user_id = ?1", user.id)
        try removeTOTP(of: user.id)
        try setRecoveryCodes([], of: user.id)
        try removePasswordReset(of: user.id)
        try erasePasskeys(of: user.id)
        try eraseTelegram(of: user.id)
        for key in LoginKey.all(of: user, sessions: try sessions(of: user.id)) { try setAttempts(.none, by: key) }
        try connection.run("DELETE FROM sessions WHERE user_id = ?", user.id)
        try connection.run("DELETE FROM registrations WHERE user_id = ?", user.id)
        try connection.run("DELETE FROM users WHERE id = ?", user.id)
        try transaction.redactEvents(of: user.id, AuthFact.redacted)
        try transaction.forgetReplies(to: user.id)
    }
}

extension AuthFact {
    /// Returns the data of an event without personal data; nil when it has none.
    static func redacted(type: String, data: [UInt8]) throws -> [UInt8]? {
        switch type {
        case "auth.userRegistered":
            let event = try JSONDocument(data).root.decode(AuthEvent.UserRegistered.self)
            return try JSONEncoding.encode(AuthEvent.UserRegistered(userId: event.userId, name: ""))
        case "auth.signedIn":
            let event = try JSONDocument(data).root.decode(AuthEvent.SignedInEvent.self)
            return try JSONEncoding.encode(
                AuthEvent.SignedInEvent(userId: event.userId, sessionId: event.sessionId))
        case "auth.zoneChanged":
            let event = try JSONDocument(data).root.decode(AuthEvent.ZoneChanged.self)
            return try JSONEncoding.encode(
                AuthEvent.ZoneChanged(userId: event.userId, zone: "UTC", revision: event.revision))
        case "auth.telegramLinked":
            let event = try JSONDocument(data).root.decode(AuthEvent.TelegramLinked.self)
            return try JSONEncoding.encode(AuthEvent.TelegramLinked(userId: event.userId, name: ""))
        case "auth.telegramUnlinked":
            let event = try JSONDocument(data).root.decode(AuthEvent.TelegramUnlinked.self)
            return try JSONEncoding.encode(AuthEvent.TelegramUnlinked(userId: event.userId, name: ""))
        case "auth.passkeyAdded", "auth.passkeyRemoved", "auth.passkeyCopied":
            let event = try JSONDocument(data).root.decode(AuthEvent.PasskeyChanged.self)
            return try JSONEncoding.encode(AuthEvent.PasskeyChanged(userId: event.userId, name: ""))
        case "auth.telegramStarted":
            return try JSONEncoding.encode(
                AuthEvent.TelegramStarted(telegramId: 0, name: "", language: "en", code: ""))
        case "auth.telegramPressed":
            return try JSONEncoding.encode(
                AuthEvent.TelegramPressed(telegramId: 0, queryId: "", messageId: nil, data: ""))
        default: return nil
        }
    }
}
