import Domain

/// Which rows of which account a statement is made of.
struct StatementScope: Hashable, Sendable {
    let account: OwnedAccount
    /// By whose clocks days begin.
    let zone: TimeZone
    /// The first day.
    let first: CalendarDay
    /// The last day, which counts to its end.
    let last: CalendarDay

    /// The first moment of the first day.
    var start: Instant { zone.start(of: first) }
    /// The last microsecond of the last day.
    var end: Instant { Instant(microseconds: zone.start(of: last.adding(days: 1)).microseconds - 1) }

    /// From the first moment of the first day to the last moment of the last.
    var period: Period { Period(start: start, end: zone.start(of: last.adding(days: 1))) }
}

/// What comes before the rows of a statement.
struct StatementHead: Hashable, Sendable {
    let scope: StatementScope
    /// What was in the account before the first day.
    let opening: Money
    /// When the statement is made.
    let writtenAt: Instant
}

/// A row of a statement.
struct StatementRow: Hashable, Sendable {
    let movement: Movement
    /// What was in the account after it, in the order of the statement.
    let balance: Money

    /// What it added: negative where money went.
    var change: Money {
        let amount = movement.amount
        return movement.key.side == .income
            ? amount : Money(minorUnits: -amount.minorUnits, currency: amount.currency)
    }
}

/// The place of a row in a statement: by time, and where that is the same in the order of booking.
struct StatementPlace: Hashable, Sendable {
    let time: Instant
    let key: MovementKey
}
