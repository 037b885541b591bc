import Domain

/// The sum of payments from an account on one day of its owner, to any payee.
///
/// A hold counts on the day it is made. A part released on the same day no longer counts.
package struct DailySpending: Hashable, Sendable {
    package private(set) var day: CountedPeriod
    /// The sum in minor units.
    package private(set) var amount: Int64

    package init(day: CountedPeriod, amount: Int64) {
        self.day = day
        self.amount = amount
    }

    /// Creates an empty sum for the day of a moment.
    package init(at now: Instant, in zone: TimeZone) {
        self.init(day: CountedPeriod(.day, at: now, in: zone), amount: 0)
    }

    /// Returns the spending of the day of a moment: zero once this day is over.
    package func current(at now: Instant, in zone: TimeZone) -> DailySpending {
        day.isOver(at: now, in: zone) ? DailySpending(day: day.current(at: now, in: zone), amount: 0) : self
    }

    /// Returns the spending after a record by which the account paid, held or released money.
    ///
    /// - Parameters:
    ///   - amount: The amount of the record.
    ///   - released: The amount of the hold that the record settles.
    ///   - heldAt: When that hold was made.
    ///   - time: When the record was booked.
    ///   - zone: The zone of the owner.
    package func after(
        _ kind: RecordKind, _ amount: Int64, released: Int64, heldAt: Instant?, at time: Instant, in zone: TimeZone
    ) -> DailySpending {
        var spending = current(at: time, in: zone)
        switch kind {
        case .transfer, .withdrawal, .hold, .exchange, .reversal:
            let (sum, isTooMuch) = spending.amount.addingReportingOverflow(amount)
            spending.amount = isTooMuch ? .max : sum
        case .post, .void, .expiry:
            guard let heldAt, heldAt >= spending.day.start else { return spending }
            spending.amount = max(0, spending.amount - released + (kind == .post ? amount : 0))
        case .deposit: break
        }
        return spending
    }
}
