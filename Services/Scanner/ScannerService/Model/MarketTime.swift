import Domain
import Signals

/// A time by the clock of an exchange, to the minute and without a zone.
package struct MarketTime: Hashable, Comparable, Codable, Sendable {
    /// The accepted years.
    static let years = 1900...2199
    static let minutesOfDay = 1440

    /// Minutes since 1970-01-01 00:00.
    package let minutes: Int32

    package init(minutes: Int32) { self.minutes = minutes }

    /// Creates the time of a minute of a day; nil outside ``years``.
    package init?(day: CalendarDay, minute: Int = 0) {
        guard Self.years.contains(day.components.year), (0..<Self.minutesOfDay).contains(minute) else { return nil }
        minutes = Int32(truncatingIfNeeded: day.daysSince1970 * Self.minutesOfDay + minute)
    }

    /// The day of this time.
    package var day: CalendarDay {
        CalendarDay(daysSince1970: Int((Double(minutes) / Double(Self.minutesOfDay)).rounded(.down)))
    }

    /// The minute within the day.
    package var minuteOfDay: Int { Int(minutes) - day.daysSince1970 * Self.minutesOfDay }

    /// Returns the text of this time: a day for candles of a day or longer, else day and time.
    package func text(in timeframe: ScannerSignal.Timeframe) -> String {
        timeframe.isWithinDay ? "\(day)T\(Self.clock(minuteOfDay))" : "\(day)"
    }

    private static func clock(_ minute: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(minute / 60)):\(two(minute % 60))"
    }

    package static func < (left: MarketTime, right: MarketTime) -> Bool { left.minutes < right.minutes }
}

/// One end of a period, given as a day or as a time.
package struct MarketBound: Hashable, Sendable {
    /// The first minute of the bound.
    package let first: MarketTime
    /// The last minute of the bound, inclusive.
    package let last: MarketTime
    /// The original text.
    package let text: String

    /// Parses `2025-10-08` or `2025-10-08T15:30`.
    package init?(_ text: String) {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard let date = parts.first, parts.count <= 2, let day = CalendarDay(date) else { return nil }
        self.text = text
        if parts.count == 1 {
            guard let first = MarketTime(day: day),
                let last = MarketTime(day: day, minute: MarketTime.minutesOfDay - 1)
            else { return nil }
            (self.first, self.last) = (first, last)
        } else {
            let clock = parts[1].split(separator: ":", omittingEmptySubsequences: false)
            guard clock.count == 2, clock.allSatisfy({ $0.utf8.count == 2 }), let hour = Int(clock[0]),
                let minute = Int(clock[1]), (0..<24).contains(hour), (0..<60).contains(minute),
                let time = MarketTime(day: day, minute: hour * 60 + minute)
            else { return nil }
            (first, last) = (time, time)
        }
    }
}

extension ScannerSignal.Timeframe {
    /// The duration of a candle in minutes; for a month, the shortest.
    package var minutes: Int {
        switch self {
        case .oneMinute: 1
        case .fiveMinutes: 5
        case .tenMinutes: 10
        case .fifteenMinutes: 15
        case .thirtyMinutes: 30
        case .oneHour: 60
        case .fourHours: 240
        case .oneDay: MarketTime.minutesOfDay
        case .oneWeek: 7 * MarketTime.minutesOfDay
        case .oneMonth: 28 * MarketTime.minutesOfDay
        }
    }

    /// True when a day has several candles.
    package var isWithinDay: Bool { minutes < MarketTime.minutesOfDay }
}
