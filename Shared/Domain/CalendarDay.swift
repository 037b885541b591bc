/// A day of the Gregorian calendar, `YYYY-MM-DD`, without a time or a zone.
///
/// - Source: RFC 3339 `full-date`; day arithmetic after Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
public struct CalendarDay: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Days since 1970-01-01, negative before it.
    public let daysSince1970: Int

    /// Creates the day `daysSince1970` days after 1970-01-01.
    public init(daysSince1970: Int) { self.daysSince1970 = daysSince1970 }

    /// Creates a day from its parts; nil when there is no such day (29 February 2023) or the year is not 1 ... 9999.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.daysIn(month: month, year: year)
        else {
            return nil
        }
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        daysSince1970 = era * 146_097 + dayOfEra - 719_468
    }

    /// Parses exactly `YYYY-MM-DD`; nil for anything else.
    public init?(_ text: some StringProtocol) {
        var digits = DigitReader(text)
        guard let year = digits.number(of: 4), digits.literal("-"), let month = digits.number(of: 2),
            digits.literal("-"),
            let day = digits.number(of: 2), digits.isAtEnd
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Year, month 1 ... 12 and day 1 ... 31.
    public var components: (year: Int, month: Int, day: Int) {
        let shifted = daysSince1970 + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// `YYYY-MM-DD`.
    public var description: String {
        let (year, month, day) = components
        return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
    }

    /// The instant at which this day begins in UTC.
    public var startInUTC: Instant { Instant(microseconds: Int64(daysSince1970) * 86_400_000_000) }

    /// Returns the day `count` days later, or earlier when negative.
    public func adding(days count: Int) -> CalendarDay { CalendarDay(daysSince1970: daysSince1970 + count) }

    /// Returns the number of days until another day; negative when it is earlier.
    public func days(until other: CalendarDay) -> Int { other.daysSince1970 - daysSince1970 }

    public static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.daysSince1970 < right.daysSince1970 }

    static func daysIn(month: Int, year: Int) -> Int {
        let isLeap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }
}

/// Parses fixed-width decimal fields from the start of a text.
struct DigitReader {
    private var rest: ArraySlice<UInt8>

    init(_ text: some StringProtocol) { rest = Array(text.utf8)[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func literal(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func number(of width: Int) -> Int? {
        guard rest.count >= width else { return nil }
        var value = 0
        for byte in rest.prefix(width) {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        rest.removeFirst(width)
        return value
    }

    /// Parses all leading digits, at least one and at most 18; returns their value and count.
    mutating func digits() -> (value: Int, count: Int)? {
        let run = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        guard !run.isEmpty, run.count <= 18 else { return nil }
        rest.removeFirst(run.count)
        return (run.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }, run.count)
    }
}

/// Returns `value` in decimal with leading zeros up to `width` digits.
func padded(_ value: Int, to width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
