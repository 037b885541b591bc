import Domain
import Signals

/// Notifies a user of a change of their channels, in the inbox and in all channels, so that nobody who took over a
/// session changes one unnoticed. Lives for the transaction of the change.
struct ChannelNotices {
    let transaction: any NotificationsTransaction
    let router: Router
    let now: Instant

    /// Sends the notice to all channels that are on. The notice of a new channel goes to all others.
    func tell(_ kind: NotificationsSignal.Kind, of channel: Channel) throws {
        _ = try add(kind, of: channel)
    }

    /// Sends the notice to all channels that are on, and as the last message of the channel it is about, which is
    /// saved.
    func tellLast(_ kind: NotificationsSignal.Kind, through channel: inout Channel) throws {
        let delivery = Delivery(
            id: Identifier.timeOrdered(at: now), userID: channel.userID, channelID: channel.id, form: .single,
            dueAt: now, createdAt: now)
        channel.farewell = delivery.id
        try transaction.save(channel)
        let notice = try add(kind, of: channel)
        try transaction.add(delivery, with: [notice.id])
    }

    private func add(_ kind: NotificationsSignal.Kind, of channel: Channel) throws -> Notice {
        var facts = NoticeFacts()
        (facts.subject, facts.name) = (channel.id, channel.name)
        (facts.channel, facts.place) = (channel.kind, channel.place)
        return try router.tell(
            kind, facts, to: channel.userID, except: kind == .channelAdded ? channel.id : nil)
    }
}
