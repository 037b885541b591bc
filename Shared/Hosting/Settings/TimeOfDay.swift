/// A time of day in UTC, to the minute.
public struct TimeOfDay: Sendable, Hashable {
    /// The time since midnight.
    public let sinceMidnight: Duration

    /// - Precondition: The hour is in 0 ... 23, the minute in 0 ... 59.
    public init(hour: Int, minute: Int) {
        precondition((0...23).contains(hour) && (0...59).contains(minute), "A day has 24 hours of 60 minutes.")
        sinceMidnight = .seconds(3600 * hour + 60 * minute)
    }
}

extension TimeOfDay: SettingValue {
    public static var settingType: String { "a time of day in UTC like 00:30" }

    public static func parse(_ text: String) -> TimeOfDay? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2,
            parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        return TimeOfDay(hour: hour, minute: minute)
    }

    public var settingText: String {
        let minutes = Int(sinceMidnight / .seconds(60))
        let (hour, minute) = (minutes / 60, minutes % 60)
        return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }
}
