import Coordination
import Domain
import Signals

/// Removes a subscription, with its payments or without them.
struct RemoveSubscription: UseCase {
    let dependencies: SubscriptionDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `conflict`,
    ///   `notFound`.
    func answer(
        _ signal: SubscriptionsSignal.Remove, context: SignalContext
    ) async throws -> SubscriptionsSignal.RemovedSubscription {
        let user = try context.caller.requireUser().userID
        return try await dependencies.change(signal, by: user, context, weight: 4) { transaction, _ in
            let subscription = try transaction.own(signal.id, of: user)
            let open = try transaction.openPayments(of: user).filter { $0.subscription == signal.id }
            let removesPayments = signal.removePayments ?? false
            if removesPayments, open.contains(where: { $0.status == .pending }) {
                throw Fault(.conflict, .paymentUnderWay, field: "removePayments")
            }
            try transaction.remove(subscription)
            try transaction.tell(.changed(subscription, .removed))
            if removesPayments {
                return SubscriptionsSignal.RemovedSubscription(
                    id: signal.id, paymentsKept: 0, paymentsRemoved: try transaction.removePayments(of: signal.id))
            }
            // Refused payments are not retried any more.
            for var payment in open where payment.status == .pastDue {
                payment.status = .skipped
                (payment.retryAt, payment.nextTry) = (nil, nil)
                try transaction.put(payment)
            }
            let kept = try transaction.payments(of: user, subscription: signal.id, after: nil, limit: .max / 2)
            return SubscriptionsSignal.RemovedSubscription(id: signal.id, paymentsKept: kept.count, paymentsRemoved: 0)
        }
    }
}
