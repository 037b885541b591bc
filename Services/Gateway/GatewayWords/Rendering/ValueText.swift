import Domain

/// Money and time as people read them, in the language of the run by default. JSON never uses these forms.
package enum ValueText {
    /// The space that holds a number together.
    package static let noBreakSpace = AmountText.noBreakSpace

    /// Formats money as `1 234.50 RUB`, in Russian `1 234,50 ₽`; ``MoneyArgument`` reads both.
    ///
    /// - Parameter isSigned: True to write a plus, too.
    package static func money(_ money: Money, isSigned: Bool = false, in language: Language = .current) -> String {
        AmountText.money(money, isSigned: isSigned, in: language)
    }

    /// Returns a written number with the language's decimal point or comma.
    package static func decimals(_ number: some StringProtocol, in language: Language = .current) -> String {
        AmountText.decimals(number, in: language)
    }

    /// Formats a moment in the user's time zone as `2026-11-21 08:51:48`, in Russian `21.11.2026 08:51:48`.
    package static func time(_ instant: Instant) -> String { time(instant, in: .current) }

    /// Formats a moment in the user's time zone, in a given language.
    package static func time(_ instant: Instant, in language: Language) -> String {
        let zone = WallClocks.zone
        let (local, second) = (zone.day(at: instant), zone.secondOfDay(at: instant))
        let parts = [second / 3600, second / 60 % 60, second % 60].map { ($0 < 10 ? "0" : "") + String($0) }
        return day(local, in: language) + " " + parts.joined(separator: ":")
    }

    /// Formats a moment in UTC: for markets, whose days belong to no user's time zone.
    package static func timeInUTC(_ instant: Instant, in language: Language = .current) -> String {
        day(instant.dayInUTC, in: language) + " " + instant.description.dropFirst(11).prefix(8)
    }

    /// Formats a day as `2026-11-21`, in Russian `21.11.2026`.
    package static func day(_ day: CalendarDay, in language: Language = .current) -> String {
        DayText.of(day, in: language)
    }

    /// Formats a day from a service, `2026-11-21`; any other text stays as it is.
    package static func day(_ text: String, in language: Language = .current) -> String {
        CalendarDay(text).map { day($0, in: language) } ?? text
    }

    /// Formats a duration with its two largest units: `3d 4h`, `5m 12s`, `48s`, in Russian `3 д 4 ч`.
    package static func duration(seconds: Int, in language: Language = .current) -> String {
        let names = language == .russian ? ["д", "ч", "мин", "с"] : ["d", "h", "m", "s"]
        let space = language == .russian ? noBreakSpace : ""
        let counts = [seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60, seconds % 60]
        let significant = zip(counts, names).drop { $0.0 == 0 }.prefix(2).filter { $0.0 > 0 }
        return significant.isEmpty
            ? "0\(space)\(names[3])" : significant.map { "\($0.0)\(space)\($0.1)" }.joined(separator: " ")
    }

    /// Formats a secret in groups of four characters, as people type it.
    package static func spaced(_ secret: String) -> String {
        var text = ""
        for (index, character) in secret.enumerated() {
            if index > 0, index % 4 == 0 { text.append(" ") }
            text.append(character)
        }
        return text
    }
}
