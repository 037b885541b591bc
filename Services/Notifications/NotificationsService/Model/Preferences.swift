import Domain
import Signals

/// What somebody wants to be told, where and when.
package struct Preferences: Codable, Hashable, Sendable {
    package typealias Category = NotificationsSignal.Category
    package typealias Kind = NotificationsSignal.Kind
    package typealias ChannelKind = NotificationsSignal.ChannelKind

    /// Nil until somebody says; then that of the house.
    package var language: NotificationsSignal.Language?
    package var zone = "UTC"
    /// What is other than usual, by category and kind of channel.
    package var rules: [String: NotificationsSignal.Carrying] = [:]
    package var thresholds: [Money] = []
    package var quiet: QuietHours?
    package var digest = DigestTime()
    /// What is told of what one did oneself; nil until somebody says, which is nothing.
    package var own: [Kind]?

    package init() {}

    /// When a category is carried unless somebody says otherwise: what one has just done or can wait interrupts nobody.
    package static func usual(_ category: Category) -> NotificationsSignal.Carrying {
        switch category {
        case .imports: .off
        case .patterns: .digest
        default: .now
        }
    }

    /// Whether somebody wants to be told of what they did themselves.
    package func wantsOwn(_ kind: Kind) -> Bool { own?.contains(kind) ?? false }

    /// What cannot be turned off or put off.
    package static func isLocked(_ category: Category) -> Bool { category == .security }

    /// When a kind of channel carries what is about something.
    package func carrying(_ category: Category, _ channel: ChannelKind) -> NotificationsSignal.Carrying {
        Self.isLocked(category) ? .now : rules[Self.key(category, channel)] ?? Self.usual(category)
    }

    /// Says when.
    package mutating func carry(
        _ category: Category, by channel: ChannelKind, _ carrying: NotificationsSignal.Carrying
    ) {
        rules[Self.key(category, channel)] = carrying == Self.usual(category) ? nil : carrying
    }

    /// Whether somebody wants to hear of so much money, in or out.
    package func isWorthTelling(_ amount: Money) -> Bool {
        guard let threshold = thresholds.first(where: { $0.currency == amount.currency }) else { return true }
        return amount.minorUnits.magnitude >= threshold.minorUnits.magnitude
    }

    /// Whether money that leaves is told less, or later, than by the wishes of before.
    package func tellsLessOfMoneyOut(than before: Preferences) -> Bool {
        let isCarriedLess = ChannelKind.allCases.contains { channel in
            Self.rank(carrying(.moneyOut, channel)) < Self.rank(before.carrying(.moneyOut, channel))
        }
        let isFromMoreOn = thresholds.contains { threshold in
            let old = before.thresholds.first { $0.currency == threshold.currency }
            return threshold.minorUnits > old?.minorUnits ?? 0
        }
        let isQuieter = quiet != nil && quiet != before.quiet
        let isRarer =
            digest.every == .week && before.digest.every == .day
            && ChannelKind.allCases.contains { carrying(.moneyOut, $0) == .digest }
        return isCarriedLess || isFromMoreOn || isQuieter || isRarer
            || before.wantsOwn(.moneyOut) && !wantsOwn(.moneyOut)
    }

    /// The sooner it comes, the higher.
    private static func rank(_ carrying: NotificationsSignal.Carrying) -> Int {
        switch carrying {
        case .off: 0
        case .digest: 1
        case .now: 2
        }
    }

    private static func key(_ category: Category, _ channel: ChannelKind) -> String {
        "\(category.rawValue) \(channel.rawValue)"
    }
}

/// A time of day, to the minute.
package struct ClockTime: Codable, Hashable, Sendable {
    /// Minutes after midnight, 0 ... 1,439.
    package let minutes: Int

    package init(minutes: Int) {
        precondition((0..<1440).contains(minutes), "a day has 1,440 minutes")
        self.minutes = minutes
    }

    /// Reads `08:00`; nil for anything else.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"),
            [0, 1, 3, 4].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[$0]) }),
            let hour = Int(text.prefix(2)), let minute = Int(text.suffix(2)), hour < 24, minute < 60
        else { return nil }
        minutes = hour * 60 + minute
    }

    package var text: String {
        let (hour, minute) = (minutes / 60, minutes % 60)
        return (hour < 10 ? "0" : "") + String(hour) + ":" + (minute < 10 ? "0" : "") + String(minute)
    }

    /// Seconds after midnight.
    package var second: Int { minutes * 60 }
}

/// Hours in which nothing but security gets through, by the clocks on the wall.
package struct QuietHours: Codable, Hashable, Sendable {
    package let from: ClockTime
    package let to: ClockTime

    /// Nil for no hours at all.
    package init?(from: ClockTime, to: ClockTime) {
        guard from != to else { return nil }
        self.from = from
        self.to = to
    }

    /// When the quiet that holds at a moment ends; nil when none does.
    ///
    /// Quiet is one stretch of time from the moment the clocks show its beginning to the moment they first show its end, or
    /// leave either out, whatever happens to them between: an hour that comes twice does not make it quiet twice.
    package func end(at now: Instant, in zone: TimeZone) -> Instant? {
        let today = zone.day(at: now)
        for day in [today.adding(days: -1), today] {
            let begin = zone.firstInstant(of: day, second: from.second)
            let end = zone.firstInstant(of: from.minutes < to.minutes ? day : day.adding(days: 1), second: to.second)
            if begin <= now, now < end { return end }
        }
        return nil
    }
}

/// When digests come, by the clocks on the wall.
package struct DigestTime: Codable, Hashable, Sendable {
    package var every = NotificationsSignal.DigestEvery.day
    package var at = ClockTime(minutes: 9 * 60)
    /// 1 is Monday, 7 is Sunday.
    package var weekday = 1

    package init() {}

    /// The first digest after a moment.
    package func next(after now: Instant, in zone: TimeZone) -> Instant {
        var day = zone.day(at: now)
        while true {
            let moment = zone.instant(of: day, second: at.second)
            // 1970-01-01 was a Thursday.
            let isDay = every == .day || ((day.daysSince1970 + 3) % 7 + 7) % 7 + 1 == weekday
            if isDay, moment > now { return moment }
            day = day.adding(days: 1)
        }
    }
}
