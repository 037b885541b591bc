import Coordination
import Domain
import Signals

/// Computes when things are due for a user. The user's time zone decides what "today" is.
package struct Timetable: Sendable {
    /// The user is notified this number of days before the last day to cancel.
    static let cancelNotice = 3

    let zones: @Sendable (String) -> TimeZone?
    /// The zone of users who have set none.
    let standardZone: String
    /// The currency of users for whom no better one is known.
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

    /// Returns the settings of a user and creates the row when there is none, so that later writes find it.
    func kept(_ owner: String, in transaction: any SubscriptionsTransaction) throws -> UserSettings {
        if let settings = try transaction.settings(of: owner) { return settings }
        let settings = UserSettings(owner: owner, timeZone: standardZone)
        try transaction.put(settings)
        return settings
    }

    /// Returns the zone of the settings; UTC when the machine no longer knows the zone.
    func zone(of settings: UserSettings) -> TimeZone { zones(settings.timeZone) ?? .utc }

    /// Switches a user to a time zone, unless a newer one is known.
    /// - Returns: True when the zone has changed.
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
        // Days now begin at other instants.
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

    /// Stores a new subscription. Its owner gets no reminder whose day has passed.
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

    /// Sets the instants of the next payment and of the next reminder.
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

    /// Returns the reminders of a payment that are still to come, in descending order of days.
    static func waiting(_ subscription: Subscription, for day: CalendarDay) -> [Int] {
        guard let reminded = subscription.reminded, reminded.day == day else { return subscription.reminders }
        return subscription.reminders.filter { $0 < reminded.offset }
    }

    /// Drops the reminders whose day has passed.
    static func startReminding(_ subscription: inout Subscription, today: CalendarDay) {
        guard let next = subscription.next else { return }
        let left = next.daysSince1970 - today.daysSince1970
        subscription.reminded = Subscription.Reminded(day: next, offset: left + 1)
    }
}

/// A cache of users' time zones for one batch.
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
