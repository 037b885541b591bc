import Domain
import GatewaySession
import GatewayWords

// The days among the arguments of a command.
extension TypedDay {
    /// Writes the days among `arguments` as services read them, `2026-11-23`. Anything else stays as it is: the service says
    /// what it wants.
    package static func complete(_ arguments: inout ParsedArguments, of words: [String], today: CalendarDay) {
        for field in fields(of: words) {
            guard let text = arguments.text(field),
                let day = day(text, today: today, side(of: field, in: words), end(of: field, in: words))
            else { continue }
            arguments[field] = .text(day.description)
        }
    }

    /// Whether a field of a command holds a day.
    static func isDay(_ field: String, of words: [String]) -> Bool { fields(of: words).contains(field) }

    /// What a shell proposes for such a field.
    static func proposals(for field: String, of words: [String], today: CalendarDay) -> [Proposal] {
        let (side, end) = (side(of: field, in: words), end(of: field, in: words))
        return DayWords.proposed(side).compactMap { word in
            let typed = word.spoken(in: .current)
            return day(typed, today: today, side, end).map { Proposal(typed, $0.description) }
        }
    }

    /// Which day of a period a field means.
    private static func end(of field: String, in words: [String]) -> End {
        // What is put off until next week comes back as it begins.
        words.first != "inbox" && lastDays.contains(field) ? .last : .first
    }

    /// Fields that end a range.
    private static let lastDays: Set<String> = ["to", "until", "till", "ends", "searchTo", "at", "asOf", "expiresAt"]

    /// Plans begin and end after today, all else is looked back at.
    private static func side(of field: String, in words: [String]) -> Side {
        switch (words.first, field) {
        case ("subs", "paidOn"): .past
        case ("schedule", _), ("subs", _), ("hold", _), ("inbox", _): .future
        default: .past
        }
    }

    /// Fields that hold a day. `from` and `to` are accounts or currencies in commands that move money.
    private static func fields(of words: [String]) -> [String] {
        let always = [
            "day", "date", "start", "until", "till", "trialUntil", "ends", "paidOn", "asOf", "at", "expiresAt",
            "searchFrom", "searchTo",
        ]
        let ranged = ["history", "filter", "statement", "bonds", "market", "subs", "scan"]
        return ranged.contains(words.first ?? "") ? always + ["from", "to"] : always
    }
}
