import Domain

/// What left an account on one day of its owner, whoever got it.
///
/// A hold counts when it is made; what of it is set free on the same day is given back.
package struct DailySpending: Hashable, Sendable {
    /// The day.
    package private(set) var day: CountedPeriod
    /// Minor units.
    package private(set) var amount: Int64

    /// So much on a day.
    package init(day: CountedPeriod, amount: Int64) {
        self.day = day
        self.amount = amount
    }

    /// Nothing, on the day of a moment.
    package init(at now: Instant, in zone: TimeZone) {
        self.init(day: CountedPeriod(.day, at: now, in: zone), amount: 0)
    }

    /// The spending of the day of a moment: nothing, once this day is over.
    package func current(at now: Instant, in zone: TimeZone) -> DailySpending {
        day.isOver(at: now, in: zone) ? DailySpending(day: day.current(at: now, in: zone), amount: 0) : self
    }

    /// The spending after a record by which the account gave, or set free what it held.
    ///
    /// - Parameters:
    ///   - amount: What the record moved, put aside or set free.
    ///   - released: What was put aside by the hold that the record settles.
    ///   - heldAt: When that was.
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
