import Domain

/// A date with the month as a word, which is unambiguous: `05 Nov 2026`, `Nov 5, 2026`, `5 ноября 2026 г.`,
/// `5. November 2026`, `05-Nov-26`, `2026-Nov-05`.
///
/// A year of two digits is last, as in all CLDR date formats with the name of a month.
struct NamedMonthDate {
    let day: CalendarDay
    /// The text after the date, for instance a time.
    let rest: Substring

    /// Nil for a text that does not begin with such a date.
    init?(_ text: Substring) {
        var rest = text
        var month: Int?
        var numbers: [(value: Int, digits: Int)] = []
        var isMonthLast = false
        while numbers.count < 2 || month == nil {
            rest = rest.drop { Self.separators.contains($0) }
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            if !digits.isEmpty {
                guard numbers.count < 2, [1, 2, 4].contains(digits.count), let value = Int(digits) else { return nil }
                numbers.append((value, digits.count))
                rest = rest[digits.endIndex...]
                let ordinal = rest.prefix { $0.isLetter }
                if Self.ordinals.contains(ordinal.lowercased()) { rest = rest[ordinal.endIndex...] }
                isMonthLast = false
            } else {
                let word = rest.prefix { $0.isLetter }
                guard !word.isEmpty else { return nil }
                rest = rest[word.endIndex...]
                if let named = MonthNames.month(word.lowercased()) {
                    guard month == nil else { return nil }
                    (month, isMonthLast) = (named, true)
                } else if !Self.fillers.contains(word.lowercased()) {
                    return nil
                }
            }
        }
        guard let month, !isMonthLast, let first = numbers.first, let last = numbers.last else { return nil }
        let (year, date) = first.digits == 4 ? (first, last) : (last, first)
        guard date.digits <= 2, year.digits != 1,
            let day = CalendarDay(
                year: year.digits == 4 ? year.value : year.value + (year.value < 70 ? 2000 : 1900), month: month,
                day: date.value)
        else { return nil }
        self.day = day
        for suffix in Self.yearSuffixes where rest.hasPrefix(suffix) {
            rest = rest.dropFirst(suffix.count)
            break
        }
        self.rest = rest
    }

    private static let separators: Set<Character> = [" ", "\u{A0}", "\u{202F}", ".", ",", "-", "/"]
    private static let ordinals: Set<String> = ["st", "nd", "rd", "th", "er"]
    /// Spanish and Portuguese: 5 de noviembre de 2026.
    private static let fillers: Set<String> = ["de", "of"]
    /// Russian: 5 ноября 2026 г., 08:51.
    private static let yearSuffixes = [" года", "\u{A0}года", " г.", "\u{A0}г.", " г", "\u{A0}г", "г."]
}
