import Coordination
import Signals

/// Dismisses a suggestion for good.
struct DismissSuggestion: UseCase {
    let dependencies: SubscriptionDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `conflict`, `limitExceeded`.
    func answer(
        _ signal: SubscriptionsSignal.DismissSuggestion, context: SignalContext
    ) async throws -> SubscriptionsSignal.DismissedSuggestion {
        let user = try context.caller.requireUser().userID
        try SubscriptionLimits.check(
            signal.suggestion, field: "suggestion", limit: SubscriptionLimits.titleLength, mayBeEmpty: false)
        return try await dependencies.store.once(signal, by: user, context: context) { transaction in
            guard try transaction.dismissals(of: user).count < SubscriptionLimits.dismissalsPerUser else {
                throw Fault.tooMany(.tooManyDismissals, SubscriptionLimits.dismissalsPerUser)
            }
            try transaction.dismiss(signal.suggestion, by: user)
            return SubscriptionsSignal.DismissedSuggestion(suggestion: signal.suggestion)
        }
    }
}
