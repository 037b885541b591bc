import Domain
import Storage
import StrictJSON

/// Questions about Telegram, the same within a transaction and without.
extension SQLiteAuthQueries {
    func telegramLink(telegramID: Int64) throws -> TelegramLink? {
        try connection.first(
            "SELECT telegram_id, user_id, name, linked_at_us FROM telegram_links WHERE telegram_id = ?1",
            bind: { $0.bind(telegramID, at: 1) }, TelegramLink.init(row:))
    }

    func telegramLink(userID: String) throws -> TelegramLink? {
        try connection.first(
            "SELECT telegram_id, user_id, name, linked_at_us FROM telegram_links WHERE user_id = ?1",
            bind: { $0.bind(userID, at: 1) }, TelegramLink.init(row:))
    }

    func telegramAttempt(secretDigest: [UInt8]) throws -> TelegramAttempt? {
        try connection.first(
            "SELECT * FROM telegram_attempts WHERE secret_digest = ?1",
            bind: { $0.bind(secretDigest, at: 1) }, TelegramAttempt.init(row:))
    }

    func telegramAttempt(nonceDigest: [UInt8]) throws -> TelegramAttempt? {
        try connection.first(
            "SELECT * FROM telegram_attempts WHERE nonce_digest = ?1",
            bind: { $0.bind(nonceDigest, at: 1) }, TelegramAttempt.init(row:))
    }

    func telegramAttempt(buttonKey: String) throws -> TelegramAttempt? {
        try connection.first(
            "SELECT * FROM telegram_attempts WHERE button_key = ?1",
            bind: { $0.bind(buttonKey, at: 1) }, TelegramAttempt.init(row:))
    }

    func telegramBeginnings(after time: Instant) throws -> [Instant] {
        var beginnings: [Instant] = []
        try connection.query(
            "SELECT created_at_us FROM telegram_attempts WHERE created_at_us > ?1 ORDER BY created_at_us",
            bind: { $0.bind(time.microseconds, at: 1) },
            { beginnings.append(Instant(microseconds: $0.int64(at: 0))) })
        return beginnings
    }

    func openTelegramLinkAttempts(of userID: String) throws -> [TelegramAttempt] {
        var attempts: [TelegramAttempt] = []
        try connection.query(
            "SELECT * FROM telegram_attempts WHERE link_user_id = ?1 AND state < 3",
            bind: { $0.bind(userID, at: 1) }, { attempts.append(TelegramAttempt(row: $0)) })
        return attempts
    }

    func isHandled(telegramUpdate id: Int64) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM telegram_updates WHERE update_id = ?1", bind: { $0.bind(id, at: 1) }, { _ in true }) ?? false
    }

    func lastTelegramUpdate() throws -> (id: Int64, handledAt: Instant)? {
        try connection.first(
            "SELECT update_id, handled_at_us FROM telegram_updates ORDER BY handled_at_us DESC, update_id DESC LIMIT 1",
            { (id: $0.int64(at: 0), handledAt: Instant(microseconds: $0.int64(at: 1))) })
    }

    func telegramReplies(limit: Int) throws -> [QueuedTelegramReply] {
        var rows: [(id: Int64, json: [UInt8], createdAt: Instant)] = []
        try connection.query(
            "SELECT id, reply, created_at_us FROM telegram_replies ORDER BY id LIMIT ?1",
            bind: { $0.bind(limit, at: 1) },
            { rows.append(($0.int64(at: 0), $0.bytes(at: 1), Instant(microseconds: $0.int64(at: 2)))) })
        return try rows.map { row in
            QueuedTelegramReply(
                id: row.id, reply: try JSONDocument(row.json).root.decode(TelegramReply.self), createdAt: row.createdAt)
        }
    }

    func telegramReplyCount(chat: Int64) throws -> (all: Int, chat: Int) {
        try connection.first(
            "SELECT count(*), count(*) FILTER (WHERE chat_id = ?1) FROM telegram_replies",
            bind: { $0.bind(chat, at: 1) }, { (all: Int($0.int64(at: 0)), chat: Int($0.int64(at: 1))) }) ?? (0, 0)
    }

    func isUsed(telegramProof digest: [UInt8]) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM telegram_proofs WHERE digest = ?1", bind: { $0.bind(digest, at: 1) }, { _ in true }) ?? false
    }
}

/// What can be done about Telegram, within one transaction.
extension SQLiteAuthTransaction {
    func save(_ link: TelegramLink) throws {
        try connection.run("DELETE FROM telegram_links WHERE telegram_id = ?1 OR user_id = ?2") {
            $0.bind(link.telegramID, at: 1)
            $0.bind(link.userID, at: 2)
        }
        try connection.run(
            "INSERT INTO telegram_links (telegram_id, user_id, name, linked_at_us) VALUES (?1, ?2, ?3, ?4)"
        ) {
            $0.bind(link.telegramID, at: 1)
            $0.bind(link.userID, at: 2)
            $0.bind(link.name, at: 3)
            $0.bind(link.linkedAt.microseconds, at: 4)
        }
    }

    func forgetTelegramLink(userID: String) throws {
        try connection.run("DELETE FROM telegram_links WHERE user_id = ?1") { $0.bind(userID, at: 1) }
    }

