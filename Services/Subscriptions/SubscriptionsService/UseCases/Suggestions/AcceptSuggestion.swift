import Coordination
import Domain
import Signals

/// Creates a subscription from a suggestion.
struct AcceptSuggestion: RepeatableUseCase {
    let dependencies: SubscriptionDependencies

    /// The charges of a suggestion become payments, so that it is not found again.
    var answers: any ModelStore { dependencies.store }

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `conflict`,
    ///   `notFound`, `limitExceeded`, `unavailable`.
    func answer(
        _ signal: SubscriptionsSignal.AcceptSuggestion, context: SignalContext
    ) async throws -> SubscriptionsSignal.SubscriptionAnswer {
        try await dependencies.take(signal.suggestion, by: signal, context) { suggestion, user, now, transaction in
            try make(suggestion, signal.service, of: user, at: now, in: transaction)
        }
    }

    private func make(
        _ suggestion: Suggestion, _ choice: SubscriptionsSignal.ServiceChoice?, of user: String,
        at now: Instant, in transaction: any SubscriptionsTransaction
    ) throws -> Subscription {
        try SubscriptionRules.checkCount(of: user, in: transaction)
        let title = PlainText.clean(String(suggestion.last.text.prefix(SubscriptionLimits.titleLength)))
        let service = try dependencies.service(
            choice ?? suggestion.service.map { .known($0.id) } ?? .own(title: title, color: nil), of: user,
            in: transaction)
        let zone = try dependencies.timetable.zone(of: user, in: transaction)
        let today = zone.day(at: now)
        var subscription = Subscription(
            id: dependencies.makeID(), owner: user, service: service.id, title: service.title, color: service.color,
            recurrence: suggestion.recurrence, floor: max(today, suggestion.next ?? today),
            prices: [Price(from: suggestion.recurrence.start, amount: suggestion.last.amount)], createdAt: now)
        try dependencies.timetable.begin(&subscription, zone, today: today, in: transaction)
        return subscription
    }
}

/// Adds the charges of a suggestion to an existing subscription.
struct MergeSuggestion: RepeatableUseCase {
    let dependencies: SubscriptionDependencies

    var answers: any ModelStore { dependencies.store }

    /// - Throws: ``Fault``, as ``AcceptSuggestion``.
    func answer(
        _ signal: SubscriptionsSignal.MergeSuggestion, context: SignalContext
    ) async throws -> SubscriptionsSignal.SubscriptionAnswer {
        try await dependencies.take(signal.suggestion, by: signal, context) { _, user, _, transaction in
            let subscription = try transaction.own(signal.id, of: user)
            try transaction.tell(.changed(subscription, .merged))
            return subscription
        }
    }
}

extension SubscriptionDependencies {
    /// Turns the charges of a suggestion into payments of the subscription that `subscription` finds or creates.
    fileprivate func take<S: Signal>(
        _ suggestion: String, by signal: S, _ context: SignalContext,
        for subscription:
            @escaping @Sendable (Suggestion, String, Instant, any SubscriptionsTransaction) throws -> Subscription
    ) async throws -> SubscriptionsSignal.SubscriptionAnswer where S.Answer == SubscriptionsSignal.SubscriptionAnswer {
        let user = try context.caller.requireUser().userID
        let found = try await SuggestionFinder(dependencies: self).find(suggestion, context)
        return try await change(signal, by: user, context, weight: 8) { transaction, now in
            let subscription = try subscription(found, user, now, transaction)
            for charge in found.charges { try transaction.record(charge, of: subscription) }
            return try answer(about: subscription.id, of: user, in: transaction)
        }
    }
}

extension SubscriptionsTransaction {
    /// Records a past charge as a payment, unless its day already has one.
    fileprivate func record(_ charge: Charge, of subscription: Subscription) throws {
        guard try payment(of: subscription.id, on: charge.day) == nil else { return }
        var payment = Payment.of(subscription, on: charge.day, .paid)
        payment.amount = charge.amount
        payment.method = .byHand
        payment.paidOn = charge.day
        payment.account = charge.account
        payment.transfer = charge.transfer
        try put(payment)
    }
}
