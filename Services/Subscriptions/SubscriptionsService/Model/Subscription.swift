import Domain
import Signals

/// What a subscription costs from a day on.
package struct Price: Hashable, Sendable {
    package let from: CalendarDay
    package let amount: Money

    package init(from: CalendarDay, amount: Money) {
        self.from = from
        self.amount = amount
    }
}

/// Something that a person pays for again and again.
///
/// Days are never counted from the last one: each is an occurrence of ``recurrence``, and ``floor`` says from which day on
/// they are still to come. So what is skipped, paid by hand or slept through moves nothing.
package struct Subscription: Hashable, Sendable {
    package let id: String
    package let owner: String
    package var service: String
    package var title: SubscriptionsSignal.Title
    package var color: String?
    package var recurrence: Recurrence
    /// Nothing before this day is due any more.
    package var floor: CalendarDay
    /// By day, the earliest first; never empty.
    package var prices: [Price]
    package var description: String?
    package var category: String?
    /// In days, the most first.
    package var reminders: [Int] = []
    package var cancelDays: Int?
    package var payFrom: String?
    package var trialUntil: CalendarDay?
    package var ends: CalendarDay?
    package var isPaused = false
    package let createdAt: Instant
    /// How often its user has changed it.
    package var revision = 0
    /// The payment that its user was last reminded of, and how many days before.
    package var reminded: Reminded?
    /// The payment before which its user was told to cancel.
    package var cancelTold: CalendarDay?
    /// When the next payment is due; nil when none is.
    package var dueAt: Instant?
    /// When its user is to be reminded of something; nil when of nothing.
    package var remindAt: Instant?

    /// How far reminding of a payment has come.
    package struct Reminded: Hashable, Sendable {
        /// The payment.
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

    /// The day of the next payment; nil when there is none, pauses left aside.
    package var next: CalendarDay? { due(notBefore: floor) }

    /// The day of the first payment behind the trial, made or not; nil without a trial, and when it ends before that.
    package var firstAfterTrial: CalendarDay? { trialUntil.flatMap { occurrence(notBefore: $0.adding(days: 1)) } }

    /// The first day that something is due on, from a day on.
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

    /// The days that something is due on, from one through another, at most `limit`.
    package func dues(from first: CalendarDay, through last: CalendarDay, limit: Int = 1000) -> [CalendarDay] {
        var found: [CalendarDay] = []
        var next = due(notBefore: first)
        while let day = next, day <= last, found.count < limit {
            found.append(day)
            next = due(notBefore: day.adding(days: 1))
        }
        return found
    }

    /// What it costs on a day; before the first price what that was.
    package func price(on day: CalendarDay) -> Money {
        (prices.last { $0.from <= day } ?? prices[0]).amount
    }

    /// What the first payment costs that is not settled on a day.
    package func currentPrice(on day: CalendarDay) -> Money { price(on: firstOpen(on: day)) }

    /// Whether nothing of it was due before a day, so that its first price is still to be asked.
    package func isYetToBegin(on day: CalendarDay) -> Bool {
        floor <= prices[0].from && (isPaused || (next.map { $0 >= day } ?? true))
    }

    /// The day of the next payment; the start where there is none.
    package var firstPayment: CalendarDay { next ?? recurrence.start }

    /// The prices of one that is yet to begin, whose first payment costs `amount`.
    package func prices(beginningWith amount: Money) -> [Price] {
        [Price(from: recurrence.start, amount: amount)] + prices.filter { $0.from > firstPayment }
    }

    /// Gives one that is yet to begin other days, and its first price with them.
    package mutating func move(to recurrence: Recurrence, today: CalendarDay) {
        self.recurrence = recurrence
        floor = max(today, recurrence.start)
        let rises = prices.dropFirst()
        if rises.allSatisfy({ $0.from > recurrence.start }) {
            prices = [Price(from: recurrence.start, amount: prices[0].amount)] + rises
        }
    }

    /// What payments cost that are not settled on a day.
    package func pricesToCome(on day: CalendarDay) -> [Money] {
        let first = firstOpen(on: day)
        return [price(on: first)] + prices.filter { $0.from > first }.map(\.amount)
    }

    /// The first day, from a day on, that can still become due.
    private func firstOpen(on day: CalendarDay) -> CalendarDay { max(day, floor, recurrence.start) }

    /// Whether a day is one of its days, past or to come.
    package func occurs(on day: CalendarDay) -> Bool {
        recurrence.firstIndex(notBefore: day).flatMap(recurrence.occurrence) == day
    }

    /// Whether nothing is paid yet.
    package func isTrial(on day: CalendarDay) -> Bool { trialUntil.map { day <= $0 } ?? false }
}
