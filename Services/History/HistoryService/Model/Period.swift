import Domain

/// A stretch of time; without a start or an end it goes on for ever there.
struct Period: Hashable, Sendable {
    /// The first moment in it.
    let start: Instant?
    /// The first moment after it.
    let end: Instant?

    /// All of time.
    static let always = Period(start: nil, end: nil)

    /// Whether it has a start or an end.
    var isBounded: Bool { start != nil || end != nil }

    /// Whether no moment lies in it.
    var isEmpty: Bool {
        guard let start, let end else { return false }
        return start >= end
    }

    func contains(_ instant: Instant) -> Bool {
        (start.map { $0 <= instant } ?? true) && (end.map { instant < $0 } ?? true)
    }

    /// The time that lies in both.
    func narrowed(by other: Period) -> Period {
        Period(
            start: [start, other.start].compactMap(\.self).max(), end: [end, other.end].compactMap(\.self).min())
    }
}
