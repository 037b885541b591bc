import Domain

/// Reads a day as people type it: `2026-11-23`, `23.11.2026`, `23.11` of this year, `5 november`, `today`, `monday`,
/// `last month`, and the same in Russian.
package enum TypedDay {
    /// The direction of an ambiguous word: `monday` is the last one in a statement, the next one in a plan.
    package enum Side: Sendable { case past, future }
    /// The end of a period that is meant: `--to "last month"` is its last day.
    package enum End: Sendable { case first, last }

    /// Returns the day that `text` names; nil for any other text. Without `today`, only complete dates are read.
    package static func day(
        _ text: String, today: CalendarDay? = nil, _ side: Side = .past, _ end: End = .first
    ) -> CalendarDay? {
        if let day = CalendarDay(text) { return day }
        return numbers(text, today) ?? today.flatMap { DayWords(today: $0, side: side, end: end).day(text) }
    }

    /// Reads `23.11.2026` and `23.11`.
    private static func numbers(_ text: String, _ today: CalendarDay?) -> CalendarDay? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            parts.count == 2 || (parts.count == 3 && parts[2].count == 4),
            parts.prefix(2).allSatisfy({ $0.count <= 2 }),
            let day = Int(parts[0]), let month = Int(parts[1]),
            let year = parts.count == 3 ? Int(parts[2]) : today?.components.year
        else { return nil }
        return CalendarDay(year: year, month: month, day: day)
    }
}
