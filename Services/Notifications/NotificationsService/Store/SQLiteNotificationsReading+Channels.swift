import Domain
import Signals
import Storage

/// The queries about channels and messages.
extension SQLiteNotificationsReading {
    // MARK: Channels

    func channels(of userID: String) throws -> [Channel] {
        try connection.all(ChannelTable.self, "WHERE user_id = ? AND is_removed = 0 ORDER BY number", userID)
    }

    func channel(_ id: String) throws -> Channel? { try connection.first(ChannelTable.self, "WHERE id = ?", id) }

    func channel(linkDigest: [UInt8]) throws -> Channel? {
        try connection.first(ChannelTable.self, "WHERE link_digest = ?", linkDigest)
    }

    func load(of channelID: String) throws -> ChannelLoad {
        try connection.first(
            """
            SELECT count(*) FILTER (WHERE state IN ('waiting', 'sending')), count(*) FILTER (WHERE state = 'dead')
            FROM deliveries WHERE channel = ?
            """, channelID
        ) { ChannelLoad(waiting: $0, dead: $1) } ?? ChannelLoad(waiting: 0, dead: 0)
    }

    // MARK: Messages

    func delivery(_ id: String) throws -> Delivery? { try connection.first(DeliveryTable.self, "WHERE id = ?", id) }

    func deliveries(with noticeID: String) throws -> [Delivery] {
        try connection.all(
            DeliveryTable.self,
            """
            JOIN delivery_notices ON delivery_notices.delivery = deliveries.id
            WHERE delivery_notices.notice = ? ORDER BY deliveries.number
            """, noticeID)
    }

    func dead(of userID: String, before number: Int64?, limit: Int) throws -> [(number: Int64, delivery: Delivery)] {
        try connection.all(
            DeliveryTable.self, "WHERE user_id = ? AND number < ? AND state = 'dead' ORDER BY number DESC LIMIT ?",
            userID, number ?? .max, limit
        ) { row in (number: try row[.number], delivery: try DeliveryTable.read(row)) }
    }

    func openBundle(_ form: Delivery.Form, in channelID: String, after now: Instant) throws -> Delivery? {
        try connection.first(
            DeliveryTable.self,
            """
            WHERE channel = ? AND form = ? AND state IN ('waiting', 'sending') AND state = 'waiting' AND attempts = 0
                AND due_us > ?
            LIMIT 1
            """, channelID, form, now)
    }

    func bundles(of userID: String, after now: Instant) throws -> [Delivery] {
        try connection.all(
            DeliveryTable.self,
            """
            WHERE user_id = ? AND form IN ('quiet', 'digest') AND state = 'waiting' AND attempts = 0 AND due_us > ?
            """, userID, now)
    }

    func due(at now: Instant, limit: Int) throws -> [Delivery] {
        // One message of each channel, so that a channel with many messages does not delay the others.
        try connection.all(
            DeliveryTable.self,
            """
            JOIN channels c ON deliveries.number = (
                SELECT o.number FROM deliveries o WHERE o.channel = c.id AND o.state IN ('waiting', 'sending')
                    AND o.due_us <= ?1
                ORDER BY o.due_us, o.number LIMIT 1)
            WHERE (c.state = 'on' OR deliveries.id = c.farewell) AND (c.paused_us IS NULL OR c.paused_us <= ?1) LIMIT ?2
            """, now, limit)
    }

    func nextDue(after now: Instant) throws -> Instant? {
        try connection.first(
            """
            SELECT min(moment) FROM (
                SELECT min(due_us) AS moment FROM deliveries WHERE state IN ('waiting', 'sending') AND due_us > ?1
                UNION ALL SELECT min(paused_us) FROM channels WHERE paused_us IS NOT NULL AND paused_us > ?1
                UNION ALL SELECT min(snoozed_us) FROM notices WHERE snoozed_us IS NOT NULL AND snoozed_us > ?1)
            """, now)
    }

    func botJobs(limit: Int) throws -> [BotJob] {
        try connection.all(BotJobTable.self, "ORDER BY number LIMIT ?", limit)
    }
}
