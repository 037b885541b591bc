import Domain
import Signals

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
    package let period: LedgerSignal.MandatePeriod
    /// When it was granted.
    package let grantedAt: Instant
    /// When it was revoked; nil while it counts.
    package var revokedAt: Instant?
    /// Minor units taken in the period that began on ``spentSince``.
    package var spent: Int64 = 0
    /// The first day of the period that ``spent`` counts for.
    package var spentSince: CalendarDay
    /// When that period ends by the clocks that it began by; nil for one of UTC.
    package var spentUntil: Instant?

    /// Whether the service may debit.
    package var isLive: Bool { revokedAt == nil }

    /// The period that ``spent`` counts for.
    package var counted: CountedPeriod {
        CountedPeriod(
            period.calendar, first: spentSince, start: spentSince.startInUTC,
            end: spentUntil ?? period.calendar.end(of: spentSince).startInUTC)
    }

    /// What was taken in the period of a moment.
    package func spent(at now: Instant, in zone: TimeZone) -> Int64 { counted.isOver(at: now, in: zone) ? 0 : spent }

    /// What may still be taken in the period of a moment.
    package func left(at now: Instant, in zone: TimeZone) -> Int64 {
        max(0, amount.minorUnits - spent(at: now, in: zone))
    }

    /// The mandate after a debit of `minorUnits` at a moment.
    package func debited(_ minorUnits: Int64, at now: Instant, in zone: TimeZone) -> Mandate {
        var mandate = self
        let current = counted.current(at: now, in: zone)
        mandate.spent = spent(at: now, in: zone) + minorUnits
        mandate.spentSince = current.first
        mandate.spentUntil = current.end
        return mandate
    }
}
