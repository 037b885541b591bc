import Coordination
import Domain
import Signals

/// Knows when things are due for a user: by their time zone, which is what "today" is.
package struct Timetable: Sendable {
    /// So many days before the last day to cancel on, its user is told.
    static let cancelNotice = 3

    let zones: @Sendable (String) -> TimeZone?
    /// For users who have set none.
    let standardZone: String
    /// For users of whom nothing says a better one.
    let standardCurrency: Currency
    let clock: WallClock

    package init(
        zones: @escaping @Sendable (String) -> TimeZone?, standardZone: String, standardCurrency: Currency,
        clock: WallClock
    ) {
        self.zones = zones
        self.standardZone = standardZone
        self.standardCurrency = standardCurrency
        self.clock = clock
    }

    func settings(of owner: String, in reading: any SubscriptionsReading) throws -> UserSettings {
        try reading.settings(of: owner) ?? UserSettings(owner: owner, timeZone: standardZone)
    }

    /// What a user has set, kept from now on, so that there is a row to note things in.
    func kept(_ owner: String, in transaction: any SubscriptionsTransaction) throws -> UserSettings {
        if let settings = try transaction.settings(of: owner) { return settings }
        let settings = UserSettings(owner: owner, timeZone: standardZone)
        try transaction.put(settings)
        return settings
    }

    /// A zone that has gone from the machine since it was set is UTC.
    func zone(of settings: UserSettings) -> TimeZone { zones(settings.timeZone) ?? .utc }

    /// Counts the days of a user by the clocks of a zone from now on, unless a newer one is known.
    /// - Returns: Whether it is another zone.
    @discardableResult
    func live(by zone: String, _ owner: String, revision: Int64, in transaction: any SubscriptionsTransaction) throws
        -> Bool
    {
        guard try transaction.keep(zone: zone, of: owner, revision: revision) else { return false }
        var settings = try kept(owner, in: transaction)
        guard settings.timeZone != zone else { return false }
        settings.timeZone = zone
        settings.lookAt = clock.now()
        try transaction.put(settings)
        // Other midnights.
        let zone = self.zone(of: settings)
        for var subscription in try transaction.subscriptions(of: owner) {
            Self.set(&subscription, zone)
            try transaction.put(subscription)
        }
        for var payment in try transaction.openPayments(of: owner) where payment.status == .pastDue {
            payment.retryAt = payment.nextTry.map(zone.start)
            try transaction.put(payment)
        }
        return true
    }

    /// Puts a new subscription among those of its owner, who is not reminded of what is over already.
    func begin(
        _ subscription: inout Subscription, _ zone: TimeZone, today: CalendarDay,
        in transaction: any SubscriptionsTransaction
    ) throws {
        Self.startReminding(&subscription, today: today)
        Self.set(&subscription, zone)
        try transaction.put(subscription)
        try transaction.tell(.changed(subscription, .added))
        _ = try kept(subscription.owner, in: transaction)
    }

    func zone(of owner: String, in reading: any SubscriptionsReading) throws -> TimeZone {
        zone(of: try settings(of: owner, in: reading))
    }

    /// Sets when something is to be done about a subscription next.
    static func set(_ subscription: inout Subscription, _ zone: TimeZone) {
        guard !subscription.isPaused, let next = subscription.next else {
            (subscription.dueAt, subscription.remindAt) = (nil, nil)
            return
        }
        subscription.dueAt = zone.start(of: next)
        let days = [
            waiting(subscription, for: next).first.map { next.adding(days: -$0) },
            subscription.cancelTold == next
                ? nil : subscription.cancelDays.map { next.adding(days: -$0 - cancelNotice) },
        ].compactMap { $0 }
        subscription.remindAt = days.min().map(zone.start)
    }

    /// The reminders of a payment that were not told yet, the most days first.
    static func waiting(_ subscription: Subscription, for day: CalendarDay) -> [Int] {
        guard let reminded = subscription.reminded, reminded.day == day else { return subscription.reminders }
        return subscription.reminders.filter { $0 < reminded.offset }
    }

    /// Has only those reminders wait that are not over already.
    static func startReminding(_ subscription: inout Subscription, today: CalendarDay) {
        guard let next = subscription.next else { return }
        let left = next.daysSince1970 - today.daysSince1970
        subscription.reminded = Subscription.Reminded(day: next, offset: left + 1)
    }
}

/// The zones of users within one piece of work, each found once.
struct UserZones {
    private let timetable: Timetable
    private var known: [String: TimeZone] = [:]

    init(_ timetable: Timetable) { self.timetable = timetable }

    mutating func zone(of owner: String, in reading: any SubscriptionsReading) throws -> TimeZone {
        if let zone = known[owner] { return zone }
        let zone = try timetable.zone(of: owner, in: reading)
        known[owner] = zone
        return zone
    }
}
