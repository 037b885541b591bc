import Coordination
import Domain
import Reasons
import Signals

/// Takes back what a user said of a payment. Money that moved stays moved: its transfer is reversed in the ledger.
struct TakeBackPayment: UseCase {
    let dependencies: SubscriptionDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `conflict`, `notFound`.
    func answer(
        _ signal: SubscriptionsSignal.Unpay, context: SignalContext
    ) async throws -> SubscriptionsSignal.UnpaidAnswer {
        let user = try context.caller.requireUser().userID
        return try await dependencies.change(signal, by: user, context) { transaction, now in
            let subscription = try transaction.own(signal.id, of: user)
            let zone = try dependencies.timetable.zone(of: user, in: transaction)
            let payment = try Self.meant(subscription, signal.date, in: transaction)
            try Self.takeBack(payment, of: subscription, today: zone.day(at: now), zone, in: transaction)
            return SubscriptionsSignal.UnpaidAnswer(
                date: payment.day,
                payment: try transaction.payment(of: signal.id, on: payment.day).map(SubscriptionsSignal.Payment.init),
                subscription: SubscriptionsSignal.Subscription(
                    try dependencies.view(signal.id, of: user, in: transaction)))
        }
    }

    /// The payment of the day; without one the newest that anything was said of.
    private static func meant(
        _ subscription: Subscription, _ day: CalendarDay?, in transaction: any SubscriptionsTransaction
    ) throws -> Payment {
        let found: Payment?
        if let day {
            found = try transaction.payment(of: subscription.id, on: day)
        } else {
            found = try transaction.payments(
                of: subscription.owner, subscription: subscription.id, after: nil, limit: 1000
            )
            .first { $0.status == .paid || $0.status == .skipped }
        }
        guard let found, found.status == .paid || found.status == .skipped else {
            throw Fault(.conflict, .noPaymentMarked, field: "id")
        }
        if let transfer = found.transfer {
            throw Fault(
                .conflict, .paymentMovedMoney, ["day": "\(found.day)", "transfer": .text(transfer)], field: "id")
        }
        return found
    }

    private static func takeBack(
        _ before: Payment, of subscription: Subscription, today: CalendarDay, _ zone: TimeZone,
        in transaction: any SubscriptionsTransaction
    ) throws {
        var subscription = subscription
        // Days are counted as before the payment renewed them, unless they were changed since.
        if let start = before.renewedFrom, subscription.recurrence.start == before.paidOn,
            let recurrence = Recurrence(
                start: start, every: subscription.recurrence.count, subscription.recurrence.unit)
        {
            subscription.recurrence = recurrence
            subscription.floor = max(before.day.adding(days: 1), today)
        }
        if before.day > today {
            try transaction.remove(before)
            subscription.floor = min(subscription.floor, before.day)
        } else {
            try transaction.put(leftOf(before, subscription, today: today, zone))
        }
        Timetable.startReminding(&subscription, today: today)
        subscription.revision += 1
        Timetable.set(&subscription, zone)
        try transaction.put(subscription)
        try transaction.tell(.changed(subscription, .unpaid))
    }

    /// What a payment is whose day has come: what the ledger refused before is tried again from tomorrow on, what it was never
    /// asked for is left out.
    private static func leftOf(
        _ before: Payment, _ subscription: Subscription, today: CalendarDay, _ zone: TimeZone
    ) -> Payment {
        var payment = before
        (payment.method, payment.paidOn, payment.renewedFrom) = (nil, nil, nil)
        payment.amount = subscription.price(on: payment.day)
        guard payment.failures > 0, let account = subscription.payFrom else {
            payment.status = .skipped
            return payment
        }
        payment.status = .pastDue
        payment.account = account
        let tomorrow = today.adding(days: 1)
        if payment.failures <= Charging.retryDays.count, !subscription.isPaused {
            (payment.nextTry, payment.retryAt) = (tomorrow, zone.start(of: tomorrow))
        }
        return payment
    }
}
