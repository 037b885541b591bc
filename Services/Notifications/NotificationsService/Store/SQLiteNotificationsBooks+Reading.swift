import Domain
import Signals

/// Within a transaction that writes the tables answer as without.
extension SQLiteNotificationsBooks {
    func notice(_ id: String) throws -> Notice? { try reading.notice(id) }
    func notice(of event: String, to userID: String) throws -> Notice? {
        try reading.notice(of: event, to: userID)
    }
    func notices(of userID: String, _ filter: InboxFilter) throws -> [NumberedNotice] {
        try reading.notices(of: userID, filter)
    }
    func unread(of userID: String, at now: Instant) throws -> Int { try reading.unread(of: userID, at: now) }
    func noticesToReturn(at now: Instant, limit: Int) throws -> [Notice] {
        try reading.noticesToReturn(at: now, limit: limit)
    }
    func preferences(of userID: String) throws -> Preferences { try reading.preferences(of: userID) }
    func channels(of userID: String) throws -> [Channel] { try reading.channels(of: userID) }
    func channel(_ id: String) throws -> Channel? { try reading.channel(id) }
    func channel(linkDigest: [UInt8]) throws -> Channel? { try reading.channel(linkDigest: linkDigest) }
    func load(of channelID: String) throws -> ChannelLoad { try reading.load(of: channelID) }
    func outboxLoads(at now: Instant) throws -> [NotificationsSignal.OutboxLoad] { try reading.outboxLoads(at: now) }
    func accountName(_ id: String) throws -> String? { try reading.accountName(id) }
    func registered(_ userID: String) throws -> Instant? { try reading.registered(userID) }
    func coupons(until day: CalendarDay, limit: Int) throws -> [ExpectedCoupon] {
        try reading.coupons(until: day, limit: limit)
    }
    func delivery(_ id: String) throws -> Delivery? { try reading.delivery(id) }
    func notices(in deliveryID: String) throws -> [Notice] { try reading.notices(in: deliveryID) }
    func deliveries(with noticeID: String) throws -> [Delivery] { try reading.deliveries(with: noticeID) }
    func dead(of userID: String, before number: Int64?, limit: Int) throws -> [(number: Int64, delivery: Delivery)] {
        try reading.dead(of: userID, before: number, limit: limit)
    }
    func openBundle(_ form: Delivery.Form, in channelID: String, after now: Instant) throws -> Delivery? {
        try reading.openBundle(form, in: channelID, after: now)
    }
    func bundles(of userID: String, after now: Instant) throws -> [Delivery] {
        try reading.bundles(of: userID, after: now)
    }
    func due(at now: Instant, limit: Int) throws -> [Delivery] { try reading.due(at: now, limit: limit) }
    func nextDue(after now: Instant) throws -> Instant? { try reading.nextDue(after: now) }
    func botJobs(limit: Int) throws -> [BotJob] { try reading.botJobs(limit: limit) }
    func cursor(of source: String) throws -> Int64 { try reading.cursor(of: source) }
}
