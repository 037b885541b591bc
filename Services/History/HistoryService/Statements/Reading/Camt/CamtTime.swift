import Domain

/// A date of a camt message: a day, or a time with or without an offset.
struct CamtTime: Hashable {
    /// The day as the bank wrote it.
    let day: CalendarDay
    /// The moment. Without an offset the time of day is taken as UTC, to be read as local to the user.
    let moment: Instant
    let hasTime: Bool
    /// True when an offset was given.
    let isExact: Bool

    /// Reads `2026-11-21`, `2026-11-21+01:00`, `2026-11-21T10:15:30` and `2026-11-21T10:15:30.123+01:00`; nil for
    /// anything else. Many banks write midnight where they mean the day alone.
    ///
    /// - Source: XML Schema Part 2, 3.2.7 "dateTime" and 3.2.9 "date".
    init?(_ text: String) {
        guard text.utf8.count <= 40, let day = CalendarDay(text.prefix(10)), day.components.year > 0 else { return nil }
        self.day = day
        var rest = text.dropFirst(10)
        let offset = Self.cutOffset(from: &rest)
        guard rest.first == "T" else {
            guard rest.isEmpty else { return nil }
            (moment, hasTime, isExact) = (day.startInUTC, false, false)
            return
        }
        guard rest.allSatisfy({ "T0123456789:.".contains($0) }), let time = WrittenDate("2000-01-01" + rest)?.timeOfDay
        else { return nil }
        guard time != 0 else {
            (moment, hasTime, isExact) = (day.startInUTC, false, false)
            return
        }
        let moment = Instant(microseconds: day.startInUTC.microseconds + time - (offset ?? 0))
        guard (1...9_999).contains(moment.dayInUTC.components.year) else { return nil }
        (self.moment, hasTime, isExact) = (moment, true, offset != nil)
    }

    /// Removes `Z`, `+01:00` or `-05:00` from the end. Returns microseconds east of UTC; nil without an offset.
    private static func cutOffset(from rest: inout Substring) -> Int64? {
        if rest.last == "Z" {
            rest.removeLast()
            return 0
        }
        let offset = rest.suffix(6)
        let digits = offset.utf8.filter { (0x30...0x39).contains($0) }.map { Int64($0 - 0x30) }
        guard offset.utf8.count == 6, let sign = offset.first, "+-".contains(sign), digits.count == 4,
            offset.dropFirst(3).first == ":"
        else { return nil }
        let minutes = (digits[0] * 10 + digits[1]) * 60 + digits[2] * 10 + digits[3]
        guard minutes <= 14 * 60 else { return nil }
        rest = rest.dropLast(6)
        return (sign == "-" ? -minutes : minutes) * 60_000_000
    }
}
