import Coordination
import Domain
import Signals

/// Where notifications are kept, in words of the model.
package protocol NotificationsStore: ModelStore
where Reading == any NotificationsReading, Writing == any NotificationsTransaction {}

/// Which notices of an inbox are meant.
package struct InboxFilter: Hashable, Sendable {
    package var isUnreadOnly = false
    package var isArchived = false
    package var kinds: [NotificationsSignal.Kind]?
    /// Only those before this one.
    package var before: Int64?
    package var limit = 50
    /// What is out of sight then is left out.
    package var now: Instant

    package init(now: Instant) { self.now = now }
}

/// A notice and its place in the order of arrival.
package struct NumberedNotice: Hashable, Sendable {
    package let number: Int64
    package let notice: Notice

    package init(number: Int64, notice: Notice) {
        self.number = number
        self.notice = notice
    }
}

/// A coupon that somebody is to be told of on its day.
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

/// How many messages of a channel wait, and how many were given up.
package struct ChannelLoad: Hashable, Sendable {
    package let waiting: Int
    package let dead: Int

    package init(waiting: Int, dead: Int) {
        self.waiting = waiting
        self.dead = dead
    }
}

/// A change of an inbox that can be taken back: how things were before.
package struct InboxChange: Hashable, Sendable {
    package let change: NotificationsSignal.Change
    package let before: [String: Notice.Marks]

    package init(change: NotificationsSignal.Change, before: [String: Notice.Marks]) {
        self.change = change
        self.before = before
    }
}

/// What can be asked.
package protocol NotificationsReading {
    // MARK: The inbox

    func notice(_ id: String) throws -> Notice?
    /// The one that tells somebody of an event.
    func notice(of event: String, to userID: String) throws -> Notice?
    /// The newest first.
    func notices(of userID: String, _ filter: InboxFilter) throws -> [NumberedNotice]
    /// How many were not read, are not put away, and are in sight.
    func unread(of userID: String, at now: Instant) throws -> Int
    /// Those whose time out of sight is over, the earliest first.
    func noticesToReturn(at now: Instant, limit: Int) throws -> [Notice]

    // MARK: People

    /// What somebody wants; the defaults for whoever never said.
    func preferences(of userID: String) throws -> Preferences
    /// In the order they were set up, without those that were taken away.
    func channels(of userID: String) throws -> [Channel]
    /// Also one that was taken away and has not yet said so.
    func channel(_ id: String) throws -> Channel?
    /// The one whose link has a code with this hash.
    func channel(linkDigest: [UInt8]) throws -> Channel?
    func load(of channelID: String) throws -> ChannelLoad
    func accountName(_ id: String) throws -> String?
    /// When somebody registered, until their first sign-in.
    func registered(_ userID: String) throws -> Instant?
    /// Not told yet, and due before the end of that day.
    func coupons(until day: CalendarDay, limit: Int) throws -> [ExpectedCoupon]

    // MARK: Messages

    func delivery(_ id: String) throws -> Delivery?
    func notices(in deliveryID: String) throws -> [Notice]
    /// The messages that a notice is in, the oldest first.
    func deliveries(with noticeID: String) throws -> [Delivery]
    /// Given up, the newest first.
    func dead(of userID: String, before number: Int64?, limit: Int) throws -> [(number: Int64, delivery: Delivery)]
    /// The one of a form that can still take more.
    func openBundle(_ form: Delivery.Form, in channelID: String, after now: Instant) throws -> Delivery?
    /// Those of somebody that gather and were not tried yet.
    func bundles(of userID: String, after now: Instant) throws -> [Delivery]
    /// The next message of each channel that can take one, at most `limit`.
    func due(at now: Instant, limit: Int) throws -> [Delivery]
    /// When something falls due next, after a moment.
    func nextDue(after now: Instant) throws -> Instant?
    /// What is in the outbox, for each kind of channel that anybody has.
    func outboxLoads(at now: Instant) throws -> [NotificationsSignal.OutboxLoad]
    /// What the bot has yet to do, in order.
    func botJobs(limit: Int) throws -> [BotJob]

    /// The sequence of the last event of a service that was handled.
    func cursor(of source: String) throws -> Int64
}

/// What can be changed.
package protocol NotificationsTransaction: NotificationsReading {
    /// Puts a notice into its owner's inbox, and tells of it.
    /// - Returns: False when there is one of that event for that person already; nothing was done then.
    func add(_ notice: Notice) throws -> Bool
    func save(_ marks: Notice.Marks, of noticeID: String) throws
    func save(_ facts: NoticeFacts, of noticeID: String) throws
    /// Tells that notices are other than they were.
    func tellChanged(_ ids: [String], of userID: String, at now: Instant) throws
    /// Tells that a notice has come back into sight.
    func tellReturned(_ notice: Notice, at now: Instant) throws
    /// Remembers how things were before a change; only the last few are kept.
    func push(_ change: InboxChange, of userID: String) throws
    /// Takes the last change off what is remembered.
    func popChange(of userID: String) throws -> InboxChange?

    func save(_ preferences: Preferences, of userID: String) throws
    /// Keeps the zone of somebody, as auth numbers it, unless a newer one is known.
    /// - Returns: Whether it is kept.
    func keep(zone: String, of userID: String, revision: Int64) throws -> Bool
    func save(_ channel: Channel) throws
    /// Takes it away with all its messages.
    func removeChannel(_ id: String) throws
    /// Nothing goes through any channel of this kind until then.
    func pause(_ kind: NotificationsSignal.ChannelKind, until moment: Instant) throws
    /// Gives up what waits in a channel.
    func giveUp(waitingIn channelID: String, answer: String) throws

    /// Puts a message into its channel.
    func add(_ delivery: Delivery, with noticeIDs: [String]) throws
    func attach(_ noticeID: String, to deliveryID: String) throws
    func save(_ delivery: Delivery) throws
    func add(_ job: BotJob) throws
    func removeBotJob(_ number: Int64) throws

    func name(account id: String, _ name: String) throws
    func register(_ userID: String, at time: Instant) throws
    func forgetRegistration(of userID: String) throws
    /// All that somebody will get of a bond, in place of what was said before. What was told of already stays told.
    func replaceCoupons(of userID: String, isin: String, title: String, _ coupons: [HouseEvent.Coupon]) throws
    func noteTold(_ coupon: ExpectedCoupon) throws
    /// Forgets a user and all that was theirs, and their name in what others were told.
    func forget(_ userID: String) throws

    func setCursor(of source: String, to sequence: Int64) throws
}
