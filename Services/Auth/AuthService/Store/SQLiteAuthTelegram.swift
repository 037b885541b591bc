import Domain
import Storage
import StrictJSON

/// The queries for Telegram, the same for snapshots and transactions.
extension SQLiteAuthQueries {
    func telegramLink(telegramID: Int64) throws -> TelegramLink? {
        try connection.first(
            "SELECT telegram_id, user_id, name, linked_at_us FROM telegram_links WHERE telegram_id = ?", telegramID,
            as: TelegramLink.init)
    }

    func telegramLink(userID: String) throws -> TelegramLink? {
        try connection.first(
            "SELECT telegram_id, user_id, name, linked_at_us FROM telegram_links WHERE user_id = ?", userID,
            as: TelegramLink.init)
    }

    func telegramAttempt(secretDigest: [UInt8]) throws -> TelegramAttempt? {
        try connection.first(TelegramAttemptTable.self, "WHERE secret_digest = ?", secretDigest)
    }

    func telegramAttempt(nonceDigest: [UInt8]) throws -> TelegramAttempt? {
        try connection.first(TelegramAttemptTable.self, "WHERE nonce_digest = ?", nonceDigest)
    }

    func telegramAttempt(buttonKey: String) throws -> TelegramAttempt? {
        try connection.first(TelegramAttemptTable.self, "WHERE button_key = ?", buttonKey)
    }

    func telegramBeginnings(after time: Instant) throws -> [Instant] {
        try connection.all(
            "SELECT created_at_us FROM telegram_attempts WHERE created_at_us > ? ORDER BY created_at_us", time)
    }

    func openTelegramLinkAttempts(of userID: String) throws -> [TelegramAttempt] {
        try connection.all(TelegramAttemptTable.self, "WHERE link_user_id = ? AND state < 3", userID)
    }

    func isHandled(telegramUpdate id: Int64) throws -> Bool {
        try connection.first("SELECT count(*) FROM telegram_updates WHERE update_id = ?", id) != 0
    }

    func lastTelegramUpdate() throws -> (id: Int64, handledAt: Instant)? {
        try connection.first(
            "SELECT update_id, handled_at_us FROM telegram_updates ORDER BY handled_at_us DESC, update_id DESC LIMIT 1"
        ) { (id: $0, handledAt: $1) }
    }

    func telegramReplies(limit: Int) throws -> [QueuedTelegramReply] {
        let rows = try connection.all(
            "SELECT id, reply, created_at_us FROM telegram_replies ORDER BY id LIMIT ?", limit
        ) {
            (id: Int64, reply: [UInt8], createdAt: Instant) in (id: id, json: reply, createdAt: createdAt)
        }
        return try rows.map { row in
            QueuedTelegramReply(
                id: row.id, reply: try JSONDocument(row.json).root.decode(TelegramReply.self), createdAt: row.createdAt)
        }
    }

    func telegramReplyCount(chat: Int64) throws -> (all: Int, chat: Int) {
        try connection.first("SELECT count(*), count(*) FILTER (WHERE chat_id = ?) FROM telegram_replies", chat) {
            (all: $0, chat: $1)
        } ?? (0, 0)
    }

    func isUsed(telegramProof digest: [UInt8]) throws -> Bool {
        try connection.first("SELECT count(*) FROM telegram_proofs WHERE digest = ?", digest) != 0
    }
}

/// The changes for Telegram within one transaction.
extension SQLiteAuthTransaction {
    func save(_ link: TelegramLink) throws {
        try connection.run(
            "DELETE FROM telegram_links WHERE telegram_id = ? OR user_id = ?", link.telegramID, link.userID)
        try connection.run(
            "INSERT INTO telegram_links (telegram_id, user_id, name, linked_at_us) VALUES (?, ?, ?, ?)",
            link.telegramID, link.userID, link.name, link.linkedAt)
    }

    func forgetTelegramLink(userID: String) throws {
        try connection.run("DELETE FROM telegram_links WHERE user_id = ?", userID)
    }

    /// Deletes all Telegram data of a user who leaves.
    func eraseTelegram(of userID: String) throws {
        try connection.run(
            "DELETE FROM telegram_replies WHERE chat_id IN (SELECT telegram_id FROM telegram_links WHERE user_id = ?)",
            userID)
        try connection.run("DELETE FROM telegram_attempts WHERE user_id = ?1 OR link_user_id = ?1", userID)
        try forgetTelegramLink(userID: userID)
    }

    func save(_ attempt: TelegramAttempt) throws {
        try connection.upsert(attempt, in: TelegramAttemptTable.self)
    }

    func noteHandled(telegramUpdate id: Int64, at time: Instant) throws {
        try connection.run("INSERT INTO telegram_updates (update_id, handled_at_us) VALUES (?, ?)", id, time)
    }

    func enqueue(_ reply: TelegramReply, at time: Instant) throws {
        let json = try JSONEncoding.encode(reply)
        try connection.run(
            "INSERT INTO telegram_replies (chat_id, reply, created_at_us) VALUES (?, ?, ?)", reply.chat, json, time)
    }

    func forgetTelegramReply(id: Int64) throws {
        try connection.run("DELETE FROM telegram_replies WHERE id = ?", id)
    }

    func noteUsed(telegramProof digest: [UInt8], at time: Instant) throws {
        try connection.run("INSERT INTO telegram_proofs (digest, used_at_us) VALUES (?, ?)", digest, time)
    }

    func sweepTelegram(at now: Instant) throws {
        try connection.run(
            "DELETE FROM telegram_attempts WHERE created_at_us < ?",
            now.microseconds - TelegramAttempt.memory.wholeMicroseconds)
        try connection.run(
            "DELETE FROM telegram_updates WHERE handled_at_us < ?",
            now.microseconds - TelegramUpdateHandler.memory.wholeMicroseconds)
        try connection.run(
            "DELETE FROM telegram_proofs WHERE used_at_us < ?",
            now.microseconds - SignInByWidget.memory.wholeMicroseconds)
    }
}
