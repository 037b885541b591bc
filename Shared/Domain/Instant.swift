/// A moment in time: microseconds since 1970-01-01T00:00:00Z, without leap seconds.
///
/// In JSON it is a text of RFC 3339 in UTC, `2026-11-21T08:51:48.123456Z`.
public struct Instant: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Microseconds since 1970 in UTC.
    public let microseconds: Int64

    /// Creates the moment `microseconds` after 1970-01-01T00:00:00Z.
    public init(microseconds: Int64) { self.microseconds = microseconds }

    /// Creates the moment `milliseconds` after 1970-01-01T00:00:00Z; saturates at the ends of the range.
    public init(milliseconds: Int64) {
        let (product, overflowed) = milliseconds.multipliedReportingOverflow(by: 1000)
        microseconds = overflowed ? (milliseconds < 0 ? .min : .max) : product
    }

    /// Milliseconds since 1970, rounded down.
    public var milliseconds: Int64 { microseconds.flooredDivision(by: 1000) }

    /// The start of the moment's second.
    public var wholeSeconds: Instant {
        Instant(microseconds: microseconds.flooredDivision(by: 1_000_000) * 1_000_000)
    }

    /// The day in UTC that contains this moment.
    public var dayInUTC: CalendarDay {
        CalendarDay(daysSince1970: Int(microseconds.flooredDivision(by: 86_400_000_000)))
    }

    /// Parses a date-time of RFC 3339, any offset, up to microseconds; nil for anything else (also for a second of 60).
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 35, text.utf8.count >= 20 else { return nil }
        let separator = text.index(text.startIndex, offsetBy: 10, limitedBy: text.endIndex) ?? text.endIndex
        guard let day = CalendarDay(text[..<separator]) else { return nil }
        var clock = DigitReader(text[separator...])
        guard clock.literal("T") || clock.literal("t"), let hour = clock.number(of: 2), hour < 24, clock.literal(":"),
            let minute = clock.number(of: 2), minute < 60, clock.literal(":"), let second = clock.number(of: 2),
            second < 60
        else { return nil }
        var fraction = 0
        if clock.literal(".") {
            guard let (value, count) = clock.digits() else { return nil }
            fraction = value
            for _ in 0..<max(0, 6 - count) { fraction *= 10 }
            for _ in 0..<max(0, count - 6) { fraction /= 10 }
        }
        var offset = 0
        if !(clock.literal("Z") || clock.literal("z")) {
            let isEast = clock.literal("+")
            guard isEast || clock.literal("-"), let hours = clock.number(of: 2), hours < 24, clock.literal(":"),
                let minutes = clock.number(of: 2), minutes < 60
            else { return nil }
            offset = (hours * 60 + minutes) * (isEast ? 60 : -60)
        }
        guard clock.isAtEnd else { return nil }
        let seconds = day.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second - offset
        // An offset can lead beyond the years 1 ... 9999, which no text in UTC can express.
        guard (-62_135_596_800..<253_402_300_800).contains(seconds) else { return nil }
        microseconds = Int64(seconds) * 1_000_000 + Int64(fraction)
    }

    /// RFC 3339 in UTC with as many decimals as needed: none, three or six.
    public var description: String {
        var bytes: [UInt8] = []
        appendText(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// `2026-11-22 02:12`: the minute in UTC, as people read it.
    public var minuteInUTC: String {
        let text = description
        return text.prefix(10) + " " + text.dropFirst(11).prefix(5)
    }

    /// Appends ``description`` as ASCII, without creating a string.
    public func appendText(to bytes: inout [UInt8]) {
        let day = dayInUTC
        let (year, month, dayOfMonth) = day.components
        let rest = Int(microseconds - Int64(day.daysSince1970) * 86_400_000_000)
        // A date, a time and six decimals at most: 27 bytes for a four-digit year.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { text in
            var count = 0
            func put(_ byte: UInt8) {
                text[count] = byte
                count += 1
            }
            func put(_ value: Int, _ width: Int, _ separator: UInt8) {
                var (position, rest) = (count + width, value)
                while position > count {
                    position -= 1
                    text[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                    rest /= 10
                }
                count += width
                put(separator)
            }
            put(year, 4, UInt8(ascii: "-"))
            put(month, 2, UInt8(ascii: "-"))
            put(dayOfMonth, 2, UInt8(ascii: "T"))
            put(rest / 3_600_000_000, 2, UInt8(ascii: ":"))
            put(rest / 60_000_000 % 60, 2, UInt8(ascii: ":"))
            let fraction = rest % 1_000_000
            put(rest / 1_000_000 % 60, 2, fraction == 0 ? UInt8(ascii: "Z") : UInt8(ascii: "."))
            if fraction != 0, fraction % 1000 == 0 {
                put(fraction / 1000, 3, UInt8(ascii: "Z"))
            } else if fraction != 0 {
                put(fraction, 6, UInt8(ascii: "Z"))
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[..<count]))
        }
    }

    public static func < (left: Instant, right: Instant) -> Bool { left.microseconds < right.microseconds }

    /// Returns the moment `duration` later; saturates at the ends of the range.
    public static func + (instant: Instant, duration: Duration) -> Instant {
        let (sum, overflowed) = instant.microseconds.addingReportingOverflow(duration.wholeMicroseconds)
        return Instant(microseconds: overflowed ? (duration < .zero ? .min : .max) : sum)
    }

    /// Returns the time from `right` to `left`.
    public static func - (left: Instant, right: Instant) -> Duration {
        .microseconds(left.microseconds.subtractingReportingOverflow(right.microseconds).partialValue)
    }
}

extension Duration {
    /// The duration in whole microseconds, rounded towards zero; saturates at the ends of the range.
    public var wholeMicroseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflowed) = seconds.multipliedReportingOverflow(by: 1_000_000)
        return overflowed ? (seconds < 0 ? .min : .max) : product + attoseconds / 1_000_000_000_000
    }

    /// The duration in whole milliseconds, rounded towards zero.
    public var wholeMilliseconds: Int64 { wholeMicroseconds / 1000 }
}
