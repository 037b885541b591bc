import Domain
import Signals

/// A user's permission for a service to debit an account.
package struct Mandate: Codable, Hashable, Sendable {
    package let id: String
    /// The user who granted it.
    package let owner: String
    /// The service that may debit.
    package let service: String
    package let account: String
    /// The largest sum of debits per period.
    package let amount: Money
    package let period: LedgerSignal.MandatePeriod
    package let grantedAt: Instant
    /// When it was revoked; nil while it is live.
    package var revokedAt: Instant?
    /// The minor units debited in the period that began on ``spentSince``.
    package var spent: Int64 = 0
    /// The first day of the counted period.
    package var spentSince: CalendarDay
    /// When the counted period ends, in the time zone in which it began; nil for a period of UTC.
    package var spentUntil: Instant?

    /// True while the service may debit.
    package var isLive: Bool { revokedAt == nil }

    /// The counted period.
    package var counted: CountedPeriod {
        CountedPeriod(
            period.calendar, first: spentSince, start: spentSince.startInUTC,
            end: spentUntil ?? period.calendar.end(of: spentSince).startInUTC)
    }

    /// Returns the minor units debited in the period of a moment.
    package func spent(at now: Instant, in zone: TimeZone) -> Int64 { counted.isOver(at: now, in: zone) ? 0 : spent }

    /// Returns the minor units that may still be debited in the period of a moment.
    package func left(at now: Instant, in zone: TimeZone) -> Int64 {
        max(0, amount.minorUnits - spent(at: now, in: zone))
    }

    /// Returns the mandate after a debit.
    package func debited(_ minorUnits: Int64, at now: Instant, in zone: TimeZone) -> Mandate {
        var mandate = self
        let current = counted.current(at: now, in: zone)
        mandate.spent = spent(at: now, in: zone) + minorUnits
        mandate.spentSince = current.first
        mandate.spentUntil = current.end
        return mandate
    }
}
