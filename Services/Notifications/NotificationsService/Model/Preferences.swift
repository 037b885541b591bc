import Domain
import Signals

/// The preferences of a user: which notices to get, where and when.
package struct Preferences: Codable, Hashable, Sendable {
    package typealias Category = NotificationsSignal.Category
    package typealias Kind = NotificationsSignal.Kind
    package typealias ChannelKind = NotificationsSignal.ChannelKind

    /// Nil until the user chooses; then the default of the house applies.
    package var language: NotificationsSignal.Language?
    package var zone = "UTC"
    /// The deviations from the defaults, by category and kind of channel.
    package var rules: [String: NotificationsSignal.Carrying] = [:]
    package var thresholds: [Money] = []
    package var quiet: QuietHours?
    package var digest = DigestTime()
    /// The kinds of the user's own actions to be notified of; nil until the user chooses, which means none.
    package var own: [Kind]?

    package init() {}

    /// Returns the default of a category: notices that can wait or follow the user's own action do not interrupt.
    package static func usual(_ category: Category) -> NotificationsSignal.Carrying {
        switch category {
        case .imports: .off
        case .patterns: .digest
        default: .now
        }
    }

    /// True when the user wants notices about their own actions of this kind.
    package func wantsOwn(_ kind: Kind) -> Bool { own?.contains(kind) ?? false }

    /// True for a category that cannot be turned off or postponed.
    package static func isLocked(_ category: Category) -> Bool { category == .security }

    /// Returns when a kind of channel carries a category.
    package func carrying(_ category: Category, _ channel: ChannelKind) -> NotificationsSignal.Carrying {
        Self.isLocked(category) ? .now : rules[Self.key(category, channel)] ?? Self.usual(category)
    }

    /// Sets when a kind of channel carries a category.
    package mutating func carry(
        _ category: Category, by channel: ChannelKind, _ carrying: NotificationsSignal.Carrying
    ) {
        rules[Self.key(category, channel)] = carrying == Self.usual(category) ? nil : carrying
    }

    /// True when an amount, in or out, reaches the user's threshold.
    package func isWorthTelling(_ amount: Money) -> Bool {
        guard let threshold = thresholds.first(where: { $0.currency == amount.currency }) else { return true }
        return amount.minorUnits.magnitude >= threshold.minorUnits.magnitude
    }

    /// True when money out is reported less, or later, than by the previous preferences.
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

    /// Returns a rank, higher for sooner.
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

/// Hours of local time in which only security notices are sent.
package struct QuietHours: Codable, Hashable, Sendable {
    package let from: ClockTime
    package let to: ClockTime

    /// Nil for equal times, which means no quiet hours.
    package init?(from: ClockTime, to: ClockTime) {
        guard from != to else { return nil }
        self.from = from
        self.to = to
    }

    /// Returns the end of the quiet hours that contain a moment; nil outside them.
    ///
    /// Quiet hours are one continuous period from the moment the local clock first shows their beginning to the moment
    /// it first shows their end, or skips either. An hour that occurs twice is not quiet twice.
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

/// The times of digests in local time.
package struct DigestTime: Codable, Hashable, Sendable {
    package var every = NotificationsSignal.DigestEvery.day
    package var at = ClockTime(minutes: 9 * 60)
    /// 1 is Monday, 7 is Sunday.
    package var weekday = 1

    package init() {}

    /// Returns the first digest after a moment.
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
