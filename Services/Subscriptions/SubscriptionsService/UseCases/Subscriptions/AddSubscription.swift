import Coordination
import Domain
import Signals

/// Adds a subscription.
struct AddSubscription: RepeatableUseCase {
    let dependencies: SubscriptionDependencies

    var answers: any ModelStore { dependencies.store }

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `conflict`, `notFound`, `limitExceeded`; those of ``PaymentMandates``.
    func answer(
        _ signal: SubscriptionsSignal.Add, context: SignalContext
    ) async throws -> SubscriptionsSignal.SubscriptionAnswer {
        let user = try context.caller.requireUser().userID
        try SubscriptionRules.check(signal)
        let (zone, others) = try await dependencies.store.read { reading in
            (try dependencies.timetable.zone(of: user, in: reading), try reading.subscriptions(of: user))
        }
        let now = dependencies.timetable.clock.now()
        let today = zone.day(at: now)
        let draft = try Subscription(signal, id: dependencies.makeID(), owner: user, today: today, at: now)
        var mandate: SubscriptionsSignal.Mandate?
        if let account = signal.payFrom {
            // A dry run before the ledger is called: a refused request leaves no mandate behind.
            try await rehearse(signal, of: user, context)
            mandate = try await PaymentMandates(neighbours: dependencies.neighbours).secure(
                account, for: others.filter { $0.payFrom == account } + [draft], today: today, zone, code: signal.code,
                context: context)
        }
        let granted = mandate
        return try await dependencies.change(signal, by: user, context) { transaction, now in
            try SubscriptionRules.checkCount(of: user, in: transaction)
            let service = try dependencies.service(signal.service, of: user, in: transaction)
            var subscription = draft
            (subscription.service, subscription.title) = (service.id, service.title)
            subscription.color = service.color
            try dependencies.timetable.begin(&subscription, zone, today: today, in: transaction)
            return try dependencies.answer(about: subscription.id, of: user, mandate: granted, in: transaction)
        }
    }

    /// Thrown to roll back a dry run.
    private struct Rehearsed: Error {}

    /// Throws the fault that the request would get now.
    private func rehearse(_ signal: SubscriptionsSignal.Add, of user: String, _ context: SignalContext) async throws {
        do {
            try await dependencies.store.write(deadline: context.deadline, weight: 1) { transaction in
                _ = try dependencies.service(signal.service, of: user, in: transaction)
                try SubscriptionRules.checkCount(of: user, in: transaction)
                throw Rehearsed()
            }
        } catch is Rehearsed {}
    }
}
