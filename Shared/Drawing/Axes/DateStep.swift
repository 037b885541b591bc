import Domain

/// How far dates along an axis stand apart: always whole units of the calendar, in UTC.
public enum DateStep: Hashable, Sendable {
    /// Seconds; divides a day.
    case seconds(Int)
    /// Days, counted from 1970.
    case days(Int)
    /// Weeks that begin on Monday.
    case weeks(Int)
    /// Months; divides a year. Three are a quarter.
    case months(Int)
    /// Years.
    case years(Int)

    /// All there are, the finest first.
    public static let all: [DateStep] =
        [1, 5, 15, 30, 60, 300, 900, 1800, 3600, 10_800, 21_600, 43_200].map { .seconds($0) }
        + [.days(1), .days(2), .weeks(1), .weeks(2), .months(1), .months(3), .months(6)]
        + [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map { .years($0) }

    /// About how many seconds lie between two dates.
    public var seconds: Int {
        switch self {
        case .seconds(let count): count
        case .days(let count): count * 86_400
        case .weeks(let count): count * 604_800
        case .months(let count): count * 2_629_746
        case .years(let count): count * 31_556_952
        }
    }

    /// The dates within a range of seconds since 1970, ascending; nil when there are more than `most`.
    public func dates(from first: Int, to last: Int, most: Int) -> [Int]? {
        guard first <= last, (last - first) / seconds <= most else { return first <= last ? nil : [] }
        var dates: [Int] = []
        var number = number(of: first)
        // One step begins before the range; nothing may go on for ever, whatever the calendar says.
        for _ in 0...(most + 2) {
            guard let date = date(number), date <= last else { break }
            if date >= first { dates.append(date) }
            number += 1
        }
        return dates
    }

    /// The number of the step in which a moment lies.
    private func number(of moment: Int) -> Int {
        let day = CalendarDay(daysSince1970: moment.floored(by: 86_400))
        switch self {
        case .seconds(let count): return moment.floored(by: count)
        case .days(let count): return day.daysSince1970.floored(by: count)
        // 1970-01-05 was a Monday.
        case .weeks(let count): return (day.daysSince1970 - 4).floored(by: 7 * count)
        case .months(let count):
            let (year, month, _) = day.components
            return (year * 12 + month - 1).floored(by: count)
        case .years(let count): return day.components.year.floored(by: count)
        }
    }

    /// The moment at which a step begins; nil beyond the years 1 ... 9999, except for what lies before the first.
    private func date(_ number: Int) -> Int? {
        func start(_ year: Int, _ month: Int) -> Int? {
            year < 1 ? .min : CalendarDay(year: year, month: month, day: 1).map { $0.daysSince1970 * 86_400 }
        }
        switch self {
        case .seconds(let count): return number * count
        case .days(let count): return number * count * 86_400
        case .weeks(let count): return (number * 7 * count + 4) * 86_400
        case .months(let count):
            let months = number * count
            return start(months.floored(by: 12), months - months.floored(by: 12) * 12 + 1)
        case .years(let count): return start(number * count, 1)
        }
    }

    /// What stands at a date: `14:30`, `5 Jan`, `Jan`, `2025`.
    public func label(of moment: Int, in language: Language = .english) -> String {
        let day = CalendarDay(daysSince1970: moment.floored(by: 86_400))
        let (year, month, number) = day.components
        switch self {
        case .seconds(let count):
            let second = moment - day.daysSince1970 * 86_400
            let clock = Self.two(second / 3600) + ":" + Self.two(second / 60 % 60)
            return count < 60 ? clock + ":" + Self.two(second % 60) : clock
        case .days, .weeks: return "\(number) \(Self.month(month, behindDay: true, language))"
        case .months: return Self.month(month, behindDay: false, language)
        case .years: return String(year)
        }
    }

    /// What stands below it where it changes: `5 Jan 2025`, `2025`; nothing below years.
    public func context(of moment: Int, in language: Language = .english) -> String? {
        let (year, month, number) = CalendarDay(daysSince1970: moment.floored(by: 86_400)).components
        switch self {
        case .seconds: return "\(number) \(Self.month(month, behindDay: true, language)) \(year)"
        case .days, .weeks, .months: return String(year)
        case .years: return nil
        }
    }

    /// - Source: Unicode CLDR 46, abbreviated months of `en` and `ru`, without their points.
    private static func month(_ number: Int, behindDay: Bool, _ language: Language) -> String {
        switch language {
        case .english: english[number - 1]
        // Only the shortest month has a form of its own behind a day: 5 мая.
        case .russian: number == 5 && behindDay ? "мая" : russian[number - 1]
        }
    }

    private static let english = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let russian = ["янв", "фев", "мар", "апр", "май", "июн", "июл", "авг", "сен", "окт", "ноя", "дек"]

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}

extension Int {
    /// The quotient, rounded down.
    fileprivate func floored(by divisor: Int) -> Int {
        self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
    }
}
