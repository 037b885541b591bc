import Domain
import GatewaySession
import GatewayWords

// The days among the arguments of a command.
extension TypedDay {
    /// Replaces the days among `arguments` with the form that services read, `2026-11-23`. Any other text stays as it
    /// is, for the service to refuse.
    package static func complete(_ arguments: inout ParsedArguments, of words: [String], today: CalendarDay) {
        for field in fields(of: words) {
            guard let text = arguments.text(field),
                let day = day(text, today: today, side(of: field, in: words), end(of: field, in: words))
            else { continue }
            arguments[field] = .text(day.description)
        }
    }

    /// True when a field of a command holds a day.
    static func isDay(_ field: String, of words: [String]) -> Bool { fields(of: words).contains(field) }

    /// Returns the proposals of a shell for such a field.
    static func proposals(for field: String, of words: [String], today: CalendarDay) -> [Proposal] {
        let (side, end) = (side(of: field, in: words), end(of: field, in: words))
        return DayWords.proposed(side).compactMap { word in
            let typed = word.spoken(in: .current)
            return day(typed, today: today, side, end).map { Proposal(typed, $0.description) }
        }
    }

    /// Returns the day of a period that a field means.
    private static func end(of field: String, in words: [String]) -> End {
        // A notice postponed until next week returns at the beginning of that week.
        words.first != "inbox" && lastDays.contains(field) ? .last : .first
    }

    /// The fields that end a range.
    private static let lastDays: Set<String> = ["to", "until", "till", "ends", "searchTo", "at", "asOf", "expiresAt"]

    /// Returns the direction of a field: plans begin and end after today, everything else lies in the past.
    private static func side(of field: String, in words: [String]) -> Side {
        switch (words.first, field) {
        case ("subs", "paidOn"): .past
        case ("schedule", _), ("subs", _), ("hold", _), ("inbox", _): .future
        default: .past
        }
    }

    /// Returns the fields that hold a day. `from` and `to` are accounts or currencies in commands that move money.
    private static func fields(of words: [String]) -> [String] {
        let always = [
            "day", "date", "start", "until", "till", "trialUntil", "ends", "paidOn", "asOf", "at", "expiresAt",
            "searchFrom", "searchTo",
        ]
        let ranged = ["history", "filter", "statement", "export", "report", "bonds", "market", "subs", "scan"]
        return ranged.contains(words.first ?? "") ? always + ["from", "to"] : always
    }
}
