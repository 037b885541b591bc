import Coordination
import Domain
import Reasons
import Signals

/// Records a payment as made. No money moves.
struct PaySubscription: UseCase {
    let dependencies: SubscriptionDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `notFound`.
    func answer(
        _ signal: SubscriptionsSignal.Pay, context: SignalContext
    ) async throws -> SubscriptionsSignal.PaymentAnswer {
        try await Settlement(
            id: signal.id, day: signal.date,
            change: .pay(paidOn: signal.paidOn, amount: signal.amount, renews: signal.renew ?? false),
            isAhead: signal.ahead ?? false
        ).settle(for: signal.user, signal, context, dependencies)
    }
}

/// Skips a payment. No money moves.
struct SkipPayment: UseCase {
    let dependencies: SubscriptionDependencies

    /// - Throws: ``Fault``, as ``PaySubscription``.
    func answer(
        _ signal: SubscriptionsSignal.Skip, context: SignalContext
    ) async throws -> SubscriptionsSignal.PaymentAnswer {
        try await Settlement(id: signal.id, day: signal.date, change: .skip, isAhead: signal.ahead ?? false)
            .settle(for: signal.user, signal, context, dependencies)
    }
}

/// A decision of the owner about one payment.
private struct Settlement: Sendable {
    enum Change: Sendable {
        case pay(paidOn: CalendarDay?, amount: Money?, renews: Bool)
        case skip
    }

    let id: String
    let day: CalendarDay?
    let change: Change
    /// True when the request means a further payment although a future one is already settled.
    let isAhead: Bool

    func settle<S: Signal>(
        for named: String?, _ signal: S, _ context: SignalContext, _ dependencies: SubscriptionDependencies
    ) async throws -> SubscriptionsSignal.PaymentAnswer where S.Answer == SubscriptionsSignal.PaymentAnswer {
        let user = try PayingFor.user(named, context.caller)
        if case .pay(_, let amount?, _) = change { try SubscriptionLimits.check(amount) }
        return try await dependencies.change(signal, by: user, context) { transaction, now in
            let subscription = try transaction.own(id, of: user)
            let zone = try dependencies.timetable.zone(of: user, in: transaction)
            let payment = try settle(subscription, zone: zone, today: zone.day(at: now), in: transaction)
            return SubscriptionsSignal.PaymentAnswer(
                payment: SubscriptionsSignal.Payment(payment),
                subscription: SubscriptionsSignal.Subscription(try dependencies.view(id, of: user, in: transaction)))
        }
    }

    private func settle(
        _ before: Subscription, zone: TimeZone, today: CalendarDay, in transaction: any SubscriptionsTransaction
    ) throws -> Payment {
        let day = try meant(before, in: transaction)
        if self.day == nil, !isAhead { try checkFirst(day, of: before, today, in: transaction) }
        let known = try transaction.payment(of: before.id, on: day)
        var payment = known ?? Payment.of(before, on: day, .skipped)
        if known?.status == .pending {
            throw Fault(.conflict, .paymentUnderWay, field: "id")
        }
        switch change {
        case .pay(let paidOn, let amount, let renews):
            let paidOn = paidOn ?? today
            guard paidOn <= today else {
                throw Fault.invalidArgument("paidOn", .mustNotBeAfterToday, ["today": "\(today)"])
            }
            if let known, known.status == .paid { return known }
            payment.status = .paid
            payment.method = .byHand
            payment.paidOn = paidOn
            (payment.amount, payment.account) = (amount ?? payment.amount, nil)
            (payment.retryAt, payment.nextTry) = (nil, nil)
            payment.renewedFrom = renews ? before.recurrence.start : nil
            try transaction.put(payment)
            try transaction.tell(.paid(payment))
            try move(before, past: day, renewedOn: renews ? paidOn : nil, zone, in: transaction)
        case .skip:
            if known?.status == .paid { throw Fault(.conflict, .paymentMade, field: "id") }
            if let known, known.status == .skipped { return known }
            payment.status = .skipped
            (payment.retryAt, payment.nextTry) = (nil, nil)
            try transaction.put(payment)
            try transaction.tell(.changed(before, .skipped))
            try move(before, past: day, renewedOn: nil, zone, in: transaction)
        }
        return payment
    }

    /// Returns the day that the request means: the oldest refused payment, or else the next one.
    private func meant(
        _ subscription: Subscription, in transaction: any SubscriptionsTransaction
    ) throws -> CalendarDay {
        if let day {
            guard try subscription.occurs(on: day) || transaction.payment(of: subscription.id, on: day) != nil else {
                throw Fault.invalidArgument("date", .notADueDay)
            }
            return day
        }
        let open = try transaction.openPayments(of: subscription.owner).first { $0.subscription == subscription.id }
        guard let day = open?.day ?? subscription.next else {
            throw Fault.invalidArgument("id", .nothingDue)
        }
        return day
    }

    /// Guards against an accidental repetition: without a confirmation only one future payment is settled.
    private func checkFirst(
        _ day: CalendarDay, of subscription: Subscription, _ today: CalendarDay,
        in transaction: any SubscriptionsTransaction
    ) throws {
        guard day > today else { return }
        let status: SubscriptionsSignal.PaymentStatus = if case .skip = change { .skipped } else { .paid }
        let settled = try transaction.payments(
            of: subscription.owner, subscription: subscription.id, after: nil, limit: 12
        )
        .first { $0.status == status && $0.day < day && ($0.day >= today || $0.paidOn == today) }
        guard let settled else { return }
        throw Fault(
            .conflict, status == .paid ? .paymentMadeAhead : .paymentSkippedAhead,
            ["settled": "\(settled.day)", "next": "\(day)"], field: "ahead")
    }

    private func move(
        _ before: Subscription, past day: CalendarDay, renewedOn renewed: CalendarDay?, _ zone: TimeZone,
        in transaction: any SubscriptionsTransaction
    ) throws {
        var subscription = before
        if let renewed,
            let recurrence = Recurrence(start: renewed, every: before.recurrence.count, before.recurrence.unit)
        {
            subscription.recurrence = recurrence
            subscription.floor = renewed.adding(days: 1)
        } else if day == before.next {
            subscription.floor = day.adding(days: 1)
        } else {
            // The day is in the past, or further ahead. A day ahead is passed over when it comes.
            return
        }
        subscription.revision += 1
        Timetable.set(&subscription, zone)
        try transaction.put(subscription)
        if subscription.next == nil { try transaction.tell(.changed(subscription, .ended)) }
    }
}
