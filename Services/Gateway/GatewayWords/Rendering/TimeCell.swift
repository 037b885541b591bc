import Domain

/// A cell with a day or a moment as the gateway writes it, `2026-11-22 23:34:53` or `22.11.2026`, perhaps followed by
/// words.
struct TimeCell {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private let day: CalendarDay
    private let dayText: String
    private let time: String
    private let rest: String
    private let isRussian: Bool

    /// Parses a cell; nil for a text that does not begin with a day.
    init?(_ text: String) {
        let start = text.prefix(10)
        if let day = CalendarDay(start) {
            (self.day, isRussian) = (day, false)
        } else {
            let parts = start.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 3, let day = CalendarDay("\(parts[2])-\(parts[1])-\(parts[0])") else { return nil }
            (self.day, isRussian) = (day, true)
        }
        dayText = String(start)
        let tail = text.dropFirst(10)
        let clock = tail.dropFirst().prefix { $0.isNumber || $0 == ":" }
        let hasTime = tail.first == " " && clock.contains(":")
        time = hasTime ? String(clock) : ""
        rest = String(hasTime ? tail.dropFirst(1 + clock.count) : tail)
    }

    /// The day alone; nil where there is no time to drop.
    var withoutTime: String? { time.isEmpty ? nil : dayText }

    /// The day with hours and minutes; nil without a time.
    var withoutSeconds: String? { time.isEmpty ? nil : "\(dayText) \(time.prefix(5))\(rest)" }

    /// Returns the text without its year: `22.11`, `22 Nov`; nil for another year.
    func without(year: Int) -> String? {
        let (own, month, dayOfMonth) = day.components
        guard own == year else { return nil }
        let english = "\(dayOfMonth < 10 ? "0" : "")\(dayOfMonth) \(Self.months[month - 1])"
        let short = isRussian ? String(dayText.prefix(5)) : english
        return short + (time.isEmpty ? "" : " \(time)") + rest
    }
}
