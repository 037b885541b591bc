import Domain

/// Reads a day as a person types it: `2026-11-23`, `23.11.2026`, `23.11` of this year, `today`, `завтра`.
enum TypedDay {
    private static let days = [
        "today": 0, "tomorrow": 1, "yesterday": -1, "сегодня": 0, "завтра": 1, "послезавтра": 2, "вчера": -1,
        "позавчера": -2,
    ]

    /// Returns the day that `text` names; nil for any other text. Without `today` only whole days are read.
    static func day(_ text: String, today: CalendarDay? = nil) -> CalendarDay? {
        if let day = CalendarDay(text) { return day }
        if let days = days[text.lowercased()] { return today?.adding(days: days) }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            parts.count == 2 || (parts.count == 3 && parts[2].count == 4),
            parts.prefix(2).allSatisfy({ $0.count <= 2 }),
            let day = Int(parts[0]), let month = Int(parts[1]),
            let year = parts.count == 3 ? Int(parts[2]) : today?.components.year
        else { return nil }
        return CalendarDay(year: year, month: month, day: day)
    }

    /// Writes the days among `arguments` as services read them, `2026-11-23`. Anything else stays as it is: the service says
    /// what it wants.
    static func complete(_ arguments: inout ParsedArguments, of words: [String], today: CalendarDay) {
        for field in fields(of: words) {
            if let text = arguments.text(field), let day = day(text, today: today) {
                arguments[field] = .text(day.description)
            }
        }
    }

    /// Fields that hold a day. `from` and `to` are accounts or currencies in commands that move money.
    private static func fields(of words: [String]) -> [String] {
        let always = [
            "day", "date", "start", "until", "till", "trialUntil", "ends", "paidOn", "asOf", "at", "searchFrom",
            "searchTo",
        ]
        let ranged = ["history", "filter", "statement", "bonds", "market", "subs", "scan"]
        return ranged.contains(words.first ?? "") ? always + ["from", "to"] : always
    }
}
