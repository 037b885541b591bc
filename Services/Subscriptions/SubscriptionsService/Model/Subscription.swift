import Domain
import Signals

/// The price of a subscription from a day on.
package struct Price: Hashable, Sendable {
    package let from: CalendarDay
    package let amount: Money

    package init(from: CalendarDay, amount: Money) {
        self.from = from
        self.amount = amount
    }
}

/// A recurring expense of a person.
///
/// Days are never counted from the last payment: each is an occurrence of ``recurrence``, and those from ``floor`` on
/// are still to come. A payment that was skipped, paid by hand or missed during an outage therefore shifts nothing.
package struct Subscription: Hashable, Sendable {
    package let id: String
    package let owner: String
    package var service: String
    package var title: SubscriptionsSignal.Title
    package var color: String?
    package var recurrence: Recurrence
    /// The first day that can still become due.
    package var floor: CalendarDay
    /// The prices, earliest day first; never empty.
    package var prices: [Price]
    package var description: String?
    package var category: String?
    /// The reminders in days before the payment, in descending order.
    package var reminders: [Int] = []
    package var cancelDays: Int?
    package var payFrom: String?
    package var trialUntil: CalendarDay?
    package var ends: CalendarDay?
    package var isPaused = false
    package let createdAt: Instant
    /// The number of changes by the user.
    package var revision = 0
    /// The payment of the last reminder, and its number of days before the payment.
    package var reminded: Reminded?
    /// The payment whose deadline for cancelling was announced.
    package var cancelTold: CalendarDay?
    /// The instant when the next payment is due; nil when none is.
    package var dueAt: Instant?
    /// The instant of the next reminder; nil when there is none.
    package var remindAt: Instant?

    /// The progress of the reminders of a payment.
    package struct Reminded: Hashable, Sendable {
        /// The day of the payment.
        package let day: CalendarDay
        /// Only reminders of fewer days are still to come.
        package let offset: Int

        package init(day: CalendarDay, offset: Int) {
            self.day = day
            self.offset = offset
        }
    }

    package init(
        id: String, owner: String, service: String, title: SubscriptionsSignal.Title, color: String?,
        recurrence: Recurrence, floor: CalendarDay, prices: [Price], createdAt: Instant
    ) {
        self.id = id
        self.owner = owner
        self.service = service
        self.title = title
        self.color = color
        self.recurrence = recurrence
        self.floor = floor
        self.prices = prices
        self.createdAt = createdAt
    }

    /// The day of the next payment, regardless of a pause; nil when there is none.
    package var next: CalendarDay? { due(notBefore: floor) }

    /// The day of the first payment after the trial, made or not; nil without a trial, or when the subscription ends
    /// before that day.
    package var firstAfterTrial: CalendarDay? { trialUntil.flatMap { occurrence(notBefore: $0.adding(days: 1)) } }

    /// Returns the first due day at or after `day`.
    package func due(notBefore day: CalendarDay) -> CalendarDay? { occurrence(notBefore: max(day, floor)) }

    private func occurrence(notBefore day: CalendarDay) -> CalendarDay? {
        var first = day
        if let trialUntil { first = max(first, trialUntil.adding(days: 1)) }
        guard let index = recurrence.firstIndex(notBefore: first), let found = recurrence.occurrence(index) else {
            return nil
        }
        if let ends, found > ends { return nil }
        return found
    }

    /// Returns the due days of a closed range, at most `limit`.
    package func dues(from first: CalendarDay, through last: CalendarDay, limit: Int = 1000) -> [CalendarDay] {
        var found: [CalendarDay] = []
        var next = due(notBefore: first)
        while let day = next, day <= last, found.count < limit {
            found.append(day)
            next = due(notBefore: day.adding(days: 1))
        }
        return found
    }

    /// Returns the price on a day. The first price also holds before its day.
    package func price(on day: CalendarDay) -> Money {
        (prices.last { $0.from <= day } ?? prices[0]).amount
    }

    /// Returns the price of the first payment that is still open on a day.
    package func currentPrice(on day: CalendarDay) -> Money { price(on: firstOpen(on: day)) }

    /// True when nothing was due before the day, so that the first price was never charged.
    package func isYetToBegin(on day: CalendarDay) -> Bool {
        floor <= prices[0].from && (isPaused || (next.map { $0 >= day } ?? true))
    }

    /// The day of the next payment; the start when there is none.
    package var firstPayment: CalendarDay { next ?? recurrence.start }

    /// Returns the prices of a subscription that has not begun and whose first payment costs `amount`.
    package func prices(beginningWith amount: Money) -> [Price] {
        [Price(from: recurrence.start, amount: amount)] + prices.filter { $0.from > firstPayment }
    }

    /// Moves a subscription that has not begun to other days, together with its first price.
    package mutating func move(to recurrence: Recurrence, today: CalendarDay) {
        self.recurrence = recurrence
        floor = max(today, recurrence.start)
        let rises = prices.dropFirst()
        if rises.allSatisfy({ $0.from > recurrence.start }) {
            prices = [Price(from: recurrence.start, amount: prices[0].amount)] + rises
        }
    }

    /// Returns the prices of the payments that are still open on a day.
    package func pricesToCome(on day: CalendarDay) -> [Money] {
        let first = firstOpen(on: day)
        return [price(on: first)] + prices.filter { $0.from > first }.map(\.amount)
    }

    /// Returns the first day, at or after `day`, that can still become due.
    private func firstOpen(on day: CalendarDay) -> CalendarDay { max(day, floor, recurrence.start) }

    /// True when `day` is an occurrence, past or future.
    package func occurs(on day: CalendarDay) -> Bool {
        recurrence.firstIndex(notBefore: day).flatMap(recurrence.occurrence) == day
    }

    /// True when `day` is within the free trial.
    package func isTrial(on day: CalendarDay) -> Bool { trialUntil.map { day <= $0 } ?? false }
}
