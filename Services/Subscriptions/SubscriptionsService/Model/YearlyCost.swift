import Domain

/// The average cost in a year and in a month. A year of the Gregorian calendar has 365.2425 days.
struct YearlyCost: Hashable, Sendable {
    let month: Int64
    let year: Int64

    /// Computes the cost in minor units, rounded half up and saturated at the largest number.
    init(of amount: Int64, every recurrence: Recurrence) {
        let count = Int128(recurrence.count)
        // The number of occurrences in a year, as a fraction.
        let (numerator, denominator): (Int128, Int128) =
            switch recurrence.unit {
            case .day: (3_652_425, 10_000 * count)
            case .week: (3_652_425, 70_000 * count)
            case .month: (12, count)
            case .year: (1, count)
            }
        year = Self.rounded(Int128(amount) * numerator, denominator)
        month = Self.rounded(Int128(amount) * numerator, denominator * 12)
    }

    private static func rounded(_ numerator: Int128, _ denominator: Int128) -> Int64 {
        Int64(clamping: (numerator * 2 + denominator) / (denominator * 2))
    }
}
