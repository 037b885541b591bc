import Domain
import Signals

/// Decides which channels carry a notice, and when. Lives for one transaction and looks up each user once.
final class Router {
    /// The number of waiting messages in a channel from which further notices are gathered.
    static let crowdedFrom = 10
    /// The time for which they are gathered.
    private static let crowdPause = Duration.seconds(30)

    private struct Person {
        let preferences: Preferences
        let zone: TimeZone
        let channels: [Channel]
        var waiting: [String: Int] = [:]
    }

    private let transaction: any NotificationsTransaction
    private let zones: Zones
    private let now: Instant
    private var people: [String: Person] = [:]

    init(_ transaction: any NotificationsTransaction, _ zones: Zones, at now: Instant) {
        self.transaction = transaction
        self.zones = zones
        self.now = now
    }

    func preferences(of userID: String) throws -> Preferences { try person(userID).preferences }

    func zone(of userID: String) throws -> TimeZone { try person(userID).zone }

    /// Forgets a user whose channels or preferences changed.
    func forget(_ userID: String) { people[userID] = nil }

    /// Adds a notice to the channels that carry it.
    ///
    /// - Parameter except: A channel to leave out, because the notice is about its failure.
    func route(_ notice: Notice, except: String? = nil) throws {
        let person = try person(notice.userID)
        for channel in person.channels where channel.id != except {
            switch person.preferences.carrying(notice.category, channel.kind) {
            case .off: continue
            case .digest: try gather(notice, in: channel, .digest, until: digest(person))
            case .now:
                if Preferences.isLocked(notice.category) {
                    try send(notice, in: channel)
                } else if let end = person.preferences.quiet?.end(at: now, in: person.zone) {
                    try gather(notice, in: channel, .quiet, until: end)
                } else if notice.isGathered {
                    // More events may follow with the next page, so the notice waits for the final figures.
                    try gather(notice, in: channel, .crowd, until: now + Self.crowdPause)
                } else if try waiting(in: channel) >= Self.crowdedFrom, !notice.hasPaymentButtons {
                    try gather(notice, in: channel, .crowd, until: now + Self.crowdPause)
                } else {
                    try send(notice, in: channel)
                }
            }
        }
    }

    /// Notifies a user of something that happened here and not in another service: in the inbox and in the channels
    /// that carry it.
    ///
    /// - Parameter except: A channel to leave out, because the notice is about it.
    func tell(
        _ kind: NotificationsSignal.Kind, _ facts: NoticeFacts = NoticeFacts(), to userID: String,
        except: String? = nil
    ) throws -> Notice {
        let id = Identifier.timeOrdered(at: now)
        let notice = Notice(
            id: id, userID: userID, event: "notifications-\(kind.rawValue)-\(id)", kind: kind, facts: facts,
            occurredAt: now, createdAt: now, isLate: false)
        _ = try transaction.add(notice)
        try route(notice, except: except)
        return notice
    }

    /// Reschedules gathered messages by the new preferences of a user.
    func reschedule(_ userID: String) throws {
        forget(userID)
        let person = try person(userID)
        for var bundle in try transaction.bundles(of: userID, after: now) {
            bundle.dueAt =
                bundle.form == .digest
                ? digest(person) : person.preferences.quiet?.end(at: now, in: person.zone) ?? now
            try transaction.save(bundle)
        }
    }

    /// Returns the next digest, after the quiet hours if it falls into them.
    private func digest(_ person: Person) -> Instant {
        let moment = person.preferences.digest.next(after: now, in: person.zone)
        return person.preferences.quiet?.end(at: moment, in: person.zone) ?? moment
    }

    private func send(_ notice: Notice, in channel: Channel) throws {
        try add(
            Delivery(
                id: Identifier.timeOrdered(at: now), userID: notice.userID, channelID: channel.id, form: .single,
                dueAt: now, createdAt: now), notice)
    }

    private func gather(
        _ notice: Notice, in channel: Channel, _ form: Delivery.Form, until moment: Instant
    ) throws {
        if let open = try transaction.openBundle(form, in: channel.id, after: now) {
            return try transaction.attach(notice.id, to: open.id)
        }
        try add(
            Delivery(
                id: Identifier.timeOrdered(at: now), userID: notice.userID, channelID: channel.id, form: form,
                dueAt: moment, createdAt: now), notice)
    }

    private func add(_ delivery: Delivery, _ notice: Notice) throws {
        try transaction.add(delivery, with: [notice.id])
        people[notice.userID]?.waiting[delivery.channelID]? += 1
    }

    private func waiting(in channel: Channel) throws -> Int {
        if let known = people[channel.userID]?.waiting[channel.id] { return known }
        let count = try transaction.load(of: channel.id).waiting
        people[channel.userID]?.waiting[channel.id] = count
        return count
    }

    private func person(_ userID: String) throws -> Person {
        if let known = people[userID] { return known }
        let preferences = try transaction.preferences(of: userID)
        let person = Person(
            preferences: preferences, zone: zones.zone(of: preferences),
            channels: try transaction.channels(of: userID).filter { $0.state == .on })
        people[userID] = person
        return person
    }
}
