/// The yearly clock changes of a zone, in the format of its file's footer: `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// - Source: POSIX.1-2017, environment variable `TZ`, with the hours -167 ... 167 of RFC 8536.
struct TimeZoneRule: Hashable, Sendable {
    /// A day of the year at a time of day.
    private struct Change: Hashable, Sendable {
        enum Day: Hashable, Sendable {
            /// Day 1 ... 365; 29 February is never counted.
            case julian(Int)
            /// Day 0 ... 365.
            case ofYear(Int)
            /// A day of the week, 0 being Sunday, in week 1 ... 5 of a month; 5 is the last.
            case ofMonth(month: Int, week: Int, weekday: Int)
        }

        let day: Day
        /// Seconds after midnight, by the clocks before the change.
        let time: Int

        func wall(in year: Int) -> Int64? {
            guard let first = CalendarDay(year: year, month: 1, day: 1) else { return nil }
            let found: CalendarDay
            switch day {
            case .julian(let number):
                let isLeap = CalendarDay(year: year, month: 2, day: 29) != nil
                found = first.adding(days: number - 1 + (isLeap && number >= 60 ? 1 : 0))
            case .ofYear(let number): found = first.adding(days: number)
            case .ofMonth(let month, let week, let weekday):
                guard let start = CalendarDay(year: year, month: month, day: 1) else { return nil }
                // 1970-01-01 was a Thursday.
                let weekdayOfStart = ((start.daysSince1970 + 4) % 7 + 7) % 7
                var day = 1 + (weekday - weekdayOfStart + 7) % 7 + (week - 1) * 7
                while day > CalendarDay.daysIn(month: month, year: year) { day -= 7 }
                found = start.adding(days: day - 1)
            }
            return Int64(found.daysSince1970) * 86_400 + Int64(time)
        }
    }

    private struct Summer: Hashable, Sendable {
        let offset: Int
        let begin: Change
        let end: Change
    }

    private let offset: Int
    private let summer: Summer?

    /// Parses a rule; nil when it is malformed.
    init?(_ text: String) {
        var reader = Reader(text)
        guard reader.skipName(), let west = reader.time() else { return nil }
        offset = -west
        guard !reader.isAtEnd else {
            summer = nil
            return
        }
        guard reader.skipName() else { return nil }
        var summerOffset = offset + 3600
        if !reader.isNext(",") {
            guard let west = reader.time() else { return nil }
            summerOffset = -west
        }
        guard reader.skip(","), let begin = reader.change(), reader.skip(","), let end = reader.change(), reader.isAtEnd
        else { return nil }
        summer = Summer(offset: summerOffset, begin: begin, end: end)
    }

    /// Returns the offset at a moment, in seconds east of UTC.
    func offset(at seconds: Int64) -> Int {
        guard let summer else { return offset }
        let day = CalendarDay(daysSince1970: Int((seconds + Int64(offset)).flooredDivision(by: 86_400)))
        let year = day.components.year
        guard let begin = summer.begin.wall(in: year), let end = summer.end.wall(in: year) else { return offset }
        let (from, to) = (begin - Int64(offset), end - Int64(summer.offset))
        let isSummer = from < to ? (from..<to).contains(seconds) : !(to..<from).contains(seconds)
        return isSummer ? summer.offset : offset
    }

    private struct Reader {
        private var rest: Substring.UTF8View

        init(_ text: String) { rest = text[...].utf8 }

        var isAtEnd: Bool { rest.isEmpty }

        func isNext(_ character: Unicode.Scalar) -> Bool { rest.first == UInt8(ascii: character) }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard isNext(character) else { return false }
            rest.removeFirst()
            return true
        }

        mutating func skipName() -> Bool {
            if skip("<") {
                guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
                rest = rest[rest.index(after: end)...]
                return true
            }
            let name = rest.prefix { ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z") }
            rest = rest[name.endIndex...]
            return name.count >= 3
        }

        mutating func number(upTo limit: Int) -> Int? {
            let digits = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
            guard (1...3).contains(digits.count) else { return nil }
            rest = rest[digits.endIndex...]
            let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
            return number <= limit ? number : nil
        }

        /// Parses `[+-]h[h[h]][:mm[:ss]]`, in seconds.
        mutating func time() -> Int? {
            let isNegative = isNext("-")
            if isNegative || isNext("+") { rest.removeFirst() }
            guard let hours = number(upTo: 167) else { return nil }
            var seconds = hours * 3600
            for unit in [60, 1] where skip(":") {
                guard let value = number(upTo: 59) else { return nil }
                seconds += value * unit
            }
            return isNegative ? -seconds : seconds
        }

        mutating func change() -> Change? {
            let day: Change.Day
            if skip("M") {
                guard let month = number(upTo: 12), month > 0, skip("."), let week = number(upTo: 5), week > 0,
                    skip("."), let weekday = number(upTo: 6)
                else { return nil }
                day = .ofMonth(month: month, week: week, weekday: weekday)
            } else if skip("J") {
                guard let number = number(upTo: 365), number > 0 else { return nil }
                day = .julian(number)
            } else {
                guard let number = number(upTo: 365) else { return nil }
                day = .ofYear(number)
            }
            guard skip("/") else { return Change(day: day, time: 7200) }
            guard let time = time() else { return nil }
            return Change(day: day, time: time)
        }
    }
}
