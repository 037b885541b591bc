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
    package let period: CalendarPeriod
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
