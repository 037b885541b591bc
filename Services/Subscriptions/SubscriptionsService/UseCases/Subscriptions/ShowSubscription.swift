import Coordination
import Signals

/// Shows one subscription.
struct ShowSubscription: UseCase {
    let dependencies: SubscriptionDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `notFound`.
    func answer(
        _ signal: SubscriptionsSignal.Show, context: SignalContext
    ) async throws -> SubscriptionsSignal.ShownSubscription {
        let user = try context.caller.requireUser().userID
        return try await dependencies.store.read { reading in
            let view = try dependencies.view(signal.id, of: user, in: reading)
            let (count, sums) = try reading.paid(of: user, subscription: signal.id, since: nil)
            let payments = try reading.payments(of: user, subscription: signal.id, after: nil, limit: 20)
            return SubscriptionsSignal.ShownSubscription(
                subscription: SubscriptionsSignal.Subscription(view),
                payments: payments.map(SubscriptionsSignal.Payment.init), spent: sums, paymentsMade: count)
        }
    }
}
