import Domain

/// The account and the days of a statement.
package struct StatementScope: Hashable, Sendable {
    let account: OwnedAccount
    /// The time zone of days.
    let zone: TimeZone
    let first: CalendarDay
    /// The last day, included to its end.
    let last: CalendarDay

    package init(account: OwnedAccount, zone: TimeZone, first: CalendarDay, last: CalendarDay) {
        self.account = account
        self.zone = zone
        self.first = first
        self.last = last
    }

    /// The first moment of the first day.
    package var start: Instant { zone.start(of: first) }
    /// The last microsecond of the last day.
    var end: Instant { Instant(microseconds: zone.start(of: last.adding(days: 1)).microseconds - 1) }

    /// The period from the first moment of the first day to the last moment of the last.
    var period: Period { Period(start: start, end: zone.start(of: last.adding(days: 1))) }
}

/// The part of a statement before the rows.
package struct StatementHead: Hashable, Sendable {
    let scope: StatementScope
    /// The balance before the first day.
    let opening: Money
    /// The time of writing.
    let writtenAt: Instant

    package init(scope: StatementScope, opening: Money, writtenAt: Instant) {
        self.scope = scope
        self.opening = opening
        self.writtenAt = writtenAt
    }
}

/// A row of a statement.
package struct StatementRow: Hashable, Sendable {
    let movement: Movement
    /// The balance after it, in the order of the statement.
    let balance: Money

    package init(movement: Movement, balance: Money) {
        self.movement = movement
        self.balance = balance
    }

    /// The change of the account, negative for outgoing money.
    var change: Money {
        let amount = movement.amount
        return movement.key.side == .income
            ? amount : Money(minorUnits: -amount.minorUnits, currency: amount.currency)
    }
}

/// The place of a row in a statement: by time, then in the order of booking.
struct StatementPlace: Hashable, Sendable {
    let time: Instant
    let key: MovementKey
}
