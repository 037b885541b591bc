import Domain
import GatewayWords

extension Text {
    private static let weekdays: [(String, String)] = [
        ("Su", "вс"), ("Mo", "пн"), ("Tu", "вт"), ("We", "ср"), ("Th", "чт"), ("Fr", "пт"), ("Sa", "сб"),
    ]
    private static let months: [(short: String, english: String, russian: String)] = [
        ("Jan", "January", "январь"), ("Feb", "February", "февраль"), ("Mar", "March", "март"),
        ("Apr", "April", "апрель"), ("May", "May", "май"), ("Jun", "June", "июнь"), ("Jul", "July", "июль"),
        ("Aug", "August", "август"), ("Sep", "September", "сентябрь"), ("Oct", "October", "октябрь"),
        ("Nov", "November", "ноябрь"), ("Dec", "December", "декабрь"),
    ]
    private static let inMonths = [
        "январе", "феврале", "марте", "апреле", "мае", "июне", "июле", "августе", "сентябре", "октябре", "ноябре",
        "декабре",
    ]

    /// Formats a day as `21 Nov Sa`, in Russian `21.11 сб`; with the year if it differs from that of `today`.
    static func shortDay(_ day: CalendarDay, today: CalendarDay, hasWeekday: Bool = true) -> Text {
        guard day.components.year == today.components.year else { return .day(day) }
        let (_, month, number) = day.components
        let weekday = weekdays[(day.daysSince1970 % 7 + 11) % 7]
        let two = { (number: Int) in (number < 10 ? "0" : "") + String(number) }
        return Text(
            "\(two(number)) \(months[month - 1].short)\(hasWeekday ? " " + weekday.0 : "")",
            "\(two(number)).\(two(month))\(hasWeekday ? " " + weekday.1 : "")")
    }

    /// Formats a time in the user's time zone: `11:06`.
    private static func clock(_ moment: Instant) -> Text {
        Text(verbatim: String(ValueText.time(moment, in: .english).suffix(8).prefix(5)))
    }

    /// Formats a moment as `18 Nov 11:06`, in Russian `18.11 11:06`; only the day for another year.
    static func shortMoment(_ moment: Instant, today: CalendarDay) -> Text {
        let day = moment.localDay
        guard day.components.year == today.components.year else { return .day(day) }
        return .shortDay(day, today: today, hasWeekday: false) + Text(verbatim: " ") + clock(moment)
    }

    /// Formats a month: `November 2026`.
    static func month(of day: CalendarDay) -> Text {
        let (year, month, _) = day.components
        return Text("\(months[month - 1].english) \(year)", "\(months[month - 1].russian) \(year)")
    }

    /// Formats a month as `November`, in Russian in the case that follows `в`.
    static func inMonth(of day: CalendarDay) -> Text {
        let month = day.components.month
        return Text("\(months[month - 1].english)", "\(inMonths[month - 1])")
    }
}
