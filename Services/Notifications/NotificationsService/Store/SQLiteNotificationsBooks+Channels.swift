import Domain
import Signals
import Storage

/// The tables about channels and messages within one transaction that writes.
extension SQLiteNotificationsBooks {
    // MARK: Channels

    func save(_ channel: Channel) throws {
        try connection.run(
            """
            INSERT INTO channels (id, user_id, kind, name, address, state, reason, created_us, paused_us, chat,
                link_digest, link_expires_us, secret, old_secret, old_secret_until_us, is_failing, farewell, is_removed)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, address = excluded.address, state = excluded.state,
                reason = excluded.reason, paused_us = excluded.paused_us, chat = excluded.chat,
                link_digest = excluded.link_digest, link_expires_us = excluded.link_expires_us,
                secret = excluded.secret, old_secret = excluded.old_secret,
                old_secret_until_us = excluded.old_secret_until_us, is_failing = excluded.is_failing,
                farewell = excluded.farewell, is_removed = excluded.is_removed
            """
        ) {
            $0.bind(channel.id, at: 1)
            $0.bind(channel.userID, at: 2)
            $0.bind(channel.kind.rawValue, at: 3)
            $0.bind(channel.name, at: 4)
            $0.bind(channel.address, at: 5)
            $0.bind(channel.state.rawValue, at: 6)
            $0.bind(channel.reason, at: 7)
            $0.bind(channel.createdAt.microseconds, at: 8)
            $0.bind(channel.pausedUntil?.microseconds, at: 9)
            $0.bind(channel.chat, at: 10)
            $0.bind(channel.linkDigest, at: 11)
            $0.bind(channel.linkExpiresAt?.microseconds, at: 12)
            $0.bind(channel.secret, at: 13)
            $0.bind(channel.oldSecret, at: 14)
            $0.bind(channel.oldSecretUntil?.microseconds, at: 15)
            $0.bind(channel.isFailing ? 1 : 0, at: 16)
            $0.bind(channel.farewell, at: 17)
            $0.bind(channel.isRemoved ? 1 : 0, at: 18)
        }
    }

    func removeChannel(_ id: String) throws {
        try connection.run(
            "DELETE FROM delivery_notices WHERE delivery IN (SELECT id FROM deliveries WHERE channel = ?1)"
        ) { $0.bind(id, at: 1) }
        try connection.run("DELETE FROM deliveries WHERE channel = ?1") { $0.bind(id, at: 1) }
        try connection.run("DELETE FROM channels WHERE id = ?1") { $0.bind(id, at: 1) }
    }

    func pause(_ kind: NotificationsSignal.ChannelKind, until moment: Instant) throws {
        try connection.run("UPDATE channels SET paused_us = ?2 WHERE kind = ?1 AND state = 'on'") {
            $0.bind(kind.rawValue, at: 1)
            $0.bind(moment.microseconds, at: 2)
        }
    }

    func giveUp(waitingIn channelID: String, answer: String) throws {
        try connection.run(
            """
            UPDATE deliveries SET state = 'dead', answer = ?2 WHERE channel = ?1 AND state IN ('waiting', 'sending')
            """
        ) {
            $0.bind(channelID, at: 1)
            $0.bind(answer, at: 2)
        }
    }

    // MARK: Messages

    func add(_ delivery: Delivery, with noticeIDs: [String]) throws {
        try connection.run(
            """
            INSERT INTO deliveries (id, user_id, channel, form, state, due_us, attempts, round, created_us, last_us,
                answer, message_id, choice, may_be_repeat)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
            """
        ) {
            $0.bind(delivery.id, at: 1)
            $0.bind(delivery.userID, at: 2)
            $0.bind(delivery.channelID, at: 3)
            $0.bind(delivery.form.rawValue, at: 4)
            $0.bind(delivery.state.rawValue, at: 5)
            $0.bind(delivery.dueAt.microseconds, at: 6)
            $0.bind(delivery.attempts, at: 7)
            $0.bind(delivery.round, at: 8)
            $0.bind(delivery.createdAt.microseconds, at: 9)
            $0.bind(delivery.lastAt?.microseconds, at: 10)
            $0.bind(delivery.answer, at: 11)
            $0.bind(delivery.messageID, at: 12)
            $0.bind(delivery.choice, at: 13)
            $0.bind(delivery.mayBeRepeat ? 1 : 0, at: 14)
        }
        for id in noticeIDs { try attach(id, to: delivery.id) }
    }

    func attach(_ noticeID: String, to deliveryID: String) throws {
        try connection.run("INSERT INTO delivery_notices (delivery, notice) VALUES (?1, ?2) ON CONFLICT DO NOTHING") {
            $0.bind(deliveryID, at: 1)
            $0.bind(noticeID, at: 2)
        }
    }

    func save(_ delivery: Delivery) throws {
        try connection.run(
            """
            UPDATE deliveries SET state = ?2, due_us = ?3, attempts = ?4, round = ?5, last_us = ?6, answer = ?7,
                message_id = ?8, choice = ?9, may_be_repeat = ?10 WHERE id = ?1
            """
        ) {
            $0.bind(delivery.id, at: 1)
            $0.bind(delivery.state.rawValue, at: 2)
            $0.bind(delivery.dueAt.microseconds, at: 3)
            $0.bind(delivery.attempts, at: 4)
            $0.bind(delivery.round, at: 5)
            $0.bind(delivery.lastAt?.microseconds, at: 6)
            $0.bind(delivery.answer, at: 7)
            $0.bind(delivery.messageID, at: 8)
            $0.bind(delivery.choice, at: 9)
            $0.bind(delivery.mayBeRepeat ? 1 : 0, at: 10)
        }
    }

    func add(_ job: BotJob) throws {
        try connection.run(
            """
            INSERT INTO bot_jobs (kind, chat, text, query_id, message_id, delivery, action, created_us)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """
        ) {
            $0.bind(job.kind.rawValue, at: 1)
            $0.bind(job.chat, at: 2)
            $0.bind(job.text, at: 3)
            $0.bind(job.queryID, at: 4)
            $0.bind(job.messageID, at: 5)
            $0.bind(job.deliveryID, at: 6)
            $0.bind(job.action?.rawValue, at: 7)
            $0.bind(job.createdAt.microseconds, at: 8)
        }
    }

    func removeBotJob(_ number: Int64) throws {
        try connection.run("DELETE FROM bot_jobs WHERE number = ?1") { $0.bind(number, at: 1) }
    }
}
