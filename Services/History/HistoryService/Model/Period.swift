import Domain

/// A period of time, open-ended without a start or an end.
struct Period: Hashable, Sendable {
    /// The first moment of the period.
    let start: Instant?
    /// The first moment after the period.
    let end: Instant?

    static let always = Period(start: nil, end: nil)

    /// True when there is a start or an end.
    var isBounded: Bool { start != nil || end != nil }

    /// True when the period contains no moment.
    var isEmpty: Bool {
        guard let start, let end else { return false }
        return start >= end
    }

    func contains(_ instant: Instant) -> Bool {
        (start.map { $0 <= instant } ?? true) && (end.map { instant < $0 } ?? true)
    }

    /// Returns the intersection of both periods.
    func narrowed(by other: Period) -> Period {
        Period(
            start: [start, other.start].compactMap(\.self).max(), end: [end, other.end].compactMap(\.self).min())
    }
}
