import Domain
import Signals
import Storage

/// What can be asked of the tables about channels and messages.
extension SQLiteNotificationsReading {
    // MARK: Channels

    func channels(of userID: String) throws -> [Channel] {
        try channels("user_id = ?1 AND is_removed = 0 ORDER BY number") { $0.bind(userID, at: 1) }
    }

    func channel(_ id: String) throws -> Channel? { try channels("id = ?1") { $0.bind(id, at: 1) }.first }

    func channel(linkDigest: [UInt8]) throws -> Channel? {
        try channels("link_digest = ?1") { $0.bind(linkDigest, at: 1) }.first
    }

    func load(of channelID: String) throws -> ChannelLoad {
        try connection.first(
            """
            SELECT count(*) FILTER (WHERE state IN ('waiting', 'sending')), count(*) FILTER (WHERE state = 'dead')
            FROM deliveries WHERE channel = ?1
            """, bind: { $0.bind(channelID, at: 1) },
            { ChannelLoad(waiting: Int($0.int64(at: 0)), dead: Int($0.int64(at: 1))) })
            ?? ChannelLoad(waiting: 0, dead: 0)
    }

    private func channels(_ rule: StaticString, bind: (borrowing Statement) -> Void) throws -> [Channel] {
        let statement = try connection.statement(
            """
            SELECT id, user_id, kind, name, address, state, reason, created_us, paused_us, chat, link_digest,
                link_expires_us, secret, old_secret, old_secret_until_us, is_failing, farewell, is_removed
            FROM channels WHERE
            """, rule)
        bind(statement)
        var channels: [Channel] = []
        while try statement.step() { channels.append(Self.channel(statement.row)) }
        return channels
    }

    private static func channel(_ row: borrowing Row) -> Channel {
        guard let kind = NotificationsSignal.ChannelKind(rawValue: row.text(at: 2)),
            let state = NotificationsSignal.ChannelState(rawValue: row.text(at: 5))
        else { preconditionFailure("A channel was stored in words that there are not.") }
        var channel = Channel(
            id: row.text(at: 0), userID: row.text(at: 1), kind: kind, name: row.text(at: 3), address: row.text(at: 4),
            state: state, createdAt: Instant(microseconds: row.int64(at: 7)))
        channel.reason = row.optionalText(at: 6)
        channel.pausedUntil = instant(row.optionalInt64(at: 8))
        channel.chat = row.optionalInt64(at: 9)
        channel.linkDigest = row.optionalBytes(at: 10)
        channel.linkExpiresAt = instant(row.optionalInt64(at: 11))
        channel.secret = row.optionalBytes(at: 12)
        channel.oldSecret = row.optionalBytes(at: 13)
        channel.oldSecretUntil = instant(row.optionalInt64(at: 14))
        channel.isFailing = row.int64(at: 15) != 0
        channel.farewell = row.optionalText(at: 16)
        channel.isRemoved = row.int64(at: 17) != 0
        return channel
    }

    // MARK: Messages

    private static let deliveryColumns: StaticString = """
        SELECT d.id, d.user_id, d.channel, d.form, d.state, d.due_us, d.attempts, d.round, d.created_us, d.last_us, d.answer,
            d.message_id, d.choice, d.may_be_repeat, d.number
        """

    func delivery(_ id: String) throws -> Delivery? {
        try deliveries("FROM deliveries d WHERE d.id = ?1") { $0.bind(id, at: 1) }.first?.delivery
    }

    func deliveries(with noticeID: String) throws -> [Delivery] {
        try deliveries(
            "FROM delivery_notices n JOIN deliveries d ON d.id = n.delivery WHERE n.notice = ?1 ORDER BY d.number"
        ) { $0.bind(noticeID, at: 1) }.map(\.delivery)
    }

    func dead(of userID: String, before number: Int64?, limit: Int) throws -> [(number: Int64, delivery: Delivery)] {
        try deliveries(
            """
            FROM deliveries d WHERE d.user_id = ?1 AND d.number < ?2 AND d.state = 'dead'
            ORDER BY d.number DESC LIMIT ?3
            """
        ) {
            $0.bind(userID, at: 1)
            $0.bind(number ?? .max, at: 2)
            $0.bind(limit, at: 3)
        }
    }

