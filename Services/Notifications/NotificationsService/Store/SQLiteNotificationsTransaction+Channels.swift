import Domain
import Signals
import Storage

/// The changes of channels and messages.
extension SQLiteNotificationsTransaction {
    // MARK: Channels

    func save(_ channel: Channel) throws {
        try connection.upsert(channel, in: ChannelTable.self)
    }

    func removeChannel(_ id: String) throws {
        try connection.run(
            "DELETE FROM delivery_notices WHERE delivery IN (SELECT id FROM deliveries WHERE channel = ?)", id)
        try connection.run("DELETE FROM deliveries WHERE channel = ?", id)
        try connection.run("DELETE FROM channels WHERE id = ?", id)
    }

    func pause(_ kind: NotificationsSignal.ChannelKind, until moment: Instant) throws {
        try connection.run("UPDATE channels SET paused_us = ?2 WHERE kind = ?1 AND state = 'on'", kind, moment)
    }

    func giveUp(waitingIn channelID: String, answer: String) throws {
        try connection.run(
            """
            UPDATE deliveries SET state = 'dead', answer = ?2 WHERE channel = ?1 AND state IN ('waiting', 'sending')
            """, channelID, answer)
    }

    // MARK: Messages

    func add(_ delivery: Delivery, with noticeIDs: [String]) throws {
        try connection.insert(delivery, into: DeliveryTable.self)
        for id in noticeIDs { try attach(id, to: delivery.id) }
    }

    func attach(_ noticeID: String, to deliveryID: String) throws {
        try connection.run(
            "INSERT INTO delivery_notices (delivery, notice) VALUES (?, ?) ON CONFLICT DO NOTHING", deliveryID, noticeID
        )
    }

    func save(_ delivery: Delivery) throws {
        try connection.update(delivery, in: DeliveryTable.self)
    }

    func add(_ job: BotJob) throws {
        try connection.insert(job, into: BotJobTable.self)
    }

    func removeBotJob(_ number: Int64) throws {
        try connection.run("DELETE FROM bot_jobs WHERE number = ?", number)
    }
}
