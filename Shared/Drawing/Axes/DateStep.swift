import Domain

/// The distance between dates along an axis, always in whole calendar units in UTC.
public enum DateStep: Hashable, Sendable {
    /// Seconds; the count divides a day.
    case seconds(Int)
    /// Days, counted from 1970.
    case days(Int)
    /// Weeks that begin on Monday.
    case weeks(Int)
    /// Months; the count divides a year. Three are a quarter.
    case months(Int)
    /// Years.
    case years(Int)

    /// All steps, finest first.
    public static let all: [DateStep] =
        [1, 5, 15, 30, 60, 300, 900, 1800, 3600, 10_800, 21_600, 43_200].map { .seconds($0) }
        + [.days(1), .days(2), .weeks(1), .weeks(2), .months(1), .months(3), .months(6)]
        + [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map { .years($0) }

    /// The approximate number of seconds between two dates.
    public var seconds: Int {
        switch self {
        case .seconds(let count): count
        case .days(let count): count * 86_400
        case .weeks(let count): count * 604_800
        case .months(let count): count * 2_629_746
        case .years(let count): count * 31_556_952
        }
    }

    /// Returns the dates within a range of seconds since 1970, ascending; nil when there are more than `most`.
    public func dates(from first: Int, to last: Int, most: Int) -> [Int]? {
        guard first <= last, (last - first) / seconds <= most else { return first <= last ? nil : [] }
        var dates: [Int] = []
        var number = number(of: first)
        // The first step begins before the range. The loop is bounded, whatever the calendar returns.
        for _ in 0...(most + 2) {
            guard let date = date(number), date <= last else { break }
            if date >= first { dates.append(date) }
            number += 1
        }
        return dates
    }

    /// Returns the number of the step that contains a moment.
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

    /// Returns the moment at which a step begins; nil after the year 9999, the smallest number before the year 1.
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

    /// Returns the label of a date: `14:30`, `5 Jan`, `Jan`, `2025`.
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

    /// Returns the second line of the label, shown where it changes: `5 Jan 2025`, `2025`; nil for years.
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
        // Only the shortest month has a different form after a day: 5 мая.
        case .russian: number == 5 && behindDay ? "мая" : russian[number - 1]
        }
    }

    private static let english = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let russian = ["янв", "фев", "мар", "апр", "май", "июн", "июл", "авг", "сен", "окт", "ноя", "дек"]

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}

extension Int {
    /// Returns the quotient, rounded down.
    fileprivate func floored(by divisor: Int) -> Int {
        self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
    }
}
