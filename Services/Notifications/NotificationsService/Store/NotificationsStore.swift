import Coordination
import Domain
import Signals

/// The store of notifications, in terms of the model.
package protocol NotificationsStore: ModelStore
where Reading == any NotificationsReading, Writing == any NotificationsTransaction {}

/// A filter for the notices of an inbox.
package struct InboxFilter: Hashable, Sendable {
    package var isUnreadOnly = false
    package var isArchived = false
    package var kinds: [NotificationsSignal.Kind]?
    /// Only notices before this number.
    package var before: Int64?
    package var limit = 50
    /// Notices that are snoozed at this time are left out.
    package var now: Instant

    package init(now: Instant) { self.now = now }
}

/// A notice with its number in the order of arrival.
package struct NumberedNotice: Hashable, Sendable {
    package let number: Int64
    package let notice: Notice

    package init(number: Int64, notice: Notice) {
        self.number = number
        self.notice = notice
    }
}

/// A coupon to be announced on its day.
package struct ExpectedCoupon: Hashable, Sendable {
    package let userID: String
    package let isin: String
    package let title: String
    package let coupon: HouseEvent.Coupon

    package init(userID: String, isin: String, title: String, coupon: HouseEvent.Coupon) {
        self.userID = userID
        self.isin = isin
        self.title = title
        self.coupon = coupon
    }
}

/// The numbers of waiting and given-up messages of a channel.
package struct ChannelLoad: Hashable, Sendable {
    package let waiting: Int
    package let dead: Int

    package init(waiting: Int, dead: Int) {
        self.waiting = waiting
        self.dead = dead
    }
}

/// A change of an inbox that can be undone, with the state before it.
package struct InboxChange: Hashable, Sendable {
    package let change: NotificationsSignal.Change
    package let before: [String: Notice.Marks]

    package init(change: NotificationsSignal.Change, before: [String: Notice.Marks]) {
        self.change = change
        self.before = before
    }
}

/// The queries of notifications.
package protocol NotificationsReading {
    // MARK: The inbox

    func notice(_ id: String) throws -> Notice?
    /// Returns a user's notice of an event.
    func notice(of event: String, to userID: String) throws -> Notice?
    /// Returns notices, newest first.
    func notices(of userID: String, _ filter: InboxFilter) throws -> [NumberedNotice]
    /// Returns the number of unread notices that are neither archived nor snoozed.
    func unread(of userID: String, at now: Instant) throws -> Int
    /// Returns the notices whose snooze has ended, earliest first.
    func noticesToReturn(at now: Instant, limit: Int) throws -> [Notice]

    // MARK: People

    /// Returns the preferences of a user; the defaults if none are stored.
    func preferences(of userID: String) throws -> Preferences
    /// Returns channels in the order of creation, without removed ones.
    func channels(of userID: String) throws -> [Channel]
    /// Returns a channel, also a removed one whose farewell is pending.
    func channel(_ id: String) throws -> Channel?
    /// Returns the channel whose link has a code with this hash.
    func channel(linkDigest: [UInt8]) throws -> Channel?
    func load(of channelID: String) throws -> ChannelLoad
    func accountName(_ id: String) throws -> String?
    /// Returns the time of registration, until the first sign-in.
    func registered(_ userID: String) throws -> Instant?
    /// Returns coupons that are due on or before a day and were not announced yet.
    func coupons(until day: CalendarDay, limit: Int) throws -> [ExpectedCoupon]

    // MARK: Messages

    func delivery(_ id: String) throws -> Delivery?
    func notices(in deliveryID: String) throws -> [Notice]
    /// Returns the messages that contain a notice, oldest first.
    func deliveries(with noticeID: String) throws -> [Delivery]
    /// Returns the given-up messages, newest first.
    func dead(of userID: String, before number: Int64?, limit: Int) throws -> [(number: Int64, delivery: Delivery)]
    /// Returns the message of a form that can still gather notices.
    func openBundle(_ form: Delivery.Form, in channelID: String, after now: Instant) throws -> Delivery?
    /// Returns a user's gathering messages that were not attempted yet.
    func bundles(of userID: String, after now: Instant) throws -> [Delivery]
    /// Returns the next message of each channel that can send one, at most `limit`.
    func due(at now: Instant, limit: Int) throws -> [Delivery]
    /// Returns the next due time after a moment.
    func nextDue(after now: Instant) throws -> Instant?
    /// Returns the load of the outbox for each kind of channel in use.
    func outboxLoads(at now: Instant) throws -> [NotificationsSignal.OutboxLoad]
    /// Returns the bot's jobs in order.
    func botJobs(limit: Int) throws -> [BotJob]

    /// Returns the sequence of the last handled event of a service.
    func cursor(of source: String) throws -> Int64
}

/// The changes of notifications.
package protocol NotificationsTransaction: NotificationsReading {
    /// Adds a notice to its owner's inbox and records the event.
    /// - Returns: False when the user already has a notice of that event. Then nothing is done.
    func add(_ notice: Notice) throws -> Bool
    func save(_ marks: Notice.Marks, of noticeID: String) throws
    func save(_ facts: NoticeFacts, of noticeID: String) throws
    /// Records the event that notices changed.
    func tellChanged(_ ids: [String], of userID: String, at now: Instant) throws
    /// Records the event that a snoozed notice has returned.
    func tellReturned(_ notice: Notice, at now: Instant) throws
    /// Stores the state before a change. Only the last few changes are kept.
    func push(_ change: InboxChange, of userID: String) throws
    /// Removes and returns the last stored change.
    func popChange(of userID: String) throws -> InboxChange?

    func save(_ preferences: Preferences, of userID: String) throws
    /// Stores the zone of a user with auth's revision, unless a newer one is stored.
    /// - Returns: True when it was stored.
    func keep(zone: String, of userID: String, revision: Int64) throws -> Bool
    func save(_ channel: Channel) throws
    /// Removes a channel with all its messages.
    func removeChannel(_ id: String) throws
    /// Pauses all channels of a kind until a moment.
    func pause(_ kind: NotificationsSignal.ChannelKind, until moment: Instant) throws
    /// Gives up the waiting messages of a channel.
    func giveUp(waitingIn channelID: String, answer: String) throws

    /// Adds a message to its channel.
    func add(_ delivery: Delivery, with noticeIDs: [String]) throws
    func attach(_ noticeID: String, to deliveryID: String) throws
    func save(_ delivery: Delivery) throws
    func add(_ job: BotJob) throws
    func removeBotJob(_ number: Int64) throws

    func name(account id: String, _ name: String) throws
    func register(_ userID: String, at time: Instant) throws
    func forgetRegistration(of userID: String) throws
    /// Replaces the future coupons of a user for a bond. Announced coupons stay announced.
    func replaceCoupons(of userID: String, isin: String, title: String, _ coupons: [HouseEvent.Coupon]) throws
    func noteTold(_ coupon: ExpectedCoupon) throws
    /// Forgets a user with all their data, and their name in notices of others.
    func forget(_ userID: String) throws

    func setCursor(of source: String, to sequence: Int64) throws
}
