import Domain

/// What something costs in a year and in a month, on average: a year of the Gregorian calendar has 365.2425 days.
struct YearlyCost: Hashable, Sendable {
    let month: Int64
    let year: Int64

    /// Rounded half up, in minor units; the largest number stands for anything beyond.
    init(of amount: Int64, every recurrence: Recurrence) {
        let count = Int128(recurrence.count)
        // The year as a fraction.
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
