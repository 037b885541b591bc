import Coordination
import Domain
import Signals

/// A job that turns due days into payments, in the order of the days. A payment that is only recorded counts as paid at
/// once; a payment by the ledger becomes pending. The payment and the step to the next day are one transaction.
package struct Collecting: ScheduledJob {
    /// The batch size; batches keep the writer free for other requests.
    private static let atATime = 500

    package let name = "payments that are due"
    private let store: any SubscriptionsStore
    private let timetable: Timetable

    package init(store: any SubscriptionsStore, timetable: Timetable) {
        self.store = store
        self.timetable = timetable
    }

    /// ``LookingAhead`` returns the next moment of all jobs.
    package func nextDue() async throws -> Instant? { nil }

    package func doDue() async throws -> Bool {
        let now = timetable.clock.now()
        let isIdle = try await store.read { reading in
            try reading.due(at: now, limit: 1).isEmpty && reading.toRetry(at: now, limit: 1).isEmpty
        }
        if isIdle { return false }
        return try await store.write(deadline: nil, weight: Self.atATime) { [timetable] transaction in
            var zones = UserZones(timetable)
            let due = try transaction.due(at: now, limit: Self.atATime)
            for subscription in due {
                try Self.collect(subscription, try zones.zone(of: subscription.owner, in: transaction), in: transaction)
            }
            let retries = try transaction.toRetry(at: now, limit: Self.atATime)
            for var payment in retries {
                payment.status = .pending
                (payment.retryAt, payment.nextTry) = (nil, nil)
                try transaction.put(payment)
            }
            return due.count == Self.atATime || retries.count == Self.atATime || !due.isEmpty
        }
    }

    private static func collect(
        _ before: Subscription, _ zone: TimeZone, in transaction: any SubscriptionsTransaction
    ) throws {
        var subscription = before
        if let day = subscription.next {
            // A payment that was paid or skipped ahead of its day only needs the step to the next day.
            if try transaction.payment(of: subscription.id, on: day) == nil {
                var payment = Payment.of(subscription, on: day, .pending)
                payment.category = subscription.category
                if let account = subscription.payFrom {
                    payment.account = account
                } else {
                    payment.status = .paid
                    payment.method = .recorded
                    payment.paidOn = day
                    try transaction.tell(.paid(payment))
                }
                try transaction.put(payment)
            }
            subscription.floor = day.adding(days: 1)
            if subscription.next == nil { try transaction.tell(.changed(subscription, .ended)) }
        }
        Timetable.set(&subscription, zone)
        try transaction.put(subscription)
    }
}
