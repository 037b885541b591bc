import Coordination
import Domain
import Signals

/// Attempts to send messages, one at a time, and records each attempt before and after it. If the process dies in
/// between, the next attempt knows that the message may have arrived.
package struct Courier: Sendable {
    /// The number of pauses that the other side may ask for before they count as failures.
    private static let mostPauses = 100

    let store: any NotificationsStore
    let senders: [NotificationsSignal.ChannelKind: any ChannelSending]
    let zones: Zones
    let clock: WallClock
    /// Returns a random number, 0 ... 1.
    let chance: @Sendable () -> Double

    package init(
        store: any NotificationsStore, senders: [NotificationsSignal.ChannelKind: any ChannelSending], zones: Zones,
        clock: WallClock, chance: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        self.store = store
        self.senders = senders
        self.zones = zones
        self.clock = clock
        self.chance = chance
    }

    /// Attempts to send a message, if it is still due.
    package func deliver(_ id: String) async throws {
        guard let parcel = try await claim(id) else { return }
        guard let sender = senders[parcel.channel.kind] else {
            return try await record(.later(SendAnswer(.cannotSendThere)), of: parcel)
        }
        guard let outcome = await sender.send(parcel) else { return }
        try await record(outcome, of: parcel)
    }

    /// Records the beginning of an attempt.
    private func claim(_ id: String) async throws -> Parcel? {
        let now = clock.now()
        return try await store.write(deadline: nil, weight: 8) { [zones] transaction in
            guard var delivery = try transaction.delivery(id), [.waiting, .sending].contains(delivery.state),
                delivery.dueAt <= now, let channel = try transaction.channel(delivery.channelID),
                channel.state == .on || channel.farewell == id
            else { return nil }
            let notices = try transaction.notices(in: id)
            guard !notices.isEmpty else {
                delivery.state = .dead
                try transaction.save(delivery)
                return nil
            }
            if delivery.state == .sending { delivery.mayBeRepeat = true }
            delivery.state = .sending
            delivery.attempts += 1
            delivery.round += 1
            delivery.lastAt = now
            try transaction.save(delivery)
            let preferences = try transaction.preferences(of: delivery.userID)
            return Parcel(
                channel: channel, delivery: delivery, notices: notices,
                wording: zones.wording(preferences))
        }
    }

    /// Records the outcome of an attempt.
    func record(_ outcome: SendOutcome, of parcel: Parcel) async throws {
        let now = clock.now()
        let chance = chance()
        try await store.write(deadline: nil, weight: 8) { [zones] transaction in
            // The message was removed meanwhile, or given up because its channel was switched off.
            guard var delivery = try transaction.delivery(parcel.delivery.id), delivery.state == .sending,
                var channel = try transaction.channel(delivery.channelID)
            else { return }
            delivery.answer = try outcome.answer.kept
            let router = Router(transaction, zones, at: now)
            // Failures of a channel that has ended are not reported.
            let isFarewell = channel.farewell == delivery.id
            switch outcome {
            case .taken(_, let messageID):
                delivery.state = .sent
                delivery.messageID = messageID
                if channel.isFailing {
                    channel.isFailing = false
                    try transaction.save(channel)
                }
            case .later(_, let after, let pausesChannel):
                if pausesChannel, let after, delivery.attempts <= Self.mostPauses {
                    // Not a failure: the other side asked for a pause.
                    delivery.round -= 1
                    delivery.state = .waiting
                    delivery.dueAt = now + after * (1 + 0.1 * chance)
                    // All chats share one bot.
                    if channel.kind == .telegram {
                        try transaction.pause(.telegram, until: now + after)
                    } else {
                        channel.pausedUntil = now + after
                        try transaction.save(channel)
                    }
                } else if let pause = Delivery.pause(after: delivery.round, asked: after, chance: chance) {
                    delivery.state = .waiting
                    delivery.dueAt = now + pause
                } else {
                    delivery.state = .dead
                    if !isFarewell { try Self.tellFailing(&channel, delivery, in: transaction, router, at: now) }
                }
            case .refused:
                delivery.state = .dead
                if !isFarewell { try Self.tellFailing(&channel, delivery, in: transaction, router, at: now) }
            case .gone where isFarewell, .forbidden where isFarewell: delivery.state = .dead
            case .gone(let answer), .forbidden(let answer):
                delivery.state = .dead
                try transaction.switchOff(&channel, because: answer)
                try Self.tell(.channelOff, channel, delivery, in: transaction, router, at: now)
            }
            try transaction.save(delivery)
            if isFarewell, [.sent, .dead].contains(delivery.state) { try Self.end(&channel, in: transaction) }
        }
    }

    /// Ends a channel whose last message was accepted or given up.
    private static func end(_ channel: inout Channel, in transaction: any NotificationsTransaction) throws {
        guard !channel.isRemoved else { return try transaction.removeChannel(channel.id) }
        channel.farewell = nil
        try transaction.save(channel)
    }

    /// Reports a failing channel once, until a message is accepted again.
    private static func tellFailing(
        _ channel: inout Channel, _ delivery: Delivery, in transaction: any NotificationsTransaction, _ router: Router,
        at now: Instant
    ) throws {
        guard !channel.isFailing else { return }
        channel.isFailing = true
        try transaction.save(channel)
        try tell(.deliveryFailed, channel, delivery, in: transaction, router, at: now)
    }

    private static func tell(
        _ kind: NotificationsSignal.Kind, _ channel: Channel, _ delivery: Delivery,
        in transaction: any NotificationsTransaction,
        _ router: Router, at now: Instant
    ) throws {
        var facts = NoticeFacts()
        facts.subject = channel.id
        facts.name = channel.name
        let answer = delivery.answer.map { SendAnswer(kept: $0) }
        (facts.reason, facts.explanation) = (answer?.text, answer?.explanation)
        let notice = Notice(
            id: Identifier.timeOrdered(at: now), userID: channel.userID,
            event: "notifications-\(kind.rawValue)-\(delivery.id)-\(delivery.attempts)", kind: kind, facts: facts,
            occurredAt: now, createdAt: now, isLate: false)
        guard try transaction.add(notice) else { return }
        try router.route(notice, except: channel.id)
    }
}
