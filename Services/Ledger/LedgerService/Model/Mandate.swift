import Domain

/// What a user lets a service take from an account.
package struct Mandate: Codable, Hashable, Sendable {
    /// The id.
    package let id: String
    /// Who granted it.
    package let owner: String
    /// The service of the house.
    package let service: String
    /// The account.
    package let account: String
    /// The most that it may take in a period.
    package let amount: Money
    /// The period.
    package let period: MandatePeriod
    /// When it was granted.
    package let grantedAt: Instant
    /// When it was revoked; nil while it counts.
    package var revokedAt: Instant?
    /// Minor units taken in the period that began on ``spentSince``.
    package var spent: Int64 = 0
    /// The first day of the period that ``spent`` counts for.
    package var spentSince: CalendarDay

    /// Whether the service may debit.
    package var isLive: Bool { revokedAt == nil }

    /// What was taken in the period of `day`.
    package func spent(on day: CalendarDay) -> Int64 { spentSince == period.start(of: day) ? spent : 0 }

    /// What may still be taken in the period of `day`.
    package func left(on day: CalendarDay) -> Int64 { max(0, amount.minorUnits - spent(on: day)) }

    /// The mandate after a debit of `minorUnits` on `day`.
    package func debited(_ minorUnits: Int64, on day: CalendarDay) -> Mandate {
        var mandate = self
        mandate.spent = spent(on: day) + minorUnits
        mandate.spentSince = period.start(of: day)
        return mandate
    }
}

/// A period of the calendar in UTC; a week begins on Monday.
package enum MandatePeriod: String, Codable, CaseIterable, Hashable, Sendable {
    case day, week, month, year

    /// The first day of the period that `day` lies in.
    package func start(of day: CalendarDay) -> CalendarDay {
        let (year, month, _) = day.components
        switch self {
        case .day: return day
        case .week:
            // 1970-01-05 was a Monday.
            let offset = (day.daysSince1970 - 4) % 7
            return day.adding(days: -(offset < 0 ? offset + 7 : offset))
        case .month: return CalendarDay(year: year, month: month, day: 1) ?? day
        case .year: return CalendarDay(year: year, month: 1, day: 1) ?? day
        }
    }

    /// The first day after the period that `day` lies in.
    package func end(of day: CalendarDay) -> CalendarDay {
        let start = start(of: day)
        switch self {
        case .day: return start.adding(days: 1)
        case .week: return start.adding(days: 7)
        case .month: return start.adding(clampedMonths: 1) ?? Recurrence.lastDay
        case .year: return start.adding(clampedMonths: 12) ?? Recurrence.lastDay
        }
    }
}
