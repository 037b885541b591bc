import Domain
import GatewayWords
import Hosting

/// Reads days given in words: `yesterday`, `monday`, `5 november`, `last month`, `прошлая неделя`.
package struct DayWords {
    let today: CalendarDay
    let side: TypedDay.Side
    let end: TypedDay.End

    /// Returns the day that `text` names. Hyphens stand for spaces, so that shells need no quotes.
    func day(_ text: String) -> CalendarDay? {
        var words = FoldedWord.of(text).split { $0.isWhitespace || $0 == "-" }.map(String.init)
        if words.count > 1, ["on", "in", "в", "во"].contains(words[0]) { words.removeFirst() }
        switch words.count {
        case 1: return Self.days[words[0]].map { today.adding(days: $0) } ?? weekday(words[0], nil) ?? month(words[0])
        case 2:
            if let turn = Self.turns[words[0]] { return weekday(words[1], turn) ?? period(words[1], turn) }
            return dayOfMonth(words[0], words[1], nil)
        case 3: return Int.parse(words[2]).flatMap { dayOfMonth(words[0], words[1], $0) }
        default: return nil
        }
    }

    /// The words to suggest.
    package static func proposed(_ side: TypedDay.Side) -> [Text] {
        let weekdays = [
            Text("monday", "понедельник"), Text("tuesday", "вторник"), Text("wednesday", "среда"),
            Text("thursday", "четверг"), Text("friday", "пятница"), Text("saturday", "суббота"),
            Text("sunday", "воскресенье"),
        ]
        switch side {
        case .past:
            return [Text("today", "сегодня"), Text("yesterday", "вчера")] + weekdays + [
                Text("this-week", "эта-неделя"), Text("last-week", "прошлая-неделя"),
                Text("this-month", "этот-месяц"), Text("last-month", "прошлый-месяц"),
                Text("this-year", "этот-год"), Text("last-year", "прошлый-год"),
            ]
        case .future:
            return [Text("today", "сегодня"), Text("tomorrow", "завтра")] + weekdays + [
                Text("next-week", "следующая-неделя"), Text("next-month", "следующий-месяц"),
                Text("next-year", "следующий-год"),
            ]
        }
    }

    // MARK: Weekdays

    /// Returns a day of the week. Today counts, unless `next` or `last` excludes it.
    private func weekday(_ word: String, _ turn: Int?) -> CalendarDay? {
        guard let wanted = Self.number(of: word, in: Self.weekdays) else { return nil }
        let ahead = (wanted - Self.weekday(of: today) + 7) % 7
        switch turn ?? 0 {
        case 0 where turn == 0: return monday(0).adding(days: wanted)
        case 0: return today.adding(days: side == .future || ahead == 0 ? ahead : ahead - 7)
        case 1: return today.adding(days: ahead == 0 ? 7 : ahead)
        default: return today.adding(days: ahead - 7)
        }
    }

    /// Returns the day of the week, 0 for Monday. 1 January 1970 was a Thursday.
    private static func weekday(of day: CalendarDay) -> Int { ((day.daysSince1970 + 3) % 7 + 7) % 7 }

    /// Returns the Monday of this week, or of one before or after it.
    private func monday(_ turn: Int) -> CalendarDay { today.adding(days: turn * 7 - Self.weekday(of: today)) }

    // MARK: Periods

    private func period(_ word: String, _ turn: Int) -> CalendarDay? {
        let (year, month, _) = today.components
        switch Self.number(of: word, in: Self.units) {
        case 0: return end == .first ? monday(turn) : monday(turn).adding(days: 6)
        case 1: return day(ofMonth: year * 12 + month - 1 + turn)
        case 2: return edge(year + turn, 1...12)
        default: return nil
        }
    }

    /// Returns the nearest month of that name in the past or the future, the current one included.
    private func month(_ word: String) -> CalendarDay? {
        guard let wanted = Self.number(of: word, in: Self.months) else { return nil }
        let (year, month, _) = today.components
        let turn = side == .past ? (wanted + 1 > month ? -1 : 0) : (wanted + 1 < month ? 1 : 0)
        return day(ofMonth: (year + turn) * 12 + wanted)
    }

    /// Returns the first or the last day of a month, counted from January of the year 0.
    private func day(ofMonth months: Int) -> CalendarDay? { edge(months / 12, (months % 12 + 1)...(months % 12 + 1)) }

    private func edge(_ year: Int, _ months: ClosedRange<Int>) -> CalendarDay? {
        if end == .first { return CalendarDay(year: year, month: months.lowerBound, day: 1) }
        let next = months.upperBound == 12 ? (year + 1, 1) : (year, months.upperBound + 1)
        return CalendarDay(year: next.0, month: next.1, day: 1)?.adding(days: -1)
    }

    /// Reads `5 november` and `november 5`, of this year by default.
    private func dayOfMonth(_ first: String, _ second: String, _ year: Int?) -> CalendarDay? {
        let month = Self.number(of: first, in: Self.months) ?? Self.number(of: second, in: Self.months)
        guard let month, let day = Int.parse(first) ?? Int.parse(second) else { return nil }
        return CalendarDay(year: year ?? today.components.year, month: month + 1, day: day)
    }

    // MARK: Words

    private static let days = [
        "today": 0, "tomorrow": 1, "yesterday": -1, "сегодня": 0, "завтра": 1, "послезавтра": 2, "вчера": -1,
        "позавчера": -2,
    ]

    private static let turns = turning([
        (-1, "last previous прошлый прошлая прошлое прошлую прошлого прошлой прошлом"),
        (0, "this этот эта это эту этого этой этом"),
        (1, "next следующий следующая следующее следующую следующего следующей следующем"),
    ])
    private static let units = [
        "week неделя неделю недели неделе", "month месяц месяца месяце", "year год года году",
    ]
    private static let weekdays = [
        "monday mon понедельник пн", "tuesday tue вторник вт", "wednesday wed среда среду ср",
        "thursday thu четверг чт", "friday fri пятница пятницу пт", "saturday sat суббота субботу сб",
        "sunday sun воскресенье вс",
    ]
    private static let months = [
        "january jan январь января январе", "february feb февраль февраля феврале", "march mar март марта марте",
        "april apr апрель апреля апреле", "may май мая мае", "june jun июнь июня июне", "july jul июль июля июле",
        "august aug август августа августе", "september sep сентябрь сентября сентябре",
        "october oct октябрь октября октябре", "november nov ноябрь ноября ноябре",
        "december dec декабрь декабря декабре",
    ]

    private static func number(of word: String, in lists: [String]) -> Int? {
        lists.firstIndex { $0.split(separator: " ").contains { $0 == word } }
    }

    private static func turning(_ lists: [(Int, String)]) -> [String: Int] {
        Dictionary(lists.flatMap { turn, list in list.split(separator: " ").map { (String($0), turn) } }) { first, _ in
            first
        }
    }
}
