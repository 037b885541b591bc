import Domain

/// What left an account on the last day in UTC on which something did: to other people, or out of the books.
///
/// A hold counts when it is made; what of it is set free on the same day is given back.
package struct DailySpending: Hashable, Sendable {
    /// Nothing ever.
    package static let none = DailySpending(day: .min, amount: 0)

    /// The day, counted from 1970-01-01.
    package var day: Int64
    /// Minor units.
    package var amount: Int64

    /// Minor units that left on `day`. What was booked on a later day, by a clock that went back since, counts too.
    package func amount(on day: CalendarDay) -> Int64 { self.day >= Int64(day.daysSince1970) ? amount : 0 }

    /// The spending after a record by which the account gave, or set free what it held.
    ///
    /// - Parameters:
    ///   - amount: What the record moved, put aside or set free.
    ///   - released: What was put aside by the hold that the record settles.
    ///   - heldAt: When that was.
    ///   - time: When the record was booked.
    package func after(
        _ kind: RecordKind, _ amount: Int64, released: Int64, heldAt: Instant?, at time: Instant
    ) -> DailySpending {
        switch kind {
        case .transfer, .withdrawal, .hold:
            let today = Int64(time.dayInUTC.daysSince1970)
            return day >= today
                ? DailySpending(day: day, amount: self.amount + amount) : DailySpending(day: today, amount: amount)
        case .post, .void, .expiry:
            guard let heldAt, Int64(heldAt.dayInUTC.daysSince1970) == day else { return self }
            return DailySpending(day: day, amount: max(0, self.amount - released + (kind == .post ? amount : 0)))
        case .deposit, .reversal, .exchange: return self
        }
    }
}
