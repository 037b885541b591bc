import Domain
import Signals

/// The interval of a recurrence, for use after "every" in English and "раз в" in Russian: `month`, `2 weeks`; `месяц`,
/// `2 недели`.
package enum RhythmText {
    package static func of(_ count: Int, _ unit: Recurrence.Unit) -> Text {
        if count == 1 {
            return switch unit {
            case .day: Text("day", "день")
            case .week: Text("week", "неделю")
            case .month: Text("month", "месяц")
            case .year: Text("year", "год")
            }
        }
        return switch unit {
        case .day: Text("\(count, "day", "days")", "\(count, "день", "дня", "дней")")
        case .week: Text("\(count, "week", "weeks")", "\(count, "неделю", "недели", "недель")")
        case .month: Text("\(count, "month", "months")", "\(count, "месяц", "месяца", "месяцев")")
        case .year: Text("\(count, "year", "years")", "\(count, "год", "года", "лет")")
        }
    }

    /// Returns the name of a unit of time.
    package static func name(of unit: Recurrence.Unit) -> Text {
        switch unit {
        case .day: Text("day", "день")
        case .week: Text("week", "неделя")
        case .month: Text("month", "месяц")
        case .year: Text("year", "год")
        }
    }

    /// Returns the unit that a word names, in any form and either language: `weeks`, `неделю`, `недель`; nil for any
    /// other word.
    package static func unit(of word: String) -> Recurrence.Unit? {
        let typed = word.lowercased()
        return Recurrence.Unit.allCases.first { unit in
            let forms = [name(of: unit), of(1, unit), of(2, unit), of(5, unit)]
            return forms.contains { form in
                Language.allCases.contains {
                    form.spoken(in: $0).split(whereSeparator: \.isWhitespace).last.map(String.init) == typed
                }
            }
        }
    }

    package static func of(_ every: SubscriptionsSignal.Every) -> Text { of(every.count, every.unit) }

    /// Tells when reminders come: `3 days before`, `3, 0 days before`.
    package static func before(_ days: [Int]) -> Text {
        let all = days.map { "\($0)" }.joined(separator: ", ")
        guard days.count == 1, let one = days.first else { return Text("\(all) days before", "за \(all) дн.") }
        return Text("\(one, "day", "days") before", "за \(one, "день", "дня", "дней")")
    }
}
