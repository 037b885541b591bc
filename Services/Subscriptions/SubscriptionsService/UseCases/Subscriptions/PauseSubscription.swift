import Coordination
import Domain
import Signals

/// Pauses a subscription.
struct PauseSubscription: UseCase {
    let dependencies: SubscriptionDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `conflict`,
    ///   `notFound`.
    func answer(
        _ signal: SubscriptionsSignal.Pause, context: SignalContext
    ) async throws -> SubscriptionsSignal.SubscriptionAnswer {
        try await dependencies.set(paused: true, signal.id, by: signal, context)
    }
}

/// Resumes a subscription.
struct ResumeSubscription: UseCase {
    let dependencies: SubscriptionDependencies

    /// - Throws: ``Fault``, as ``PauseSubscription``.
    func answer(
        _ signal: SubscriptionsSignal.Resume, context: SignalContext
    ) async throws -> SubscriptionsSignal.SubscriptionAnswer {
        try await dependencies.set(paused: false, signal.id, by: signal, context)
    }
}

extension SubscriptionDependencies {
    /// Pauses or resumes a subscription; does nothing when it already is in that state.
    fileprivate func set<S: Signal>(
        paused: Bool, _ id: String, by signal: S, _ context: SignalContext
    ) async throws -> SubscriptionsSignal.SubscriptionAnswer where S.Answer == SubscriptionsSignal.SubscriptionAnswer {
        let user = try context.caller.requireUser().userID
        return try await change(signal, by: user, context) { transaction, now in
            var subscription = try transaction.own(id, of: user)
            if subscription.isPaused != paused { try set(paused: paused, &subscription, at: now, in: transaction) }
            return try answer(about: id, of: user, in: transaction)
        }
    }

    private func set(
        paused: Bool, _ subscription: inout Subscription, at now: Instant, in transaction: any SubscriptionsTransaction
    ) throws {
        let zone = try timetable.zone(of: subscription.owner, in: transaction)
        subscription.isPaused = paused
        subscription.revision += 1
        if !paused {
            subscription.floor = max(subscription.floor, zone.day(at: now))
            Timetable.startReminding(&subscription, today: zone.day(at: now))
        }
        Timetable.set(&subscription, zone)
        try transaction.put(subscription)
        try transaction.tell(.changed(subscription, paused ? .paused : .resumed))
        for var payment in try transaction.openPayments(of: subscription.owner)
        where payment.subscription == subscription.id && payment.status == .pastDue {
            payment.retryAt = paused ? nil : now
            payment.nextTry = paused ? nil : zone.day(at: now)
            try transaction.put(payment)
        }
    }
}
