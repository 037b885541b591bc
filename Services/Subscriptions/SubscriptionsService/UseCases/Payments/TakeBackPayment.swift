import Coordination
import Domain
import Reasons
import Signals

/// Undoes a user's decision about a payment. Money that moved stays moved: its transfer is reversed in the ledger.
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

    /// Returns the payment of the day or, without a day, the newest payment with a decision.
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
        // The recurrence from before the renewal is restored, unless the user has changed it since.
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

    /// Returns the payment, whose day has come, without the decision. A payment that the ledger refused is retried from
    /// tomorrow on; a payment without an attempt is skipped.
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
