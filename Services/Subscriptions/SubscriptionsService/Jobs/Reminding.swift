import Coordination
import Domain
import Signals

/// A job that sends reminders: one per payment and reminder, in one transaction with the record of it. After an outage,
/// missed reminders are sent as one. There is no reminder of a payment that fell due meanwhile, which is paid at once.
package struct Reminding: ScheduledJob {
    /// The batch size; batches keep the writer free for other requests.
    private static let atATime = 256

    package let name = "reminders"
    private let store: any SubscriptionsStore
    private let timetable: Timetable

    package init(store: any SubscriptionsStore, timetable: Timetable) {
        self.store = store
        self.timetable = timetable
    }

    /// ``LookingAhead``, the last of the jobs, returns the next moment of all jobs.
    package func nextDue() async throws -> Instant? { nil }

    package func doDue() async throws -> Bool {
        let now = timetable.clock.now()
        guard try await store.read({ try !$0.toRemind(at: now, limit: 1).isEmpty }) else { return false }
        return try await store.write(deadline: nil, weight: Self.atATime) { [timetable] transaction in
            var zones = UserZones(timetable)
            let found = try transaction.toRemind(at: now, limit: Self.atATime)
            for var subscription in found {
                let zone = try zones.zone(of: subscription.owner, in: transaction)
                try Self.remind(&subscription, today: zone.day(at: now), in: transaction)
                Timetable.set(&subscription, zone)
                try transaction.put(subscription)
            }
            return found.count == Self.atATime
        }
    }

    private static func remind(
        _ subscription: inout Subscription, today: CalendarDay, in transaction: any SubscriptionsTransaction
    ) throws {
        guard let next = subscription.next else { return }
        let left = next.daysSince1970 - today.daysSince1970
        if Timetable.waiting(subscription, for: next).contains(where: { $0 >= left }) {
            if left >= 0 { try transaction.tell(.upcoming(upcoming(subscription, on: next, left))) }
            subscription.reminded = Subscription.Reminded(day: next, offset: left)
        }
        if let days = subscription.cancelDays, subscription.cancelTold != next, left <= days + Timetable.cancelNotice {
            if left >= 0 {
                try transaction.tell(
                    .cancelBy(
                        SubscriptionsEvent.CancelBy(
                            userId: subscription.owner, id: subscription.id, title: subscription.title,
                            amount: subscription.price(on: next), cancelBy: next.adding(days: -days),
                            daysRemaining: left - days, day: next)))
            }
            subscription.cancelTold = next
        }
    }

    private static func upcoming(
        _ subscription: Subscription, on day: CalendarDay, _ left: Int
    ) -> SubscriptionsEvent.Upcoming {
        let amount = subscription.price(on: day)
        let index = subscription.recurrence.firstIndex(notBefore: day) ?? 0
        let last = index == 0 ? nil : subscription.recurrence.occurrence(index - 1)
        // A day of the trial had no payment.
        let before = last.flatMap { subscription.isTrial(on: $0) ? nil : subscription.price(on: $0) }
        return SubscriptionsEvent.Upcoming(
            userId: subscription.owner, id: subscription.id, title: subscription.title, amount: amount,
            previousAmount: before == amount ? nil : before, day: day, daysRemaining: left,
            account: subscription.payFrom, endsTrial: subscription.firstAfterTrial == day)
    }
}