    func openBundle(_ form: Delivery.Form, in channelID: String, after now: Instant) throws -> Delivery? {
        try deliveries(
            """
            FROM deliveries d WHERE d.channel = ?1 AND d.form = ?2 AND d.state IN ('waiting', 'sending')
                AND d.state = 'waiting' AND d.attempts = 0 AND d.due_us > ?3
            LIMIT 1
            """
        ) {
            $0.bind(channelID, at: 1)
            $0.bind(form.rawValue, at: 2)
            $0.bind(now.microseconds, at: 3)
        }.first?.delivery
    }

    func bundles(of userID: String, after now: Instant) throws -> [Delivery] {
        try deliveries(
            """
            FROM deliveries d WHERE d.user_id = ?1 AND d.form IN ('quiet', 'digest') AND d.state = 'waiting'
                AND d.attempts = 0 AND d.due_us > ?2
            """
        ) {
            $0.bind(userID, at: 1)
            $0.bind(now.microseconds, at: 2)
        }.map(\.delivery)
    }

    func due(at now: Instant, limit: Int) throws -> [Delivery] {
        // One of each channel, so that one of them with much to send holds up none of the others.
        try deliveries(
            """
            FROM channels c JOIN deliveries d ON d.number = (
                SELECT o.number FROM deliveries o WHERE o.channel = c.id AND o.state IN ('waiting', 'sending')
                    AND o.due_us <= ?1
                ORDER BY o.due_us, o.number LIMIT 1)
            WHERE (c.state = 'on' OR d.id = c.farewell) AND (c.paused_us IS NULL OR c.paused_us <= ?1) LIMIT ?2
            """
        ) {
            $0.bind(now.microseconds, at: 1)
            $0.bind(limit, at: 2)
        }.map(\.delivery)
    }

    func nextDue(after now: Instant) throws -> Instant? {
        try connection.first(
            """
            SELECT min(moment) FROM (
                SELECT min(due_us) AS moment FROM deliveries WHERE state IN ('waiting', 'sending') AND due_us > ?1
                UNION ALL SELECT min(paused_us) FROM channels WHERE paused_us IS NOT NULL AND paused_us > ?1
                UNION ALL SELECT min(snoozed_us) FROM notices WHERE snoozed_us IS NOT NULL AND snoozed_us > ?1)
            """, bind: { $0.bind(now.microseconds, at: 1) }, { Self.instant($0.optionalInt64(at: 0)) }) ?? nil
    }

    private func deliveries(
        _ rest: StaticString, bind: (borrowing Statement) -> Void
    ) throws -> [(number: Int64, delivery: Delivery)] {
        let statement = try connection.statement(Self.deliveryColumns, rest)
        bind(statement)
        var deliveries: [(number: Int64, delivery: Delivery)] = []
        while try statement.step() {
            deliveries.append((statement.row.int64(at: 14), Self.delivery(statement.row)))
        }
        return deliveries
    }

    private static func delivery(_ row: borrowing Row) -> Delivery {
        guard let form = Delivery.Form(rawValue: row.text(at: 3)), let state = Delivery.State(rawValue: row.text(at: 4))
        else { preconditionFailure("A message was stored in words that there are not.") }
        return Delivery(
            id: row.text(at: 0), userID: row.text(at: 1), channelID: row.text(at: 2), form: form, state: state,
            dueAt: Instant(microseconds: row.int64(at: 5)), attempts: Int(row.int64(at: 6)),
            round: Int(row.int64(at: 7)), createdAt: Instant(microseconds: row.int64(at: 8)),
            lastAt: instant(row.optionalInt64(at: 9)), answer: row.optionalText(at: 10),
            messageID: row.optionalInt64(at: 11), choice: row.optionalText(at: 12),
            mayBeRepeat: row.int64(at: 13) != 0)
    }

    func botJobs(limit: Int) throws -> [BotJob] {
        var jobs: [BotJob] = []
        try connection.query(
            """
            SELECT number, kind, chat, text, query_id, message_id, delivery, action, created_us FROM bot_jobs
            ORDER BY number LIMIT ?1
            """, bind: { $0.bind(limit, at: 1) }
        ) { row in
            guard let kind = BotJob.Kind(rawValue: row.text(at: 1)) else {
                preconditionFailure("A job of the bot was stored in words that there are not.")
            }
            jobs.append(
                BotJob(
                    number: row.int64(at: 0), kind: kind, chat: row.int64(at: 2), text: row.text(at: 3),
                    queryID: row.optionalText(at: 4), messageID: row.optionalInt64(at: 5),
                    deliveryID: row.optionalText(at: 6),
                    action: row.optionalText(at: 7).flatMap { ButtonData.Action(rawValue: $0) },
                    createdAt: Instant(microseconds: row.int64(at: 8))))
        }
        return jobs
    }
}