    /// Forgets all that tells of a user who goes.
    func eraseTelegram(of userID: String) throws {
        try connection.run(
            "DELETE FROM telegram_replies WHERE chat_id IN (SELECT telegram_id FROM telegram_links WHERE user_id = ?1)"
        ) { $0.bind(userID, at: 1) }
        try connection.run("DELETE FROM telegram_attempts WHERE user_id = ?1 OR link_user_id = ?1") {
            $0.bind(userID, at: 1)
        }
        try forgetTelegramLink(userID: userID)
    }

    func save(_ attempt: TelegramAttempt) throws {
        var linkUserID: String?
        if case .link(let userID) = attempt.purpose { linkUserID = userID }
        let choices = attempt.choices.map { String($0) }.joined(separator: " ")
        try connection.run(
            """
            INSERT INTO telegram_attempts (secret_digest, nonce_digest, button_key, link_user_id, device, number,
                created_at_us, state, telegram_id, telegram_name, language, round, choices, user_id, session_id,
                delivery_key_digest)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
            ON CONFLICT (secret_digest) DO UPDATE SET state = excluded.state, telegram_id = excluded.telegram_id,
                telegram_name = excluded.telegram_name, language = excluded.language, round = excluded.round,
                choices = excluded.choices, user_id = excluded.user_id, session_id = excluded.session_id,
                delivery_key_digest = excluded.delivery_key_digest
            """
        ) {
            $0.bind(attempt.secretDigest, at: 1)
            $0.bind(attempt.nonceDigest, at: 2)
            $0.bind(attempt.buttonKey, at: 3)
            $0.bind(linkUserID, at: 4)
            $0.bind(attempt.device, at: 5)
            $0.bind(attempt.number, at: 6)
            $0.bind(attempt.createdAt.microseconds, at: 7)
            $0.bind(attempt.state.rawValue, at: 8)
            $0.bind(attempt.person?.id, at: 9)
            $0.bind(attempt.person?.name, at: 10)
            $0.bind(attempt.person?.language.rawValue, at: 11)
            $0.bind(attempt.round, at: 12)
            $0.bind(choices, at: 13)
            $0.bind(attempt.userID, at: 14)
            $0.bind(attempt.sessionID, at: 15)
            $0.bind(attempt.deliveryKeyDigest, at: 16)
        }
    }

    func noteHandled(telegramUpdate id: Int64, at time: Instant) throws {
        try connection.run("INSERT INTO telegram_updates (update_id, handled_at_us) VALUES (?1, ?2)") {
            $0.bind(id, at: 1)
            $0.bind(time.microseconds, at: 2)
        }
    }

    func enqueue(_ reply: TelegramReply, at time: Instant) throws {
        let json = try JSONEncoding.encode(reply)
        try connection.run("INSERT INTO telegram_replies (chat_id, reply, created_at_us) VALUES (?1, ?2, ?3)") {
            $0.bind(reply.chat, at: 1)
            $0.bind(json, at: 2)
            $0.bind(time.microseconds, at: 3)
        }
    }

    func forgetTelegramReply(id: Int64) throws {
        try connection.run("DELETE FROM telegram_replies WHERE id = ?1") { $0.bind(id, at: 1) }
    }

    func noteUsed(telegramProof digest: [UInt8], at time: Instant) throws {
        try connection.run("INSERT INTO telegram_proofs (digest, used_at_us) VALUES (?1, ?2)") {
            $0.bind(digest, at: 1)
            $0.bind(time.microseconds, at: 2)
        }
    }

    func sweepTelegram(at now: Instant) throws {
        try connection.run("DELETE FROM telegram_attempts WHERE created_at_us < ?1") {
            $0.bind(now.microseconds - TelegramAttempt.memory.wholeMicroseconds, at: 1)
        }
        try connection.run("DELETE FROM telegram_updates WHERE handled_at_us < ?1") {
            $0.bind(now.microseconds - TelegramUpdateHandler.memory.wholeMicroseconds, at: 1)
        }
        try connection.run("DELETE FROM telegram_proofs WHERE used_at_us < ?1") {
            $0.bind(now.microseconds - SignInByWidget.memory.wholeMicroseconds, at: 1)
        }
    }
}

extension TelegramLink {
    /// Reads all columns of the table, in its order.
    fileprivate init(row: borrowing Row) {
        self.init(
            telegramID: row.int64(at: 0), userID: row.text(at: 1), name: row.text(at: 2),
            linkedAt: Instant(microseconds: row.int64(at: 3)))
    }
}

extension TelegramAttempt {
    /// Reads all columns of the table, in its order.
    fileprivate init(row: borrowing Row) {
        self.init(
            secretDigest: row.bytes(at: 0), nonceDigest: row.bytes(at: 1), buttonKey: row.text(at: 2),
            purpose: row.optionalText(at: 3).map { .link(userID: $0) } ?? .signIn, device: row.optionalText(at: 4),
            number: Int(row.int64(at: 5)), createdAt: Instant(microseconds: row.int64(at: 6)))
        // A state that nobody wrote can only be a mistake; then nobody gets in by it.
        state = State(rawValue: row.int64(at: 7)) ?? .refused
        if let id = row.optionalInt64(at: 8) {
            person = TelegramPerson(
                id: id, name: row.optionalText(at: 9) ?? "", language: TelegramLanguage(code: row.optionalText(at: 10)))
        }
        round = Int(row.int64(at: 11))
        choices = row.text(at: 12).split(separator: " ").compactMap { Int($0) }
        userID = row.optionalText(at: 13)
        sessionID = row.optionalText(at: 14)
        deliveryKeyDigest = row.optionalBytes(at: 15)
    }
}
